// Parses the query string to a nested object. A query over a limit is a 400 that names the limit; nothing is cut.
import type { IParseOptions } from 'qs';
import { coreErrors } from '../../errors/core-errors';

export interface QueryStringLimits {
  /** The most entries of one list. */
  readonly arrayLimit: number;
  /** The most nested brackets. */
  readonly depth: number;
  /** The most `name=value` pairs. */
  readonly parameters: number;
}

export const DEFAULT_QUERY_LIMITS: QueryStringLimits = { arrayLimit: 100, depth: 100, parameters: 1000 };

export type ParsedQuery = Readonly<Record<string, unknown>>;

/** Loaded with the first query. */
let qs: typeof import('qs') | undefined;

const EMPTY: ParsedQuery = Object.freeze({});
/** A parameter with one of these names in its path is ignored. */
const IGNORED_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
const INHERITED = new Set(Object.getOwnPropertyNames(Object.prototype));
/** An inherited name, or a %xx escape that may be part of one. */
const INHERITED_NAME =
  /proto|constructor|toString|toLocaleString|valueOf|hasOwnProperty|IsEnumerable|__[dl]|%(?:5f|[46][1-9a-f]|[57][0-9a])/i;

export function createQueryParser(
  limits: QueryStringLimits = DEFAULT_QUERY_LIMITS,
): (text: string) => ParsedQuery {
  const options: IParseOptions = {
    // One more than allowed: an index equal to the limit still belongs to a list.
    arrayLimit: limits.arrayLimit + 1,
    depth: limits.depth,
    strictDepth: true,
    parameterLimit: limits.parameters,
    strictNullHandling: true,
    allowDots: false,
  };
  const longIndex = new RegExp(`(?:\\[|%5b)\\d{${String(limits.arrayLimit).length},}(?:\\]|%5d)`, 'i');

  return (text) => {
    if (text === '') return EMPTY;
    const pairs = countPairs(text);
    if (pairs > limits.parameters) throw tooManyParameters(limits);
    const isUnusual = pairs > limits.arrayLimit || longIndex.test(text) || INHERITED_NAME.test(text);
    qs ??= require('qs') as typeof import('qs');
    try {
      return qs.parse(isUnusual ? checkKeys(text, limits) : text, options);
    } catch (error) {
      if (error instanceof RangeError) throw tooDeep(limits);
      throw error;
    }
  };
}

/** Counts the entries of each list and removes ignored names. */
function checkKeys(text: string, limits: QueryStringLimits): string {
  const entries = new Map<string, number>();
  const kept: string[] = [];
  for (const pair of text.split('&')) {
    const path = segments(nameOf(pair));
    if (path.some((segment) => IGNORED_NAMES.has(segment))) continue;
    const root = path[0] ?? '';
    const inherited = path.slice(1).find((segment) => INHERITED.has(segment));
    if (inherited !== undefined) throw coreErrors.QUERY_INVALID_KEY(inherited, null, root);
    kept.push(pair);
    for (let length = 1; length <= path.length; length++) {
      const last = path[length - 1] ?? '';
      if (length === path.length && !/^\d*$/.test(last)) count(entries, path, limits);
      else if (length > 1 && /^\d*$/.test(last)) countEntry(entries, path.slice(0, length), limits);
    }
  }
  for (const [key, index] of indexesOverLimit(kept, limits)) throw tooFar(key, index, limits);
  return kept.join('&');
}

/** `sort=a&sort=b`: a list by repetition. */
function count(entries: Map<string, number>, path: readonly string[], limits: QueryStringLimits): void {
  const key = JSON.stringify(path);
  const seen = (entries.get(key) ?? 0) + 1;
  entries.set(key, seen);
  if (seen > limits.arrayLimit) throw tooMany(path, seen, limits);
}

