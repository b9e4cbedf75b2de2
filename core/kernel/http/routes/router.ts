// Finds the methods of a path: a tree with one level for each part of a path. A wildcard at the end takes the parts that are left.
import type { Method } from './route';
import { isParameter, isWildcard, partsOf } from './route-path';

export interface MethodTable<T> {
  readonly byMethod: ReadonlyMap<string, T>;
  /** For the header `Allow`. */
  readonly allow: string;
}

export interface Match<T> {
  readonly table: MethodTable<T>;
  /** The values of the parameters, in the order of the path. */
  readonly values: readonly string[];
}

export interface PathRoute<T> {
  readonly method: Method;
  readonly path: string;
  readonly route: T;
}

export interface Router<T> {
  /**
   * null: unknown. 'undecodable': the path is not valid percent-encoded UTF-8. 'unsafe': only a wildcard takes the path, and one of the
   * parts could lead out of a folder.
   */
  find(url: string): Match<T> | 'undecodable' | 'unsafe' | null;
}

interface Node<T> {
  /** By the part in lower case. A fixed part wins over a parameter. */
  readonly fixed: Map<string, Node<T>>;
  parameter: Node<T> | null;
  /** The methods of a wildcard. Fixed parts and parameters win over it. */
  rest: MethodTable<T> | null;
  /** null: no route ends here. */
  table: MethodTable<T> | null;
}

const METHODS = ['HEAD', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const MAX_PARAM_LENGTH = 2048;

export function createRouter<T>(routes: readonly PathRoute<T>[]): Router<T> {
  const root = createNode<T>();
  for (const { method, path, route } of routes) add(root, partsOf(path), method, route);
  return {
    find(url) {
      if (!url.startsWith('/')) return null;
      // Few clients send the fragment of their URL.
      const fragment = url.indexOf('#');
      const path = fragment === -1 ? url : url.slice(0, fragment);
      const isEncoded = path.includes('%');
      if (isEncoded && !isDecodable(path)) return 'undecodable';
      const search: Search = { parts: partsOf(path), isEncoded, values: [], isUnsafe: false };
      const table = tableAt(root, 0, search);
      if (table === null) return search.isUnsafe ? 'unsafe' : null;
      return { table, values: search.values };
    },
  };
}

const createNode = <T>(): Node<T> => ({ fixed: new Map(), parameter: null, rest: null, table: null });

function add<T>(root: Node<T>, parts: readonly string[], method: Method, route: T): void {
  let node = root;
  for (const part of parts) {
    if (isWildcard(part)) {
      node.rest = withMethod(node.rest, method, route);
      return;
    }
    node = childOf(node, part);
  }
  node.table = withMethod(node.table, method, route);
}

function withMethod<T>(table: MethodTable<T> | null, method: Method, route: T): MethodTable<T> {
  const methods = new Map(table?.byMethod).set(method, route);
  if (method === 'GET') methods.set('HEAD', route);
  return { byMethod: methods, allow: METHODS.filter((one) => methods.has(one)).join(', ') };
}

function childOf<T>(node: Node<T>, part: string): Node<T> {
  if (isParameter(part)) {
    node.parameter ??= createNode();
    return node.parameter;
  }
  const known = node.fixed.get(part.toLowerCase());
  if (known) return known;
  const made = createNode<T>();
  node.fixed.set(part.toLowerCase(), made);
  return made;
}

interface Search {
  readonly parts: readonly string[];
  readonly isEncoded: boolean;
  readonly values: string[];
  /** A wildcard refused the path. */
  isUnsafe: boolean;
}

/** If the fixed part leads nowhere, the parameter may, and then the wildcard. */
function tableAt<T>(node: Node<T>, at: number, search: Search): MethodTable<T> | null {
  const raw = search.parts[at];
  const exact = raw === undefined ? node.table : tableBelow(node, raw, at, search);
  return exact ?? (node.rest === null ? null : restAt(node.rest, at, search));
}

function tableBelow<T>(node: Node<T>, raw: string, at: number, search: Search): MethodTable<T> | null {
  const part = search.isEncoded ? decodeURIComponent(raw) : raw;
  const fixed = node.fixed.get(part) ?? node.fixed.get(part.toLowerCase());
  const found = fixed && tableAt(fixed, at + 1, search);
  if (found) return found;
  if (!node.parameter || raw === '' || part.length > MAX_PARAM_LENGTH) return null;
  search.values.push(part);
  const below = tableAt(node.parameter, at + 1, search);
  if (!below) search.values.pop();
  return below;
}

/** Empty parts, `.`, `..`, and parts with a slash, a backslash or NUL: as names of files they could mean another folder. */
const UNSAFE_PART = /^\.{0,2}$|[/\\\0]/;

function restAt<T>(table: MethodTable<T>, at: number, search: Search): MethodTable<T> | null {
  const { parts, isEncoded, values } = search;
  const rest = parts.slice(at).map((part) => (isEncoded ? decodeURIComponent(part) : part));
  if (rest.some((part) => part.length > MAX_PARAM_LENGTH)) return null;
  if (rest.some((part) => UNSAFE_PART.test(part))) {
    search.isUnsafe = true;
    return null;
  }
  values.push(rest.join('/'));
  return table;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
