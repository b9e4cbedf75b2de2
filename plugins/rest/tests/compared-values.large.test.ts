// Every attribute type × every operator × values that its column cannot hold: no 500, and one answer on all databases. A number is
// compared as the number it is.
import { AppError, BUILT_IN_OPERATORS, type ContentTypeDefinition, type FilterOperator } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const NUMBERS = ['integer', 'biginteger', 'float', 'decimal'];
/** The other types are compared in the same way as one of these. */
const BEHIND_RELATIONS = [...NUMBERS, 'string', 'boolean', 'datetime', 'json'];
const attributes = {
  string: { type: 'string' },
  text: { type: 'text' },
  richtext: { type: 'richtext' },
  email: { type: 'email' },
  uid: { type: 'uid' },
  enumeration: { type: 'enumeration', enum: ['news', 'blog'] },
  boolean: { type: 'boolean' },
  date: { type: 'date' },
  time: { type: 'time' },
  datetime: { type: 'datetime' },
  timestamp: { type: 'timestamp' },
  json: { type: 'json' },
  blocks: { type: 'blocks' },
  array: { type: 'array' },
  integer: { type: 'integer' },
  biginteger: { type: 'biginteger' },
  float: { type: 'float' },
  decimal: { type: 'decimal', precision: 5, scale: 2 },
};
const info = (name: string) => ({ singularName: name, pluralName: `${name}s`, displayName: name });
const contentTypes: ContentTypeDefinition[] = [
  {
    info: info('item'),
    attributes: {
      ...attributes,
      entry: { type: 'component', component: 'shared.entry' },
      list: { type: 'component', component: 'shared.entry', repeatable: true },
      other: { type: 'relation', relation: 'manyToOne', target: 'api::item.item', inversedBy: 'others' },
      others: { type: 'relation', relation: 'oneToMany', target: 'api::item.item', mappedBy: 'other' },
    },
  },
];
const { uid: _uid, ...inEntries } = attributes;
const components = { 'shared.entry': { info: {}, attributes: inEntries } };

const numbers = (value: number) => ({
  integer: Math.trunc(value),
  biginteger: String(Math.trunc(value)),
  float: value,
  decimal: value,
});
const ROWS: readonly (Record<string, unknown> | null)[] = [
  { ...numbers(0), string: 'a', boolean: false, array: [1, 'x'], json: { a: 1 } },
  {
    ...numbers(1),
    string: '1',
    boolean: true,
    array: [1.5],
    json: 1.5,
    date: '2024-01-01',
    time: '10:00:00.000',
  },
  { ...numbers(2), string: '1.5', text: '1e21', array: [], json: 'x', datetime: '2024-01-01T00:00:00.000Z' },
  {
    ...numbers(1.24),
    biginteger: '9223372036854775807',
    integer: Number.MAX_SAFE_INTEGER,
    enumeration: 'news',
  },
  { ...numbers(-999.99), biginteger: '-9223372036854775808', integer: Number.MIN_SAFE_INTEGER },
  null,
];

const VALUES: readonly unknown[] = [
  '0.5',
  '1.5',
  '-0.5',
  '1',
  '1.0',
  '1.239',
  '1.24',
  '-999.99',
  '999.999',
  '1e21',
  '-1e21',
  '1e308',
  '1e-400',
  '9007199254740991',
  '9007199254740993',
  '9223372036854775807',
  '9223372036854775808',
  '-9223372036854775808',
  '-9223372036854775809',
  '9'.repeat(400),
  'NaN',
  'Infinity',
  '-Infinity',
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  '\u0000',
  '1\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00',
  '\udc00\ud800',
  'abc',
  '',
  null,
  true,
  { a: 1 },
];

/** The number in units of 10^-500; `isDouble`: as JavaScript rounds it. */
function exact(text: string, isDouble: boolean): bigint | null {
  const number = isDouble ? String(Number(text)) : text;
  const match = /^(-?)(\d+)\.?(\d*)(?:e([+-]?\d+))?$/.exec(number);
  if (!match) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const shift = 500 - fraction.length + Number(exponent);
  const digits = BigInt(whole + fraction);
  const size = shift < 0 ? digits / 10n ** BigInt(-shift) : digits * 10n ** BigInt(shift);
  return sign ? -size : size;
}

const HOLDS: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  $eq: (a, b) => a === b,
  $ne: (a, b) => a !== b,
  $lt: (a, b) => a < b,
  $lte: (a, b) => a <= b,
  $gt: (a, b) => a > b,
  $gte: (a, b) => a >= b,
  $in: (a, b) => a === b,
  $notIn: (a, b) => a !== b,
  $between: (a, b) => a === b,
};

const valueFor = ({ takes }: FilterOperator, value: unknown): unknown =>
  takes === 'list' ? [value] : takes === 'pair' ? [value, value] : value;

