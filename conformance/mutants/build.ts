// Short functions to write mutants with.
import type { Mutant, Pair, Seen } from './mutating-proxy';

export type Values = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const drops = (row: string, pattern: RegExp, does: string): Mutant => ({
  row,
  does,
  query: (pairs) => pairs.filter(([key]) => !pattern.test(key)),
});
export const renames = (row: string, from: RegExp, to: string, does: string): Mutant => ({
  row,
  does,
  query: (pairs) => pairs.map(([key, value]): Pair => [key.replace(from, to), value]),
});
export const values = (
  row: string,
  change: (key: string, value: string) => string,
  does: string,
): Mutant => ({
  row,
  does,
  query: (pairs) => pairs.map(([key, value]): Pair => [key, change(key, value)]),
});
export const writes = (
  row: string,
  change: (attributes: Values, seen: Seen) => Values,
  does: string,
  method = 'PUT',
): Mutant => ({
  row,
  does,
  body: (body, seen) =>
    seen.method === method && isObject(body) && isObject(body.data)
      ? { ...body, data: change(body.data, seen) }
      : body,
});
/** Changes the text of the body or the answer, in which a mistake is easy to describe. */
export const retold = (row: string, from: RegExp, to: string, does: string): Mutant => ({
  row,
  does,
  body: (body) => JSON.parse(JSON.stringify(body).replace(from, to)),
});
export const answers = (
  row: string,
  change: (body: Values, seen: Seen) => unknown,
  does: string,
): Mutant => ({
  row,
  does,
  answer: ({ body }, seen) => (isObject(body) ? { body: change(body, seen) } : {}),
});
export const typed = (
  row: string,
  isMeant: (status: number, seen: Seen) => boolean,
  does: string,
): Mutant => ({
  row,
  does,
  answer: ({ status, headers }, seen) =>
    isMeant(status, seen) ? { headers: { ...headers, 'content-type': 'text/html' } } : {},
});
/** The deployment understands the GraphQL operation as another one. */
export const asked = (row: string, from: string, to: string, does: string): Mutant => ({
  row,
  does,
  body: (body) =>
    isObject(body) && typeof body.query === 'string'
      ? { ...body, query: body.query.replaceAll(from, to) }
      : body,
});
/** Changes the text of its answers over GraphQL. */
export const answered = (row: string, from: RegExp, to: string, does: string): Mutant => ({
  row,
  does,
  answer: ({ body }, { path }) =>
    path.startsWith('/graphql') ? { body: JSON.parse(JSON.stringify(body ?? null).replace(from, to)) } : {},
});
/** Gives a path the status. */
export const status = (row: string, method: string, path: RegExp, code: number, does: string): Mutant => ({
  row,
  does,
  answer: (_answer, seen) =>
    seen.method === method && path.test(seen.path) ? { status: code, body: null } : {},
});