/** `in[]=a&in[]=b`, `in[0]=a&in[1]=b`: every `[]` is a new entry, an index only once. */
function countEntry(entries: Map<string, number>, path: readonly string[], limits: QueryStringLimits): void {
  const own = JSON.stringify(path);
  if (path[path.length - 1] !== '' && entries.has(own)) return;
  entries.set(own, 1);
  const list = path.slice(0, -1);
  const key = `list ${JSON.stringify(list)}`;
  const seen = (entries.get(key) ?? 0) + 1;
  entries.set(key, seen);
  if (seen > limits.arrayLimit) throw tooMany(list, seen, limits);
}

/** Indexes over the limit in a short list: `in[5000]=a`. */
function* indexesOverLimit(
  pairs: readonly string[],
  limits: QueryStringLimits,
): Generator<[readonly string[], string]> {
  for (const pair of pairs) {
    const path = segments(nameOf(pair));
    for (let at = 1; at < path.length; at++) {
      const segment = path[at] ?? '';
      if (!/^\d+$/.test(segment)) continue;
      const furthest = isPopulateList(path.slice(0, at)) ? limits.arrayLimit - 1 : limits.arrayLimit;
      if (Number(segment) > furthest) yield [path.slice(0, at), segment];
    }
  }
}

function nameOf(pair: string): string {
  const assignment = pair.indexOf(']=') === -1 ? pair.indexOf('=') : pair.indexOf(']=') + 1;
  const encoded = (assignment === -1 ? pair : pair.slice(0, assignment)).replaceAll('+', ' ');
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** `filters[id][$in][0]` → filters, id, $in, 0 */
function segments(key: string): string[] {
  const bracket = key.indexOf('[');
  if (bracket === -1) return [key];
  const path = [key.slice(0, bracket)];
  for (const match of key.slice(bracket).matchAll(/\[([^[\]]*)\]/g)) path.push(match[1] ?? '');
  return path;
}

function countPairs(text: string): number {
  let pairs = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) pairs++;
  return pairs;
}

const isPopulateList = (path: readonly string[]): boolean =>
  path[0] === 'populate' && path.at(-1) === 'populate';
const pathText = (path: readonly string[]): string =>
  path[0] +
  path
    .slice(1)
    .map((segment) => `[${segment}]`)
    .join('');

function tooMany(list: readonly string[], seen: number, limits: QueryStringLimits) {
  const details = { source: 'query', param: list[0] ?? '' };
  if (isPopulateList(list))
    return coreErrors.QUERY_INVALID(
      `Too many populate entries (${seen}). The maximum number of populate entries when using array notation is ${limits.arrayLimit}. ` +
        'Consider using object notation (populate[field]=true), nested population, or reducing the number of fields.',
      details,
    );
  return coreErrors.QUERY_INVALID(
    `Too many entries in ${pathText(list)} (${seen}). A list in the query string has at most ${limits.arrayLimit}; ` +
      'send fewer, or raise limits.arrayLimit in config/api.',
    { ...details, key: pathText(list), limit: limits.arrayLimit },
  );
}

function tooFar(list: readonly string[], index: string, limits: QueryStringLimits) {
  if (isPopulateList(list)) return coreErrors.QUERY_INVALID_KEY(index, null, 'populate');
  return coreErrors.QUERY_INVALID(
    `The index ${index} of ${pathText(list)} is beyond ${limits.arrayLimit}. Count list entries from 0, ` +
      'or raise limits.arrayLimit in config/api.',
    { key: pathText(list), limit: limits.arrayLimit, source: 'query', param: list[0] ?? '' },
  );
}

function tooManyParameters(limits: QueryStringLimits) {
  return coreErrors.QUERY_INVALID(
    `Too many parameters in the query string: at most ${limits.parameters} are read. Send fewer, or raise limits.parameters in config/api.`,
    { limit: limits.parameters, source: 'query' },
  );
}

function tooDeep(limits: QueryStringLimits) {
  return coreErrors.QUERY_INVALID(
    `A parameter of the query string is nested deeper than ${limits.depth} brackets. Ask for less at once, or raise limits.depth in config/api.`,
    { limit: limits.depth, source: 'query' },
  );
}
