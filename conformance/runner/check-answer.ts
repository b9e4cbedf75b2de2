// Compares an answer with the expectation of a step. A populated value wrapped as `{ data }` counts like the value itself. `body`
// compares the answer unchanged.
import type { Answer, Expectation } from '../cases/case';
import { valueAt } from '../wire/captures';
import { sameValue } from '../wire/same-value';
import { match } from './match';

export class CheckFailed extends Error {
  constructor(
    message: string,
    readonly path: string,
    readonly expected: unknown,
    readonly received: unknown,
  ) {
    super(message);
  }
}

export interface CheckOptions {
  readonly idOf: (alias: string) => unknown;
  /** The status counts where our decisions name it: what is absent is a 404. */
  readonly isDecided: boolean;
}

/** Returns true if any 4xx would have satisfied the expectation. */
export function checkAnswer(expect: Expectation, answer: Answer, { idOf, isDecided }: CheckOptions): boolean {
  const { status } = expect;
  checkStatus(isDecided && status === 'absent' ? ABSENT : status, answer);
  const hold = (pattern: unknown, value: unknown, where: string): void => {
    if (pattern === undefined) return;
    const found = match(pattern, value, where);
    if (found) throw new CheckFailed(`${found.path} differs`, found.path, found.expected, found.received);
  };
  const flat = { ...objectOf(answer.body), data: unwrapped(valueAt(answer.body, 'data'), true) };
  hold(expect.body, answer.body, '');
  hold(expect.data, flat.data, 'data');
  hold(expect.meta, valueAt(answer.body, 'meta'), 'meta');
  hold(expect.error, valueAt(answer.body, 'error'), 'error');
  for (const [path, pattern] of Object.entries(expect.at ?? {})) hold(pattern, valueAt(flat, path), path);
  for (const [name, pattern] of Object.entries(expect.headers ?? {}))
    hold(pattern, answer.headers[name], `headers.${name}`);
  if (expect.empty && answer.text !== '')
    throw new CheckFailed('the answer has a body', 'body', '', answer.text);
  checkList(expect, flat.data, idOf);
  return (status === 'refused' || (status === 'absent' && !isDecided)) && isRefused.holds(answer);
}

const ABSENT = 404;

/** A deployment that is busy has not refused the request. */
const TRANSIENT: ReadonlySet<number> = new Set([408, 429]);

interface StatusClass {
  readonly says: string;
  holds(answer: Answer): boolean;
}

const isSuccess: StatusClass = {
  says: 'a status of 2xx',
  holds: ({ status }) => status >= 200 && status <= 299,
};
const isRefused: StatusClass = {
  says: 'a status of 4xx, but not 408 or 429',
  holds: ({ status }) => status >= 400 && status <= 499 && !TRANSIENT.has(status),
};
const CLASSES: Readonly<Record<'refused' | 'absent' | 'any', StatusClass>> = {
  refused: isRefused,
  absent: {
    says: 'a status of 4xx, but not 408 or 429, or a status of 2xx without data',
    holds: (answer) =>
      isRefused.holds(answer) || (isSuccess.holds(answer) && (valueAt(answer.body, 'data') ?? null) === null),
  },
  any: { says: 'a status below 500', holds: ({ status }) => status < 500 },
};

function checkStatus(wanted: Expectation['status'], answer: Answer): void {
  const { status } = answer;
  const known = typeof wanted === 'string' ? CLASSES[wanted] : wanted === undefined ? isSuccess : null;
  const holds = known ? known.holds(answer) : [wanted].flat().includes(status);
  if (!holds) throw new CheckFailed(`answered ${status}`, 'status', known?.says ?? wanted, status);
}

function checkList(expect: Expectation, data: unknown, idOf: (alias: string) => unknown): void {
  const { list, some, has, lacks } = expect;
  if (!list && !some && !has && !lacks) return;
  if (!Array.isArray(data)) throw new CheckFailed('data is not a list', 'data', 'a list of documents', data);
  const ids = data.map((item: unknown) => valueAt(item, 'documentId'));
  const known = new Map(
    [list, some, has, lacks].flatMap((names) => names ?? []).map((name) => [idOf(name), name]),
  );
  const shown = ids.map((id) => known.get(id) ?? id);
  const sorted = (values: readonly unknown[]): string[] => values.map(String).sort();
  if (list && !sameValue(shown, list))
    throw new CheckFailed('other documents, or another order', 'data', list, shown);
  if (some && !sameValue(sorted(shown), sorted(some)))
    throw new CheckFailed('other documents', 'data', sorted(some), sorted(shown));
  const missing = has?.filter((name) => !shown.includes(name)) ?? [];
  if (missing.length > 0) throw new CheckFailed('documents are missing', 'data', missing, shown);
  const present = lacks?.filter((name) => shown.includes(name)) ?? [];
  if (present.length > 0)
    throw new CheckFailed('forbidden documents are in the list', 'data', `none of ${lacks}`, present);
}

function unwrapped(value: unknown, top = false): unknown {
  if (Array.isArray(value)) return value.map((item) => unwrapped(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [first] = entries;
  if (!top && entries.length === 1 && first?.[0] === 'data' && isPopulated(first[1]))
    return unwrapped(first[1]);
  return Object.fromEntries(entries.map(([key, item]) => [key, unwrapped(item)]));
}

const isPopulated = (value: unknown): boolean =>
  value === null ||
  (Array.isArray(value)
    ? value.every((item) => valueAt(item, 'documentId') !== undefined)
    : valueAt(value, 'documentId') !== undefined);

const objectOf = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});
