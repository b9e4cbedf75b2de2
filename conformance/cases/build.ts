// Short functions to write cases with. They only build data.
import type { Case, Expectation, Given, Method, Step } from './case';

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
/** Records the answer and accepts every answer. */
export const note = (path: string, ...record: string[]): Step => ({
  send: 'GET',
  path,
  expect: { status: 'any' },
  record: record.length > 0 ? record : ['status'],
});

/** Without permission: 404 hides that there is something. */
export const DENIED = [401, 403, 404];

/** The spec names no answer for a document that is not there: a refusal, or nothing. */
export const ABSENT: Expectation = { status: 'absent' };

export const made = (at: string, data: unknown): Given => ({ at, data });
/** A document of `plain`, the type with one attribute of each simple kind. Its `mail` belongs to this case alone. */
export const plain = (data: object = {}): Given =>
  made('/plains', { name: '{mark}', mail: '{mark}@conform.test', ...data });
export const article = (data: object = {}): Given => made('/articles', { title: '{mark}', ...data });
export const named = (at: string, name = '{mark}'): Given => made(at, { name });

/** A filter for the plains of this case. */
export const OWN = 'filters[mail][$eq]={mark}@conform.test';

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
