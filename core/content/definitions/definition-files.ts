// The definition files of the application as texts: read, compared with the database before they are written, and written. For editors of
// schemas, which run in development.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kernel } from '../../kernel/app/app';
import { token } from '../../kernel/registry/container';
import type { UnwrittenFiles } from '../model/read/folders';
import { type DefinitionSchemas, definitionJsonSchema } from '../model/read/json-schema';
import {
  kindOfPath,
  type LoadedDefinitions,
  type LoadedFile,
  loadDefinitions,
  PLACES_OF_FILES,
} from '../model/read/load';
import { type FilesPlan, planUnwritten } from './plan-unwritten';
import { problemOnTheWay } from './problem-on-the-way';
import { WriteFailure, writeWhole } from './write-whole';

export interface DefinitionFile {
  /** Below the application folder, with slashes. */
  readonly path: string;
  readonly uid: string;
  readonly kind: 'type' | 'component';
  readonly text: string;
  /** Of the text. */
  readonly etag: string;
}

/** The definition files of one moment. */
export interface FoundDefinitions {
  /** Files that can be read. */
  readonly files: readonly DefinitionFile[];
  /** Where new files belong: `config/content-types/{name}.json`, `src/components/{category}/{name}.json`. */
  readonly places: Readonly<Record<DefinitionFile['kind'], string>>;
}

export interface DefinitionFiles {
  find(): FoundDefinitions;
  /** null: the file does not exist. */
  read(path: string): Pick<DefinitionFile, 'text' | 'etag'> | null;
  /** Why no file can be written at the path; null if one can. */
  problemOf(path: string): string | null;
  /** For editors. */
  schemas(): DefinitionSchemas;
  /** What `quire migrate plan` would say of these files, or their mistakes. Changes nothing. null instead of a text: without the file. */
  plan(unwritten: UnwrittenFiles): Promise<FilesPlan>;
  /**
   * A file with null is removed. The caller has compared their ETags. Throws a WriteFailure, after which the files have their former texts.
   * A process that is killed meanwhile may leave some of several files written.
   */
  write(texts: UnwrittenFiles): void;
}

export const DEFINITION_FILES = token<DefinitionFiles>('definition files');

export function createDefinitionFiles(kernel: Kernel): DefinitionFiles {
  const { dir, attributes } = kernel;
  /** One plan at a time: each is a process. */
  let last: Promise<unknown> = Promise.resolve();
  /** They depend on the registered types of attributes, which do not change after the assembly. */
  let schemas: DefinitionSchemas | undefined;
  const read = (path: string): Pick<DefinitionFile, 'text' | 'etag'> | null => {
    const text = textOf(join(dir, path));
    return text === null ? null : { text, etag: etagOf(text) };
  };
  const problemOf = (path: string): string | null =>
    kindOfPath(path) === null ? PLACES_OF_FILES : problemOnTheWay(dir, path);
  const filesOf = (kind: DefinitionFile['kind'], found: readonly LoadedFile[]): DefinitionFile[] =>
    found.flatMap(({ uid, source }) => {
      const file = read(source);
      return file ? [{ path: source, uid, kind, ...file }] : [];
    });
  return {
    find() {
      const found = loadDefinitions(dir);
      const files = [...filesOf('type', found.types), ...filesOf('component', found.components)];
      return { files, places: placesOf(found, existsSync(join(dir, 'src/api'))) };
    },
    read,
    problemOf,
    schemas() {
      schemas ??= definitionJsonSchema(attributes);
      return schemas;
    },
    plan(unwritten) {
      const planned = last.then(() => planUnwritten(kernel, unwritten));
      last = planned.catch(() => undefined);
      return planned;
    },
    write(texts) {
      for (const path of texts.keys()) {
        const problem = problemOf(path);
        if (problem !== null) throw new WriteFailure(new Error(problem), []);
      }
      writeWhole(dir, texts);
    },
  };
}

/** A new file belongs beside the present ones. */
function placesOf({ types, components }: LoadedDefinitions, hasApis: boolean): FoundDefinitions['places'] {
  const uses = (files: readonly LoadedFile[], folder: string): boolean =>
    files.some(({ source }) => source.startsWith(folder));
  const inSource = uses(types, 'src/') || (types.length === 0 && hasApis);
  return {
    type: inSource ? 'src/api/{name}/content-types/{name}/schema.json' : 'config/content-types/{name}.json',
    component: `${uses(components, 'src/') || (components.length === 0 && inSource) ? 'src' : 'config'}/components/{category}/{name}.json`,
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
