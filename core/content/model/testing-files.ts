// For tests: writes definition files to a temporary folder and compiles them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartupError } from '../../kernel/errors/startup-error';
import { createAttributeRegistry } from '../attributes/registry';
import { compileSchema, type SchemaInput } from './compile/compile';
import type { Schema } from './compiled/content-type';
import { type LoadedDefinitions, loadDefinitions } from './read/load';

/** Path → object, or the text of the file. */
export type Files = Readonly<Record<string, unknown>>;

export function loadFiles(files: Files): LoadedDefinitions {
  const dir = mkdtempSync(join(tmpdir(), 'quire-schema-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), typeof content === 'string' ? content : JSON.stringify(content));
    }
    return loadDefinitions(dir);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

export function compileFiles(files: Files, input: Partial<SchemaInput> = {}): Schema {
  return compileSchema({
    definitions: loadFiles(files),
    registry: createAttributeRegistry(),
    livePlugins: new Set(),
    ...input,
  });
}

/** One `file → place: message` per mistake; empty if the files compile. */
export function mistakesOf(files: Files, input: Partial<SchemaInput> = {}): readonly string[] {
  try {
    compileFiles(files, input);
    return [];
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return error.mistakes.map(({ where, at, message }) => `${where}${at ? ` → ${at}` : ''}: ${message}`);
  }
}

/** The definition of a content type named `name`. */
export const typeFile = (name: string, attributes: unknown = {}, more: object = {}) => ({
  kind: 'collectionType',
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  attributes,
  ...more,
});

export const relation = (kind: string, target?: string, more: object = {}) => ({
  type: 'relation',
  relation: kind,
  ...(target === undefined ? {} : { target: `api::${target}.${target}` }),
  ...more,
});
