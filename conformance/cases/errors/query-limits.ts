// Cases of limits and of unsafe names in a query string: each spelling of a list at its limit and beyond.
import { check, get, invalidQuery, OWN, plain } from '../build';
import type { Case, Step } from '../case';
import { is, type Pattern } from '../pattern';

/** `count` parameters; `key` may use the index. */
const pairs = (count: number, key: string, value = '@'): string =>
  Array.from({ length: count }, (_, index) => `${key}=${value}`.replaceAll('@', String(index))).join('&');
const refused = (query: string, details: { readonly [key: string]: Pattern }, message?: Pattern): Step =>
  get(`/plains?${query}`, {
    status: 400,
    error: {
      name: 'ValidationError',
      ...(message === undefined ? {} : { message }),
      details: is.exactly({ source: 'query', ...details }),
    },
  });
const accepted = (query: string, ...list: string[]): Step => get(`/plains?${OWN}&${query}`, { list });
const tooMany = (count: number): string =>
  `Too many populate entries (${count}). The maximum number of populate entries when using array notation is 100. Consider using object notation (populate[field]=true), nested population, or reducing the number of fields.`;
/** Sends the path as written. */
const verbatim = (step: Step): Step => ({ ...step, verbatim: true });
const one = { a: plain({ n: 99 }) };

export const quireQueryLimitCases: readonly Case[] = [
  check('quire.errors.proto', one, [
    accepted('filters[__proto__][n][$eq]=4', 'a'),
    accepted('filters[n][constructor]=4', 'a'),
    accepted('filters[prototype][n][$eq]=4', 'a'),
    get('/plains?__proto__[n]=1&constructor[prototype][n]=2', { status: 200 }),
    accepted('sort[constructor]=x&sort[n]=desc', 'a'),
    ...[
      'plains?populate[__proto__]=true&populate[constructor]=x&populate[prototype][populate]=*',
      'plains?populate[group][populate][constructor]=x',
      'articles?populate[zone][on][constructor]=x&populate[zone][on][prototype][fields]=x',
      'zoos?populate[morphMany][on][constructor]=x&populate[morphMany][on][__proto__]=x',
    ].map((query) => verbatim(get(`/${query}`, { status: 200 }))),
    ...['toString', 'valueOf', 'hasOwnProperty', '__lookupGetter__'].map((key) =>
      refused(`filters[${key}]=1`, { key, path: null, param: 'filters' }),
    ),
    ...[
      'filters[name][toString]=1',
      'filters[group][name][toString]=1',
      'filters[%74oString]=1',
      'filters[toString]',
    ].map((query) =>
      verbatim(invalidQuery(`/plains?${query}`, { details: { key: 'toString', param: 'filters' } })),
    ),
    // `toString` as a whole name is an unknown parameter. So is a name that cannot be decoded.
    ...['toString=1', '%ff=1&constructor=1', 'a[1e9]=1&constructor=1'].map((query) =>
      verbatim(get(`/plains?${query}`, { status: 200 })),
    ),
    verbatim(accepted('filters%5B%5F%5Fproto%5F%5F%5D%5Bn%5D=4', 'a')),
  ]),
  check('quire.errors.parameter-count', {}, [
    get(`/plains?${pairs(1000, 'p@')}`, { status: 200 }),
    refused(pairs(1001, 'p@'), { limit: 1000 }, is.matching('at most 1000 .*Send fewer')),
    get(`/plains?a${'[b]'.repeat(100)}=1`, { status: 200 }),
    refused(`a${'[b]'.repeat(101)}=1`, { limit: 100 }, is.matching('nested deeper than 100')),
    // Many different names form no list.
    ...['@', 'a[b@]', 'a[b][c@][0]'].map((key) => get(`/plains?${pairs(101, key)}`, { status: 200 })),
  ]),
  check('quire.errors.array-limit', one, [
    ...['filters[n][$in][@]', 'filters[n][$in][]', 'filters[n][$in]'].map((key) =>
      accepted(pairs(100, key), 'a'),
    ),
    ...['filters[n][$in][@]', 'filters[n][$in][]'].map((key) =>
      refused(
        pairs(101, key),
        { param: 'filters', key: 'filters[n][$in]', limit: 100 },
        is.matching('^Too many entries in filters\\[n\\]\\[\\$in\\] \\(101\\)\\. .* at most 100; send fewer'),
      ),
    ),
    // Two conditions of each entry.
    accepted(`${pairs(60, 'filters[$or][@][n][$gt]')}&${pairs(60, 'filters[$or][@][n][$lt]', '100')}`, 'a'),
    refused(pairs(101, 'sort', 'n'), { param: 'sort', key: 'sort', limit: 100 }),
    accepted(pairs(100, 'filters[$or][@][n]'), 'a'),
    refused(pairs(101, 'filters[$or][@][n]'), { param: 'filters', key: 'filters[$or]', limit: 100 }),
    accepted('filters[n][$in][100]=99', 'a'),
    ...['fields=n&filters[n][$in][101]=99', 'filters%5Bn%5D%5B%24in%5D%5B101%5D=99'].map((query) =>
      verbatim(
        refused(
          query,
          { param: 'filters', key: 'filters[n][$in]', limit: 100 },
          is.matching(
            '^The index 101 of filters\\[n\\]\\[\\$in\\] is beyond 100\\. Count list entries from 0',
          ),
        ),
      ),
    ),
    // Only lists of names to populate have the message about populate.
    ...['populate[group][fields]', 'other[populate]'].map((key) =>
      refused(
        pairs(101, `${key}[@]`),
        { param: key.slice(0, key.indexOf('[')), key, limit: 100 },
        is.matching('^Too many entries in '),
      ),
    ),
    refused('fields[99999999999]=n', { param: 'fields', key: 'fields', limit: 100 }),
    accepted(pairs(100, 'populate[@]', 'group'), 'a'),
    accepted('populate[99]=group', 'a'),
    refused('populate[100]=group', { key: '100', path: null, param: 'populate' }, 'Invalid key 100'),
    refused(pairs(101, 'populate[@]', 'group'), { param: 'populate' }, tooMany(101)),
    refused(pairs(101, 'populate[]', 'group'), { param: 'populate' }, tooMany(101)),
    refused(pairs(101, 'populate[group][populate][@]', 'plains'), { param: 'populate' }, tooMany(101)),
    refused(
      'populate[group][populate][100]=plains',
      { key: '100', path: null, param: 'populate' },
      'Invalid key 100',
    ),
  ]),
];
