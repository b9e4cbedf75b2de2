// For tests of this folder: an application directory made of the files named, and what its schema comes to.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createAttributeRegistry } from '../attributes/registry';
import { StartupError } from '../errors/startup-error';
import { compileSchema, type SchemaInput } from './compile';
import type { Schema } from './content-type';
import { type LoadedDefinitions, loadDefinitions } from './load';

/** Path → object, or text as it stands. */
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

/** `file → place: message`, one per mistake; none when it compiles. */
export function mistakesOf(files: Files, input: Partial<SchemaInput> = {}): readonly string[] {
  try {
    compileFiles(files, input);
    return [];
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return error.mistakes.map(({ where, at, message }) => `${where}${at ? ` → ${at}` : ''}: ${message}`);
  }
}

/** A content type with these attributes, named after the first argument. */
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
