// The definition files of the application as texts: read, compared with the database before they are written, and written. For editors of
// schemas, which run in development.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kernel } from '../../kernel/app/app';
import { token } from '../../kernel/registry/container';
import type { UnwrittenFiles } from '../model/read/folders';
import { type DefinitionSchemas, definitionJsonSchema } from '../model/read/json-schema';
import { kindOfPath, type LoadedFile, loadDefinitions } from '../model/read/load';
import { type FilesPlan, planUnwritten } from './plan-unwritten';
import { linkOnTheWay, writeWhole } from './write-whole';

export interface DefinitionFile {
  /** Below the application folder, with slashes. */
  readonly path: string;
  readonly uid: string;
  readonly kind: 'type' | 'component';
  readonly text: string;
  /** Of the text. */
  readonly etag: string;
}

export interface DefinitionFiles {
  /** Files that can be read. */
  list(): readonly DefinitionFile[];
  /** null: the file does not exist. */
  read(path: string): Pick<DefinitionFile, 'text' | 'etag'> | null;
  /** Why no file can be written at the path; null if one can. */
  problemOf(path: string): string | null;
  /** Where new files belong: `config/content-types/{name}.json`, `src/components/{category}/{name}.json`. */
  places(): Readonly<Record<DefinitionFile['kind'], string>>;
  schemas(): DefinitionSchemas;
  /** What `quire migrate plan` would say of these files, or their mistakes. Changes nothing. */
  plan(unwritten: UnwrittenFiles): Promise<FilesPlan>;
  /** All files, or none. The caller has compared their ETags. Throws for a path with a problem. */
  write(texts: UnwrittenFiles): void;
}

export const DEFINITION_FILES = token<DefinitionFiles>('definition files');

export function createDefinitionFiles({ dir, attributes }: Kernel): DefinitionFiles {
  /** One plan at a time: each is a process. */
  let last: Promise<unknown> = Promise.resolve();
  const read = (path: string): Pick<DefinitionFile, 'text' | 'etag'> | null => {
    const text = textOf(join(dir, path));
    return text === null ? null : { text, etag: etagOf(text) };
  };
  const filesOf = (kind: DefinitionFile['kind'], found: readonly LoadedFile[]): DefinitionFile[] =>
    found.flatMap(({ uid, source }) => {
      const file = read(source);
      return file ? [{ path: source, uid, kind, ...file }] : [];
    });
  const problemOf = (path: string): string | null =>
    kindOfPath(path) === null
      ? `${path} is no place of a content type or a component`
      : linkOnTheWay(dir, path);
  return {
    list() {
      const { types, components } = loadDefinitions(dir);
      return [...filesOf('type', types), ...filesOf('component', components)];
    },
    read,
    problemOf,
    places() {
      const { types, components } = loadDefinitions(dir);
      const uses = (files: readonly { readonly source: string }[], folder: string): boolean =>
        files.some(({ source }) => source.startsWith(folder));
      const inSource = uses(types, 'src/') || (types.length === 0 && existsSync(join(dir, 'src/api')));
      return {
        type: inSource
          ? 'src/api/{name}/content-types/{name}/schema.json'
          : 'config/content-types/{name}.json',
        component: `${uses(components, 'src/') || (components.length === 0 && inSource) ? 'src' : 'config'}/components/{category}/{name}.json`,
      };
    },
    schemas: () => definitionJsonSchema(attributes),
    plan(unwritten) {
      const planned = last.then(
        () => planUnwritten(dir, unwritten),
        () => planUnwritten(dir, unwritten),
      );
      last = planned;
      return planned;
    },
    write(texts) {
      for (const path of texts.keys()) {
        const problem = problemOf(path);
        if (problem !== null) throw new Error(problem);
      }
      writeWhole(dir, texts);
    },
  };
}

const etagOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
