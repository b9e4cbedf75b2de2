// Finds the methods of a path: a tree with one level for each part of a path.
import type { Method } from './route';
import { isParameter, partsOf } from './route-collector';

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
  /** null: unknown. 'undecodable': the path is not valid percent-encoded UTF-8. */
  find(url: string): Match<T> | 'undecodable' | null;
}

interface Node<T> {
  /** By the part in lower case. A fixed part wins over a parameter. */
  readonly fixed: Map<string, Node<T>>;
  parameter: Node<T> | null;
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
      const values: string[] = [];
      const table = tableAt(root, partsOf(path), 0, isEncoded, values);
      return table && { table, values };
    },
  };
}

const createNode = <T>(): Node<T> => ({ fixed: new Map(), parameter: null, table: null });

function add<T>(root: Node<T>, parts: readonly string[], method: Method, route: T): void {
  let node = root;
  for (const part of parts) node = childOf(node, part);
  const methods = new Map(node.table?.byMethod).set(method, route);
  if (method === 'GET') methods.set('HEAD', route);
  node.table = { byMethod: methods, allow: METHODS.filter((one) => methods.has(one)).join(', ') };
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

/** If the fixed part leads nowhere, the parameter may. */
function tableAt<T>(
  node: Node<T>,
  parts: readonly string[],
  at: number,
  isEncoded: boolean,
  values: string[],
): MethodTable<T> | null {
  const raw = parts[at];
  if (raw === undefined) return node.table;
  const part = isEncoded ? decodeURIComponent(raw) : raw;
  const fixed = node.fixed.get(part) ?? node.fixed.get(part.toLowerCase());
  const found = fixed && tableAt(fixed, parts, at + 1, isEncoded, values);
  if (found) return found;
  if (!node.parameter || raw === '' || part.length > MAX_PARAM_LENGTH) return null;
  values.push(part);
  const below = tableAt(node.parameter, parts, at + 1, isEncoded, values);
  if (!below) values.pop();
  return below;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
