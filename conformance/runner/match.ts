// Compares a value with a pattern and names the first difference. This file defines every matcher.
import { isMatcher, type MatcherName } from '../cases/pattern';
import { sameValue } from '../wire/same-value';

export interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly received: unknown;
}

/** The first difference, or null. */
export function match(pattern: unknown, value: unknown, path = ''): Difference | null {
  if (isMatcher(pattern)) return RULES[pattern.$is](pattern.with, value, path, pattern);
  if (Array.isArray(pattern)) return matchList(pattern, value, path);
  if (isObject(pattern)) {
    if (!isObject(value)) return differ(path, pattern, value);
    for (const [key, wanted] of Object.entries(pattern)) {
      const found = match(wanted, Object.hasOwn(value, key) ? value[key] : undefined, join(path, key));
      if (found) return found;
    }
    return null;
  }
  return Object.is(pattern, value) ? null : differ(path, pattern, value);
}

function matchList(pattern: readonly unknown[], value: unknown, path: string): Difference | null {
  if (!Array.isArray(value) || value.length !== pattern.length) return differ(path, pattern, value);
  for (const [index, wanted] of pattern.entries()) {
    const found = match(wanted, value[index], join(path, String(index)));
    if (found) return found;
  }
  return null;
}

type Rule = (argument: unknown, value: unknown, path: string, pattern: unknown) => Difference | null;

const when =
  (holds: (value: unknown, argument: unknown) => boolean): Rule =>
  (argument, value, path, pattern) =>
    holds(value, argument) ? null : differ(path, pattern, value);

const ISO = /^[+-]?\d{4,6}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

const RULES: Readonly<Record<MatcherName, Rule>> = {
  any: () => null,
  absent: when((value) => value === undefined),
  present: when((value) => value !== undefined),
  integer: when((value) => Number.isInteger(value)),
  number: when((value) => typeof value === 'number'),
  text: when((value) => typeof value === 'string' && value !== ''),
  string: when((value) => typeof value === 'string'),
  boolean: when((value) => typeof value === 'boolean'),
  list: when(Array.isArray),
  object: when(isObject),
  timestamp: when(
    (value) => typeof value === 'string' && ISO.test(value) && !Number.isNaN(Date.parse(value)),
  ),
  instant: when((value, wanted) => momentOf(value) === momentOf(wanted)),
  decimal: when((value, wanted) => decimalOf(value) === decimalOf(wanted)),
  matching: when((value, source) => typeof value === 'string' && new RegExp(String(source)).test(value)),
  nullOr: (pattern, value, path) => (value === null ? null : match(pattern, value, path)),
  oneOf: when((value, patterns) => listOf(patterns).some((pattern) => match(pattern, value) === null)),
  not: when((value, pattern) => match(pattern, value) !== null),
  both(patterns, value, path) {
    for (const pattern of listOf(patterns)) {
      const found = match(pattern, value, path);
      if (found) return found;
    }
    return null;
  },
  each(pattern, value, path, whole) {
    if (!Array.isArray(value)) return differ(path, whole, value);
    for (const [index, item] of value.entries()) {
      const found = match(pattern, item, join(path, String(index)));
      if (found) return found;
    }
    return null;
  },
  including: when((value, patterns) =>
    listOf(patterns).every((pattern) => listOf(value).some((item) => match(pattern, item) === null)),
  ),
  shuffled: when((value, patterns) => isShuffled(listOf(patterns), value)),
  length: when((value, count) => Array.isArray(value) && value.length === count),
  exactly: (pattern, value, path) => (sameValue(pattern, value) ? null : differ(path, pattern, value)),
  atLeast: when((value, bound) => compare(value, bound, (a, b) => a >= b)),
  atMost: when((value, bound) => compare(value, bound, (a, b) => a <= b)),
  keys: when(
    (value, names) =>
      isObject(value) && Object.keys(value).sort().join('\n') === listOf(names).map(String).sort().join('\n'),
  ),
  noKeys: when(
    (value, names) => isObject(value) && !listOf(names).some((name) => Object.hasOwn(value, String(name))),
  ),
};

function isShuffled(patterns: readonly unknown[], value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== patterns.length) return false;
  const left = [...value];
  return patterns.every((pattern) => {
    const index = left.findIndex((item) => match(pattern, item) === null);
    if (index >= 0) left.splice(index, 1);
    return index >= 0;
  });
}

function compare(value: unknown, bound: unknown, holds: (a: number, b: number) => boolean): boolean {
  if (typeof bound === 'number') return typeof value === 'number' && holds(value, bound);
  return typeof value === 'string' && holds(Date.parse(value), Date.parse(String(bound)));
}

/** A text of digits is a time in milliseconds; some deployments answer timestamps so. */
function momentOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value !== 'string' ? Number.NaN : /^\d+$/.test(value) ? Number(value) : Date.parse(value);
}

function decimalOf(value: unknown): string | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const text = String(value);
  if (!/^-?\d+(\.\d+)?$/.test(text)) return null;
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
}

const differ = (path: string, expected: unknown, received: unknown): Difference => ({
  path: path || '(whole)',
  expected,
  received,
});
const join = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
