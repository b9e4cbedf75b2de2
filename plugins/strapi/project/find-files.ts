// The code files of a project, by their part in it.
import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { CODE, pathIn } from './modules';

export interface ProjectFiles {
  /** All code files below src, absolute. */
  readonly all: readonly string[];
  /** Absolute; null: there is none. */
  readonly index: string | null;
  readonly apis: readonly ApiFiles[];
  readonly policies: readonly string[];
  readonly middlewares: readonly string[];
  /** `strapi-server` of an extension, by plugin. */
  readonly extensions: ReadonlyMap<string, string>;
}

export interface ApiFiles {
  readonly name: string;
  readonly controllers: readonly string[];
  readonly services: readonly string[];
  readonly routes: readonly string[];
  readonly policies: readonly string[];
  readonly middlewares: readonly string[];
  /** By the name of the content type. */
  readonly lifecycles: ReadonlyMap<string, string>;
  readonly types: readonly string[];
}

/** Folders with code for other programs. */
const SKIPPED = /^src\/(admin|plugins)$|\/(node_modules|__tests__|tests?)$/;
/** The folders of an API, a type and an extension, which may be called `test`. */
const NAMED = /^src\/(api|api\/[^/]+\/content-types|extensions)\/tests?$/;
const NO_CODE = /\.d\.[mc]?ts$|\.(test|spec)\.\w+$/;

export function findFiles(dir: string): ProjectFiles {
  const all = codeIn(dir, join(dir, 'src'));
  const flat = (folder: string): string[] =>
    all.filter((file) => {
      const path = pathIn(dir, file);
      return path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes('/');
    });
  const named = (folder: string, name: string): string | null =>
    flat(folder).find((file) => keyOf(file) === name) ?? null;
  const apis = foldersIn(join(dir, 'src/api')).map((name): ApiFiles => {
    const at = (part: string): string[] => flat(`src/api/${name}/${part}`);
    const types = foldersIn(join(dir, 'src/api', name, 'content-types'));
    return {
      name,
      controllers: at('controllers'),
      services: at('services'),
      routes: at('routes'),
      policies: at('policies'),
      middlewares: at('middlewares'),
      types,
      lifecycles: found(types, (type) => named(`src/api/${name}/content-types/${type}`, 'lifecycles')),
    };
  });
  return {
    all,
    index: named('src', 'index'),
    apis,
    policies: flat('src/policies'),
    middlewares: flat('src/middlewares'),
    extensions: found(foldersIn(join(dir, 'src/extensions')), (plugin) =>
      named(`src/extensions/${plugin}`, 'strapi-server'),
    ),
  };
}

/** `src/api/a/controllers/my-thing.ts` → `my-thing`. */
export const keyOf = (file: string): string => basename(file, extname(file));

function found(names: readonly string[], fileOf: (name: string) => string | null): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of names) {
    const file = fileOf(name);
    if (file !== null) files.set(name, file);
  }
  return files;
}

const foldersIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
        .sort()
    : [];

/** In the order of names. Of `a.ts` and `a.js`, the TypeScript file counts. */
function codeIn(dir: string, folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  const names = new Set(entries.map(({ name }) => name));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    const place = pathIn(dir, path);
    if (SKIPPED.test(place) && !NAMED.test(place)) return [];
    if (entry.isDirectory()) return codeIn(dir, path);
    const { name } = entry;
    const isCode = CODE.some((extension) => name.endsWith(extension)) && !NO_CODE.test(name);
    const isCompiled = name.endsWith('.js') && names.has(`${name.slice(0, -3)}.ts`);
    return isCode && !isCompiled ? [path] : [];
  });
}
