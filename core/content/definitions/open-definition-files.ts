// The definition files of an application folder.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kernel } from '../../kernel/app/app';
import { type DefinitionSchemas, definitionJsonSchema } from '../model/read/json-schema';
import {
  kindOfPath,
  type LoadedDefinitions,
  type LoadedFile,
  loadDefinitions,
  PLACES_OF_FILES,
} from '../model/read/load';
import {
  type DefinitionFile,
  type DefinitionFiles,
  type FoundDefinitions,
  WriteFailure,
} from './definition-files';
import { planUnwritten } from './plan-unwritten';
import { problemOnTheWay } from './problem-on-the-way';
import { writeWhole } from './write-whole';

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
