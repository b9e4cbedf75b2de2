// Filters and sort on every kind of attribute: four documents per kind, in ascending order of its values, and one without a value.
// The wanted documents follow from the places of the values.
import { check, get, made } from '../build';
import type { Case, Given, Step } from '../case';

interface Kind {
  readonly row: string;
  readonly at: '/plains' | '/checks';
  readonly attribute: string;
  /** Ascending. */
  readonly values: readonly [unknown, unknown, unknown, unknown];
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
  const [a, b, c] = kind.values.map(String);
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
    where('[$null]=true', 'none'),
    where('[$notNull]=true', 'a', 'b', 'c', 'd'),
    where(`[$not][$gt]=${b}&filters[${kind.attribute}][$notNull]=true`, 'a', 'b'),
  ]);
};

/** The specification leaves the format of $between open; two elements are our own. */
const ranges = (kind: Kind): Case => {
  const [a, b, c] = kind.values.map(String);
  const asked = (key: string, from: unknown, to: unknown, ...some: string[]): Step => {
    const pairs = [from, to].map((value, index) => `filters[${kind.attribute}]${key}[${index}]=${value}`);
    return get(`${kind.at}?${owner(kind)}&${pairs.join('&')}`, { some });
  };
  return check(
    'quire.filters.between-kinds',
    given(kind),
    [
      asked('[$between]', a, c, 'a', 'b', 'c'),
      asked('[$between]', b, b, 'b'),
      asked('[$not][$between]', b, c, 'a', 'd'),
    ],
    { name: kind.row },
  );
};

const TEXTS = KINDS.filter(({ row }) => ['string', 'text', 'richtext', 'email', 'uid'].includes(row));

/** One text with capitals, one that contains the other at its end, one that differs. */
const texts = ({ row, at, attribute }: Kind): Case => {
  const own = at === '/plains' ? { mail: '{mark}@conform.test' } : { req: '{mark}' };
  // Addresses may be stored in lower case, so only the other kinds tell capitals apart.
  const folds = row === 'email' || row === 'uid';
  const text = (word: string): string =>
    row === 'email' ? `${word}@b.org` : row === 'uid' ? `{mark}-${word}` : word;
  const one = (word: string): Given => made(at, { ...own, [attribute]: text(word) });
  const owned = at === '/plains' ? 'filters[mail][$eq]={mark}@conform.test' : 'filters[req][$eq]={mark}';
  const asked = (operator: string, word: string, ...some: string[]): Step =>
    get(`${at}?${owned}&filters[${attribute}][${operator}]=${word}&filters[${attribute}][$notNull]=true`, {
      some,
    });
  const big = folds ? 'zebra' : 'Zebra';
  const [start, end] = [row === 'uid' ? '{mark}-' : '', row === 'email' ? '@b.org' : ''];
  return check(
    `rest.filters.text.${row}`,
    { big: one(big), tail: one('a-zebra'), other: one('owl'), none: made(at, own) },
    [
      asked('$contains', 'ebra', 'big', 'tail'),
      asked('$notContains', 'ebra', 'other'),
      asked('$containsi', 'EBRA', 'big', 'tail'),
      asked('$notContainsi', 'EBRA', 'other'),
      asked('$startsWith', `${start}${big.slice(0, 3)}`, 'big'),
      asked('$startsWithi', `${start}ZEB`, 'big'),
      asked('$endsWith', `a-zebra${end}`, 'tail'),
      asked('$endsWithi', `A-ZEBRA${end}`, 'tail'),
      asked('$eqi', text('ZEBRA'), 'big'),
      asked('$nei', text('ZEBRA'), 'tail', 'other'),
      ...(folds ? [] : [asked('$contains', 'Zeb', 'big'), asked('$startsWith', 'zeb')]),
    ],
  );
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
  ...KINDS.map(ranges),
  ...TEXTS.map(texts),
  check(
    'quire.filters.moment-offset',
    { a: plain({ moment: '1999-12-31T23:00:00Z' }), b: plain({ moment: '2024-01-15T04:00:00-05:00' }) },
    [
      asks('filters[moment][$eq]=2000-01-01T01:00:00+02:00', 'a'),
      asks('filters[moment][$gt]=2000-01-01T00:59:59+02:00', 'a', 'b'),
      asks('filters[moment][$lt]=2024-01-15T14:30:00+05:30', 'a'),
      asks('filters[moment][$lte]=2024-01-15T14:30:00+05:30', 'a', 'b'),
      asks('filters[moment][$in][0]=2024-01-15T09:00:00Z', 'b'),
    ],
  ),
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
