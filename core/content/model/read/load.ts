// Finds the definition files of an application, in either layout, and reads them. The compiler resolves what they mean.
//   config/content-types/<name>.json            config/components/<category>/<name>.json
//   src/api/<api>/content-types/<name>/schema.json   src/components/<category>/<name>.json
// A JSON file beside these places is a mistake, because Quire would not read it.
import { isPlainObject } from '../../../kernel/check/checks';
import { readJsonText } from '../../../kernel/check/json-text';
import type { Mistake } from '../../../kernel/errors/startup-error';
import { createFolders, type Folders, type UnwrittenFiles } from './folders';

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

export function loadDefinitions(dir: string, unwritten?: UnwrittenFiles): LoadedDefinitions {
  const mistakes: Mistake[] = [];
  const unreadable: string[] = [];
  const tree = createFolders(dir, mistakes, unwritten);
  const read = (path: string, uidOf: (definition: unknown) => string): LoadedFile[] => {
    const text = tree.read(path);
    const result = text === null ? null : readJsonText(text);
    if (result && 'value' in result)
      return [{ uid: uidOf(result.value), source: path, definition: result.value }];
    if (result) {
      const { line, column, message } = result.mistake;
      mistakes.push({ where: path, at: `line ${line}, column ${column}`, message });
    }
    unreadable.push(uidOf(undefined));
    return [];
  };

  const types = [
    ...tree
      .jsonFiles(TYPES)
      .flatMap((name) => read(`${TYPES}/${name}.json`, (definition) => ownUid(definition, name))),
    ...tree.folders(APIS).flatMap((api) =>
      tree
        .folders(`${APIS}/${api}/content-types`)
        .map((name) => ({ name, path: `${APIS}/${api}/content-types/${name}/schema.json` }))
        .filter(({ path }) => tree.exists(path))
        .flatMap(({ name, path }) => read(path, () => `api::${api}.${name}`)),
    ),
  ];
  const components = COMPONENTS.flatMap((root) =>
    tree
      .folders(root)
      .flatMap((category) =>
        tree
          .jsonFiles(`${root}/${category}`)
          .flatMap((name) => read(`${root}/${category}/${name}.json`, () => `${category}.${name}`)),
      ),
  );
  for (const [folder, place] of misplaced(tree))
    for (const name of tree.jsonFiles(folder))
      mistakes.push({
        where: `${folder}/${name}.json`,
        message: `Quire reads no file at this place; move it to ${place}`,
      });
  return { types, components, unreadable, mistakes };
}

const TYPES = 'config/content-types';
const APIS = 'src/api';
const COMPONENTS = ['config/components', 'src/components'];

/** For messages. */
export const PLACES_OF_FILES =
  'no definition file is read at this path; use config/content-types/NAME.json, src/api/NAME/content-types/NAME/schema.json or config/components/CATEGORY/NAME.json (or src/components)';

const PLACES = [
  ['type', /^config\/content-types\/[\w-]+\.json$/],
  ['type', /^src\/api\/[\w-]+\/content-types\/[\w-]+\/schema\.json$/],
  ['component', /^(config|src)\/components\/[\w-]+\/[\w-]+\.json$/],
] as const;

/** What `loadDefinitions` reads at the path; null if it reads no file there. */
export const kindOfPath = (path: string): 'type' | 'component' | null =>
  PLACES.find(([, pattern]) => pattern.test(path))?.[0] ?? null;

/** Folders without definition files, and the place of the files that they may contain. */
function* misplaced(tree: Folders): Generator<readonly [folder: string, place: string]> {
  for (const folder of tree.folders(TYPES)) yield [`${TYPES}/${folder}`, `${TYPES}/<name>.json`];
  for (const api of tree.folders(APIS)) {
    const types = `${APIS}/${api}/content-types`;
    const place = `${types}/<name>/schema.json`;
    yield [types, place];
    for (const name of tree.folders(types))
      if (!tree.exists(`${types}/${name}/schema.json`)) yield [`${types}/${name}`, place];
  }
  for (const root of COMPONENTS) {
    const place = `${root}/<category>/<name>.json`;
    yield [root, place];
    for (const category of tree.folders(root))
      for (const folder of tree.folders(`${root}/${category}`))
        yield [`${root}/${category}/${folder}`, place];
  }
}

/** `api::article.article`, from the singular name. Without one, from the file name; the mistake is reported later. */
function ownUid(definition: unknown, fileName: string): string {
  const info = isPlainObject(definition) && isPlainObject(definition.info) ? definition.info : {};
  const name = typeof info.singularName === 'string' ? info.singularName : fileName;
  return `api::${name}.${name}`;
}
