// Filters and sort on every kind of attribute: four documents per kind, in ascending order of its values, and one without a value.
// The wanted documents follow from the places of the values.
import { check, get, made } from './build';
import type { Case, Given, Step } from './case';

interface Kind {
  readonly row: string;
  readonly at: '/plains' | '/checks';
  readonly attribute: string;
  /** Ascending. */
  readonly values: readonly [unknown, unknown, unknown, unknown];
  /** The values in the query, when they are written in another way there. */
  readonly asked?: readonly [string, string, string, string];
}

/** Numbers of several digits: a comparison as text would give another order. */
const KINDS: readonly Kind[] = [
  { row: 'string', at: '/plains', attribute: 'name', values: ['ant', 'bee', 'cat', 'dog'] },
  { row: 'text', at: '/plains', attribute: 'body', values: ['ant', 'bee', 'cat', 'dog'] },
  { row: 'richtext', at: '/checks', attribute: 'rich', values: ['ant', 'bee', 'cat', 'dog'] },
  { row: 'email', at: '/checks', attribute: 'mail', values: ['a@b.org', 'b@b.org', 'c@b.org', 'd@b.org'] },
  {
    row: 'uid',
    at: '/checks',
    attribute: 'uidv',
    values: ['{mark}-a', '{mark}-b', '{mark}-c', '{mark}-d'],
  },
  {
    row: 'date',
    at: '/plains',
    attribute: 'day',
    values: ['1999-12-31', '2024-02-28', '2024-02-29', '2024-10-01'],
  },
  {
    row: 'time',
    at: '/plains',
    attribute: 'at',
    values: ['02:00:00.000', '09:59:59.000', '10:00:00.000', '23:00:00.000'],
  },
  {
    row: 'datetime',
    at: '/plains',
    attribute: 'moment',
    values: [
      '1999-12-31T23:00:00.000Z',
      '2024-01-15T09:00:00.000Z',
      '2024-01-15T10:00:00.000Z',
      '2024-10-01T00:00:00.000Z',
    ],
    asked: [
      '2000-01-01T01:00:00+02:00',
      '2024-01-15T04:00:00-05:00',
      '2024-01-15T10:00:00Z',
      '2024-10-01T05:30:00+05:30',
    ],
  },
  {
    row: 'timestamp',
    at: '/checks',
    attribute: 'ts',
    values: [
      '1999-12-31T23:00:00.000Z',
      '2024-01-15T09:00:00.000Z',
      '2024-01-15T10:00:00.000Z',
      '2024-10-01T00:00:00.000Z',
    ],
  },
  { row: 'integer', at: '/plains', attribute: 'n', values: [-20, 3, 10, 200] },
  {
    row: 'biginteger',
    at: '/plains',
    attribute: 'big',
    values: ['-900719925474099', '99', '100', '900719925474099'],
  },
  { row: 'float', at: '/plains', attribute: 'ratio', values: [-2.5, 2.25, 10.25, 100.5] },
  { row: 'decimal', at: '/plains', attribute: 'price', values: [-2.5, 9.75, 10.25, 200.5] },
];

const given = (kind: Kind): Record<string, Given> => {
  const own = kind.at === '/plains' ? { mail: '{mark}@conform.test' } : { req: '{mark}' };
  const one = (value: unknown): Given => made(kind.at, { ...own, [kind.attribute]: value });
  const [a, b, c, d] = kind.values;
  // Not in their order, so that an unsorted list is not the sorted one.
  return { c: one(c), a: one(a), none: one(null), d: one(d), b: one(b) };
};
const owner = (kind: Kind): string =>
  kind.at === '/plains' ? 'filters[mail][$eq]={mark}@conform.test' : 'filters[req][$eq]={mark}';

const filters = (kind: Kind): Case => {
  const [a, b, c] = kind.asked ?? kind.values.map(String);
  const where = (query: string, ...some: string[]): Step =>
    get(`${kind.at}?${owner(kind)}&filters[${kind.attribute}]${query}`, { some });
  return check(`rest.filters.kind.${kind.row}`, given(kind), [
    where(`[$eq]=${b}`, 'b'),
    where(`[$ne]=${b}&filters[${kind.attribute}][$notNull]=true`, 'a', 'c', 'd'),
    where(`[$lt]=${c}`, 'a', 'b'),
    where(`[$lte]=${c}`, 'a', 'b', 'c'),
    where(`[$gt]=${b}`, 'c', 'd'),
    where(`[$gte]=${b}`, 'b', 'c', 'd'),
    where(`[$in][0]=${a}&filters[${kind.attribute}][$in][1]=${c}`, 'a', 'c'),
    where(
      `[$notIn][0]=${a}&filters[${kind.attribute}][$notIn][1]=${c}&filters[${kind.attribute}][$notNull]=true`,
      'b',
      'd',
    ),
    where(`[$between][0]=${a}&filters[${kind.attribute}][$between][1]=${c}`, 'a', 'b', 'c'),
    where('[$null]=true', 'none'),
    where('[$notNull]=true', 'a', 'b', 'c', 'd'),
    where(`[$not][$gt]=${b}&filters[${kind.attribute}][$notNull]=true`, 'a', 'b'),
  ]);
};

