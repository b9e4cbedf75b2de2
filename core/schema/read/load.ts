// Finds the definition files of an application, in either layout, and reads them. The compiler resolves what they mean.
//   config/content-types/<name>.json            config/components/<category>/<name>.json
//   src/api/<api>/content-types/<name>/schema.json   src/components/<category>/<name>.json
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPlainObject } from '../../check/checks';
import { readJsonText } from '../../check/json-text';
import type { Mistake } from '../../errors/startup-error';

export interface LoadedFile {
  readonly uid: string;
  /** The file, relative to the application. */
  readonly source: string;
  readonly definition: unknown;
}

export interface LoadedDefinitions {
  readonly types: readonly LoadedFile[];
  readonly components: readonly LoadedFile[];
  /** Uids of files that are not JSON. */
  readonly unreadable: readonly string[];
  readonly mistakes: readonly Mistake[];
}

export function loadDefinitions(dir: string): LoadedDefinitions {
  const mistakes: Mistake[] = [];
  const unreadable: string[] = [];
  const read = (path: string, uidOf: (definition: unknown) => string): LoadedFile[] => {
    const result = readJsonText(readFileSync(join(dir, path), 'utf8'));
    if ('value' in result) return [{ uid: uidOf(result.value), source: path, definition: result.value }];
    const { line, column, message } = result.mistake;
    mistakes.push({ where: path, at: `line ${line}, column ${column}`, message });
    unreadable.push(uidOf(undefined));
    return [];
  };

  const types = [
    ...jsonFiles(dir, 'config/content-types').flatMap(({ path, name }) =>
      read(path, (definition) => ownUid(definition, name)),
    ),
    ...folders(dir, 'src/api').flatMap((api) =>
      folders(dir, `src/api/${api}/content-types`)
        .map((name) => ({ name, path: `src/api/${api}/content-types/${name}/schema.json` }))
        .filter(({ path }) => existsSync(join(dir, path)))
        .flatMap(({ name, path }) => read(path, () => `api::${api}.${name}`)),
    ),
  ];
  const components = ['config/components', 'src/components'].flatMap((root) =>
    folders(dir, root).flatMap((category) =>
      jsonFiles(dir, `${root}/${category}`).flatMap(({ path, name }) =>
        read(path, () => `${category}.${name}`),
      ),
    ),
  );
  return { types, components, unreadable, mistakes };
}

/** `api::article.article`, from the singular name. Without one, from the file name; the mistake is reported later. */
function ownUid(definition: unknown, fileName: string): string {
  const info = isPlainObject(definition) && isPlainObject(definition.info) ? definition.info : {};
  const name = typeof info.singularName === 'string' ? info.singularName : fileName;
  return `api::${name}.${name}`;
}

function jsonFiles(dir: string, folder: string): { readonly path: string; readonly name: string }[] {
  return entries(dir, folder)
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map(({ name }) => ({ path: `${folder}/${name}`, name: name.slice(0, -'.json'.length) }));
}

const folders = (dir: string, folder: string): string[] =>
  entries(dir, folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

function entries(dir: string, folder: string) {
  const path = join(dir, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
