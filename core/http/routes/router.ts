// Finds the methods of a path with one look-up.
import findMyWay from 'find-my-way';
import type { Method } from './route';
import { pathPattern } from './route-collector';

export interface MethodTable<T> {
  readonly byMethod: ReadonlyMap<string, T>;
  /** For the header `Allow`. */
  readonly allow: string;
}

export interface Match<T> {
  readonly table: MethodTable<T>;
  /** With the parameter names of the first route of this path; `rename` gives each route its own names. */
  readonly params: Readonly<Record<string, string>>;
}

export interface PathRoute<T> {
  readonly method: Method;
  readonly path: string;
  /** `rename` is null unless an earlier route of this path has other parameter names. */
  build(rename: ((params: Readonly<Record<string, string>>) => Readonly<Record<string, string>>) | null): T;
}

export interface Router<T> {
  /** null: unknown. 'undecodable': the path is not valid percent-encoded UTF-8. */
  find(path: string): Match<T> | 'undecodable' | null;
}

const MAX_PARAM_LENGTH = 2048;
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

export function createRouter<T>(routes: readonly PathRoute<T>[]): Router<T> {
  const finder = findMyWay({
    caseSensitive: false,
    ignoreTrailingSlash: true,
    maxParamLength: MAX_PARAM_LENGTH,
    onBadUrl: () => undefined,
  });
  const paths = new Map<string, { names: readonly string[]; path: string; methods: Map<string, T> }>();
  for (const route of routes) {
    const pattern = pathPattern(route.path);
    const names = parameterNames(route.path);
    let entry = paths.get(pattern);
    if (!entry) {
      entry = { names, path: route.path, methods: new Map() };
      paths.set(pattern, entry);
    }
    entry.methods.set(route.method, route.build(renaming(entry.names, names)));
  }
  for (const { path, methods } of paths.values()) {
    const get = methods.get('GET');
    if (get !== undefined) methods.set('HEAD', get);
    const allow = ['HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => methods.has(method));
    const table: MethodTable<T> = { byMethod: methods, allow: allow.join(', ') };
    finder.on('GET', path, () => undefined, table);
  }
  finder.compile();

  return {
    find(path) {
      if (path.includes('//')) return null;
      const found = finder.find('GET', path);
      if (found === null) return null;
      if (found.store === null) return 'undecodable';
      return {
        table: found.store as MethodTable<T>,
        params: (found.params as Record<string, string>) ?? NO_PARAMS,
      };
    },
  };
}

function parameterNames(path: string): string[] {
  return path.split('/').flatMap((part) => (part.startsWith(':') ? [part.slice(1)] : []));
}

function renaming(first: readonly string[], own: readonly string[]) {
  if (first.every((name, index) => name === own[index])) return null;
  return (params: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(own.map((name, index) => [name, params[first[index] ?? ''] ?? '']));
}