/** Unlike JSON, it tells NaN, Infinity and null apart. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part) =>
    typeof part === 'number' && !Number.isFinite(part) ? `number ${part}` : part,
  );

const first = new Map<string, string>();

describe.each(testDatabases())('values that a column cannot hold, on %s', (database) => {
  let app: TestApp;
  const ids: number[] = [];

  beforeAll(async () => {
    app = await createTestApp({ database, contentTypes, components, listen: false });
    const items = app.documents('api::item.item');
    for (const row of ROWS) {
      const { uid: _, ...entry } = (row ?? {}) as Record<string, unknown>;
      const made = await items.create({ data: { ...row, entry, list: row ? [entry] : [] } });
      ids.push(Number(made.id));
    }
    const all = await items.findMany({ sort: 'id' });
    for (const one of all)
      await items.update({ documentId: String(one.documentId), data: { other: one.documentId } });
  });
  afterAll(() => app?.close());

  /** The rows that match, by their place in ROWS; or the refusal. */
  async function ask(filters: object): Promise<string> {
    try {
      const found = await app.documents('api::item.item').findMany({ filters, sort: 'id', fields: ['id'] });
      return found.map(({ id }) => ids.indexOf(Number(id))).join(',');
    } catch (error) {
      if (error instanceof AppError && error.status === 400) return '400';
      throw error;
    }
  }

  async function same(key: string, filters: object, part = (answer: string) => answer): Promise<string> {
    const answer = await ask(filters);
    const known = first.get(key);
    if (known === undefined) first.set(key, part(answer));
    else expect([key, part(answer)]).toEqual([key, known]);
    return answer;
  }

  test.each(Object.keys(attributes))(
    '%s',
    async (name) => {
      for (const operator of BUILT_IN_OPERATORS.values())
        for (const value of VALUES) {
          const condition = { [name]: { [operator.name]: valueFor(operator, value) } };
          const key = textOf(condition);
          const answer = await same(key, condition);
          const negated = await same(`not ${key}`, { $not: condition });
          // A row without a value matches neither the condition nor its negation.
          if (answer !== '400' && operator.takes !== 'none' && value !== null) {
            const withValue = ROWS.flatMap((row, index) => (row?.[name] === undefined ? [] : [index]));
            const both = [...answer.split(','), ...negated.split(',')].filter(Boolean).map(Number);
            expect([key, both.sort()]).toEqual([key, withValue]);
          }
          const places = [
            ...(BEHIND_RELATIONS.includes(name) ? ['other'] : []),
            ...(NUMBERS.includes(name) ? ['others', 'entry'] : []),
          ];
          const through = await Promise.all(places.map((at) => same(`${at} ${key}`, { [at]: condition })));
          if (operator.takes !== 'none' && value !== null)
            for (const each of through) expect([key, each]).toEqual([key, answer]);
          if (NUMBERS.includes(name) && HOLDS[operator.name] && typeof value === 'string')
            expectNumbers(name, operator.name, value, answer);
        }
    },
    120_000,
  );

  function expectNumbers(name: string, operator: string, value: string, answer: string): void {
    const sent = exact(value, name === 'float' || name === 'integer');
    if (sent === null) return;
    const holds = HOLDS[operator];
    const expected = ROWS.flatMap((row, index) => {
      const stored = row?.[name] === undefined ? null : exact(String(row[name]), false);
      return stored !== null && holds?.(stored, sent) ? [index] : [];
    });
    if (answer !== '400')
      expect([name, operator, value, answer]).toEqual([name, operator, value, expected.join(',')]);
  }

  const OWN_VALUES: ReadonlySet<string> = new Set(['documentId', 'createdAt', 'updatedAt', 'publishedAt']);
  // Values that the service sets, relations and entries. Ids of documents are random, and times differ: only refusals are compared.
  test.each([
    'id',
    'documentId',
    'createdAt',
    'updatedAt',
    'publishedAt',
    'other',
    'others',
    'entry',
    'list',
  ])(
    '%s with every operator',
    async (name) => {
      for (const operator of BUILT_IN_OPERATORS.values())
        for (const value of VALUES) {
          const condition = { [name]: { [operator.name]: valueFor(operator, value) } };
          const key = `every ${textOf(condition)}`;
          if (OWN_VALUES.has(name))
            await same(key, condition, (answer) => (answer === '400' ? '400' : 'rows'));
          else await same(key, condition);
        }
    },
    120_000,
  );

  test('ids', async () => {
    for (const value of VALUES)
      for (const operator of ['$eq', '$ne', '$gt', '$lt', '$in', '$notIn', '$between']) {
        const sent = operator === '$between' ? [value, value] : operator.endsWith('n') ? [value] : value;
        await same(`id ${operator} ${textOf(value)}`, { id: { [operator]: sent } });
        await same(`other id ${operator} ${textOf(value)}`, { other: { id: { [operator]: sent } } });
      }
    expect(await ask({ id: '1.5' })).toBe('');
    expect(await ask({ id: { $gt: '0.5' } })).toBe('0,1,2,3,4,5');
    expect(await ask({ $not: { id: '9223372036854775807' } })).toBe('0,1,2,3,4,5');
    expect(await ask({ other: { id: { $in: ['1.5', '1e21'] } } })).toBe('');
  });

  test('elements of a list inside an entry', async () => {
    for (const at of ['entry', 'list', 'other'] as const) {
      const has = { array: { $contains: 'x' } };
      const lacks = { array: { $notContains: 'x' } };
      expect(await ask({ [at]: has })).toBe('0');
      expect(await ask({ [at]: lacks })).toBe('1,2');
      expect(await ask({ [at]: { $not: has } })).toBe('1,2');
      expect(await ask({ [at]: { $not: lacks } })).toBe('0');
      expect(await ask({ [at]: { $or: [{ $not: has }, { $not: lacks }] } })).toBe('0,1,2');
    }
  });

  test('filters of populated relations and entries', async () => {
    const found = await app.documents('api::item.item').findMany({
      sort: 'id',
      populate: {
        others: { filters: { integer: { $gt: '0.5' } } },
        list: { filters: { decimal: { $notIn: ['1.239'] } } },
        other: { filters: { id: '1e21' } },
      },
    });
    expect(
      found.map((one) => [(one.others as unknown[]).length, (one.list as unknown[]).length, one.other]),
    ).toEqual([
      [0, 1, null],
      [1, 1, null],
      [1, 1, null],
      [1, 1, null],
      [0, 1, null],
      [0, 0, null],
    ]);
  });
});
