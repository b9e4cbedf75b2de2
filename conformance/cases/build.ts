// Short functions to write cases with. They only build data.
import type { Case, Expectation, Given, Method, Step } from './case';
import type { Pattern } from './pattern';

type More = Omit<Partial<Step>, 'send' | 'path' | 'expect'>;

const step =
  (send: Method) =>
  (path: string, expect: Expectation = {}, more: More = {}): Step => ({ send, path, expect, ...more });

export const get = step('GET');
export const del = step('DELETE');
export const post = (path: string, data: unknown, expect: Expectation = {}, more: More = {}): Step => ({
  send: 'POST',
  path,
  body: { data },
  expect,
  ...more,
});
export const put = (path: string, data: unknown, expect: Expectation = {}, more: More = {}): Step => ({
  send: 'PUT',
  path,
  body: { data },
  expect,
  ...more,
});
/** Performs an action on a document: `publish`, `unpublish` or `discard-draft`. */
export const act = (path: string, name: string, expect: Expectation = {}, query = ''): Step => ({
  send: 'POST',
  path: `${path}/actions/${name}${query}`,
  expect: { status: 200, ...expect },
});
/** A query that the deployment refuses. `more` are further parts of the error. */
export const invalidQuery = (path: string, more: { readonly [key: string]: Pattern } = {}): Step =>
  get(path, { status: 400, error: { name: 'ValidationError', ...more } });
/** A regular expression that finds all these lines in any order. */
export const inAnyOrder = (lines: readonly string[]): string =>
  `^${lines.map((line) => `(?=[\\s\\S]*?${line})`).join('')}`;
/** Records the answer and accepts every answer. */
export const note = (path: string, ...record: string[]): Step => ({
  send: 'GET',
  path,
  expect: { status: 'any' },
  record: record.length > 0 ? record : ['status'],
});

/** Without permission: 404 hides that there is something. */
export const DENIED = [401, 403, 404];

/** The answer to a request with an invalid query or body. */
export const INVALID: Expectation = { status: 400, error: { name: 'ValidationError' } };

export const IS_JSON = /^application\/(problem\+)?json/;
/** Asks for answers in the format of version 4. */
export const V4 = { headers: { 'Strapi-Response-Format': 'v4' } };

/** The spec names no answer for a document that is not there: a refusal, or nothing. */
export const ABSENT: Expectation = { status: 'absent' };

export const made = (at: string, data: unknown): Given => ({ at, data });
/** A document of `plain`, the type with one attribute of each simple kind. Its `mail` belongs to this case alone. */
export const plain = (data: object = {}): Given =>
  made('/plains', { name: '{mark}', mail: '{mark}@conform.test', ...data });
export const article = (data: object = {}): Given => made('/articles', { title: '{mark}', ...data });
export const named = (at: string, name = '{mark}'): Given => made(at, { name });
/** The documentId of a document of the case. */
export const idOf = (alias: string): string => `{${alias}.documentId}`;

/** A documentId that no document has. */
export const UNKNOWN = 'unknown00000000000000000';
/** The locales of the schema. */
export const LOCALES = ['en', 'fr', 'de'];
/** For cases that write the single type `homepage`. */
export const HOMEPAGE = { lock: 'homepage', keeps: ['/homepage', '/homepage?locale=fr'] };

/** A filter for the plains of this case. */
export const OWN = 'filters[mail][$eq]={mark}@conform.test';
/** The query finds exactly these plains, in any order. */
export const asks = (query: string, ...some: string[]): Step => get(`/plains?${OWN}&${query}`, { some });
/** The query lists exactly these plains, in this order. */
export const lists = (query: string, ...list: string[]): Step => get(`/plains?${OWN}&${query}`, { list });

export function check(
  rows: string | readonly string[],
  given: Readonly<Record<string, Given>>,
  steps: readonly Step[],
  more: Omit<Case, 'rows' | 'given' | 'steps'> = {},
): Case {
  return { rows: [rows].flat(), given, steps, ...more };
}

/** `count` documents with the names `d0`, `d1`, … */
export function several(count: number, one: (index: number) => Given, name = 'd'): Record<string, Given> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}${index}`, one(index)]));
}

export const names = (count: number, from = 0, name = 'd'): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${from + index}`);

/** Plains with `n` from 0 to 4. */
export const FIVE = several(5, (index) => plain({ n: index }));
/** Plains with values, and one without. */
export const NULLS = {
  a: plain({ n: 1, name: 'x' }),
  b: plain({ n: null, name: null }),
  c: plain({ n: 2, name: 'y' }),
};