const sorts = (kind: Kind): Case => {
  const some = `${owner(kind)}&filters[${kind.attribute}][$notNull]=true`;
  return check(`rest.sort.kind.${kind.row}`, given(kind), [
    get(`${kind.at}?${some}&sort=${kind.attribute}`, { list: ['a', 'b', 'c', 'd'] }),
    get(`${kind.at}?${some}&sort=${kind.attribute}:desc`, { list: ['d', 'c', 'b', 'a'] }),
  ]);
};

const plain = (data: object): Given => made('/plains', { mail: '{mark}@conform.test', ...data });
const asks = (query: string, ...some: string[]): Step =>
  get(`/plains?filters[mail][$eq]={mark}@conform.test&${query}`, { some });
const FLAGS = { yes: plain({ flag: true }), no: plain({ flag: false }), none: plain({ flag: null }) };
const LETTERS = {
  c: plain({ kind: 'c' }),
  a: plain({ kind: 'a' }),
  b: plain({ kind: 'b' }),
  none: plain({}),
};

export const filterKindCases: readonly Case[] = [
  ...KINDS.map(filters),
  ...KINDS.map(sorts),
  check('rest.filters.kind.boolean', FLAGS, [
    asks('filters[flag][$eq]=true', 'yes'),
    asks('filters[flag][$eq]=false', 'no'),
    asks('filters[flag][$ne]=true&filters[flag][$notNull]=true', 'no'),
    asks('filters[flag][$in][0]=false', 'no'),
    asks('filters[flag][$null]=true', 'none'),
    asks('filters[flag][$notNull]=true', 'yes', 'no'),
  ]),
  check('rest.filters.kind.enumeration', LETTERS, [
    asks('filters[kind][$eq]=b', 'b'),
    asks('filters[kind][$ne]=b&filters[kind][$notNull]=true', 'a', 'c'),
    asks('filters[kind][$in][0]=a&filters[kind][$in][1]=c', 'a', 'c'),
    asks('filters[kind][$notIn][0]=a&filters[kind][$notNull]=true', 'b', 'c'),
    asks('filters[kind][$null]=true', 'none'),
  ]),
  check('rest.sort.kind.boolean', FLAGS, [
    get('/plains?filters[mail][$eq]={mark}@conform.test&filters[flag][$notNull]=true&sort=flag', {
      list: ['no', 'yes'],
    }),
    get('/plains?filters[mail][$eq]={mark}@conform.test&filters[flag][$notNull]=true&sort=flag:desc', {
      list: ['yes', 'no'],
    }),
  ]),
  check('rest.sort.kind.enumeration', LETTERS, [
    get('/plains?filters[mail][$eq]={mark}@conform.test&filters[kind][$notNull]=true&sort=kind', {
      list: ['a', 'b', 'c'],
    }),
    get('/plains?filters[mail][$eq]={mark}@conform.test&filters[kind][$notNull]=true&sort=kind:desc', {
      list: ['c', 'b', 'a'],
    }),
  ]),
  check('rest.filters.system', { a: plain({}), b: plain({}), c: plain({}) }, [
    asks('filters[id][$eq]={b.id}', 'b'),
    asks('filters[id][$in][0]={a.id}&filters[id][$in][1]={c.id}', 'a', 'c'),
    asks('filters[id][$ne]={b.id}', 'a', 'c'),
    asks('filters[documentId][$eq]={b.documentId}', 'b'),
    asks('filters[documentId][$notIn][0]={b.documentId}', 'a', 'c'),
    asks('filters[createdAt][$gte]={a.createdAt}', 'a', 'b', 'c'),
    asks('filters[createdAt][$lt]={a.createdAt}'),
    asks('filters[updatedAt][$gt]={c.updatedAt}'),
    asks('filters[updatedAt][$lte]={c.updatedAt}', 'a', 'b', 'c'),
  ]),
];
