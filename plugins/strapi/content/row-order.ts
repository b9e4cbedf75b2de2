// Rows of two reads in one order: drafts and published versions.
import { check } from '../../../core';

interface SortKey {
  readonly path: readonly string[];
  readonly sign: number;
}

/** `'title:desc'`, `{ title: 'desc' }`, `{ author: { name: 'asc' } }`, and lists of them. */
export function sortKeys(sort: unknown, path: readonly string[] = []): SortKey[] {
  if (Array.isArray(sort)) return sort.flatMap((one) => sortKeys(one, path));
  if (typeof sort === 'string' && path.length === 0)
    return sort.split(',').map((one) => {
      const [name = '', direction = 'asc'] = one.trim().split(':');
      return { path: name.split('.'), sign: direction.toLowerCase() === 'desc' ? -1 : 1 };
    });
  if (typeof sort === 'string') return [{ path, sign: sort.toLowerCase() === 'desc' ? -1 : 1 }];
  if (!check.isPlainObject(sort)) return [];
  return Object.entries(sort).flatMap(([key, value]) => sortKeys(value, [...path, key]));
}

/** What a read of the values of all sort keys asks for. null: the rows have these values. */
export function sortedBehind(sort: unknown): { readonly fields: string[]; readonly populate: object } | null {
  const paths = sortKeys(sort).map(({ path }) => path);
  return paths.some((path) => path.length > 1) ? shapeOf(paths) : null;
}

interface Shape {
  readonly fields: string[];
  readonly populate: Record<string, Shape>;
}

function shapeOf(paths: readonly (readonly string[])[]): Shape {
  const fields = ['id', ...paths.flatMap(([name, ...rest]) => (name && rest.length === 0 ? [name] : []))];
  const names = new Set(paths.flatMap(([name, ...rest]) => (name && rest.length > 0 ? [name] : [])));
  const below = (name: string): Shape =>
    shapeOf(paths.flatMap(([first, ...rest]) => (first === name && rest.length > 0 ? [rest] : [])));
  return {
    fields: [...new Set(fields)],
    populate: Object.fromEntries([...names].map((name) => [name, below(name)])),
  };
}

/** Without `orderBy`, the row ids decide. `valuesOf`: the row with the values of its sort keys. */
export function ordered<T extends object>(
  rows: readonly T[],
  sort: unknown,
  valuesOf: (row: T) => object,
): readonly T[] {
  const keys = [...sortKeys(sort), { path: ['id'], sign: 1 }];
  return rows.toSorted((a, b) => {
    for (const { path, sign } of keys) {
      const order = compare(valueAt(valuesOf(a), path, sign), valueAt(valuesOf(b), path, sign));
      if (order !== 0) return order * sign;
    }
    return 0;
  });
}

/** Of several related rows, the first one in the order. */
function valueAt(row: unknown, [name, ...rest]: readonly string[], sign: number): unknown {
  if (Array.isArray(row)) {
    const values = row.map((one) => valueAt(one, name === undefined ? [] : [name, ...rest], sign));
    return values.toSorted((a, b) => compare(a, b) * sign)[0];
  }
  if (name === undefined) return row;
  return check.isPlainObject(row) ? valueAt(row[name], rest, sign) : undefined;
}

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : -1;
  if (b === null || b === undefined) return 1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : 1;
}
