// Two matrices as data, equal on every database: attribute type × value → the read value, and attribute type × operator → the found
// documents.

import { testDatabases } from '../../../testing/databases';
import { typeFile } from '../../model/testing-files';
import { openTestContent, type TestContent } from '../testing-content';
import type { DocumentObject } from '../write-action';

const THING = 'api::thing.thing';
const TYPES = {
  string: { type: 'string' },
  text: { type: 'text' },
  richtext: { type: 'richtext' },
  email: { type: 'email' },
  uid: { type: 'uid' },
  enumeration: { type: 'enumeration', enum: ['a', 'b', 'c'] },
  integer: { type: 'integer' },
  biginteger: { type: 'biginteger' },
  decimal: { type: 'decimal' },
  float: { type: 'float' },
  boolean: { type: 'boolean' },
  date: { type: 'date' },
  time: { type: 'time' },
  datetime: { type: 'datetime' },
  timestamp: { type: 'timestamp' },
  json: { type: 'json' },
  array: { type: 'array' },
  blocks: { type: 'blocks' },
} as const;
type TypeName = keyof typeof TYPES;

const SAME = Symbol('as it was sent');
const paragraph = (text: string) => [{ type: 'paragraph', children: [{ type: 'text', text }] }];
const READ_BACK: Readonly<Record<TypeName, readonly (readonly [sent: unknown, read: unknown])[]>> = {
  string: [
    ['plain', SAME],
    ['', SAME],
    ['trailing  ', SAME],
    [' leading', SAME],
    ['Grüße, Ωmega, 日本', SAME],
    ['🦊 astral', SAME],
    ['\'"\\%_\u0001\n\t', SAME],
    ['null', SAME],
  ],
  text: [
    ['x'.repeat(70_000), SAME],
    ['a\r\nb', SAME],
  ],
  richtext: [['# Title\n\n<b>&amp;</b>', SAME]],
  email: [['Someone@Example.org', SAME]],
  uid: [['a-b_c.d~1', SAME]],
  enumeration: [['b', SAME]],
  integer: [
    [0, SAME],
    [-1, SAME],
    [2_147_483_647, SAME],
    [-2_147_483_648, SAME],
    ['12', 12],
  ],
  biginteger: [
    ['9223372036854775807', SAME],
    ['-9223372036854775808', SAME],
    ['9007199254740993', SAME],
    [5, '5'],
    ['0', SAME],
  ],
  decimal: [
    ['1.50', 1.5],
    [0.1, SAME],
    [-3, SAME],
    ['123456789012.123456', '123456789012.123456'],
    ['0.000001', 0.000001],
  ],
  float: [
    [0.1, SAME],
    [-1.5e-7, SAME],
    [1e21, SAME],
    [123456.789, SAME],
  ],
  boolean: [
    [true, SAME],
    [false, SAME],
  ],
  date: [
    ['2024-02-29', SAME],
    ['0001-01-01', SAME],
    ['9999-12-31', SAME],
  ],
  time: [
    ['23:59:59.999', SAME],
    ['10:30:05', '10:30:05.000'],
  ],
  datetime: [
    ['2024-02-29T12:00:00.000Z', SAME],
    ['2024-01-01T00:30:00+02:00', '2023-12-31T22:30:00.000Z'],
    ['1969-12-31T23:59:59.999Z', SAME],
  ],
  timestamp: [['2024-05-05T05:05:05.005Z', SAME]],
  json: [
    [{ b: 1, a: [null, true, 'x', { z: 0.1 }] }, SAME],
    [[], SAME],
    ['text', SAME],
    [0, SAME],
    [false, SAME],
    [{ 10: 'ten', 2: 'two', '': 'empty' }, SAME],
    [{ text: 'Ω " \\ \u2028' }, SAME],
  ],
  array: [
    [['a', 1, true, ''], SAME],
    [[], SAME],
  ],
  blocks: [[paragraph('Hällo'), SAME]],
};

/** A low and a high value. Each operator finds some of `l` (low), `h` (high) and `n` (null). */
const ORDERED: readonly (readonly [TypeName, low: unknown, high: unknown])[] = [
  ['string', 'Abc', 'abd'],
  ['text', 'B', 'a'],
  ['email', 'a@example.org', 'b@example.org'],
  ['uid', 'low', 'lower'],
  ['integer', -2, 10],
  ['biginteger', '9', '9007199254740993'],
  ['decimal', 2, '10.5'],
  ['float', -0.5, 0.25],
  ['date', '1999-12-31', '2000-01-01'],
  ['time', '09:00:00.000', '10:00:00.000'],
  ['datetime', '1999-12-31T23:00:00.000Z', '2000-01-01T00:00:00.000Z'],
  ['timestamp', '1999-12-31T23:00:00.000Z', '2000-01-01T00:00:00.000Z'],
];
type Condition = (low: unknown, high: unknown) => object;
const EVERY: readonly (readonly [operator: string, condition: Condition, found: string])[] = [
  ['$eq low', (low) => ({ $eq: low }), 'l'],
  ['$eq high', (_, high) => ({ $eq: high }), 'h'],
  ['$ne', (low) => ({ $ne: low }), 'h'],
  ['$in', (low, high) => ({ $in: [low, high] }), 'lh'],
  ['$in nothing', () => ({ $in: [] }), ''],
  ['$notIn', (low) => ({ $notIn: [low] }), 'h'],
  ['$null', () => ({ $null: true }), 'n'],
  ['$notNull', () => ({ $notNull: true }), 'lh'],
  ['$not $eq', (low) => ({ $not: { $eq: low } }), 'h'],
];
const COMPARING: typeof EVERY = [
  ['$lt', (_, high) => ({ $lt: high }), 'l'],
  ['$lte', (_, high) => ({ $lte: high }), 'lh'],
  ['$gt', (low) => ({ $gt: low }), 'h'],
  ['$gte', (low) => ({ $gte: low }), 'lh'],
  ['$between', (low, high) => ({ $between: [low, high] }), 'lh'],
];

describe.each(testDatabases())('values on %s', (client) => {
  let content: TestContent;
  const things = () => content.documents(THING);
  beforeAll(async () => {
    content = await openTestContent({
      client,
      files: {
        'config/content-types/thing.json': typeFile('thing', { label: { type: 'string' }, ...TYPES }),
      },
    });
  });
  afterAll(() => content?.close());

  const READS = Object.entries(READ_BACK).flatMap(([type, values]) =>
    [...values, [null, SAME] as const].map(([sent, read]) => ({
      type,
      sent,
      read: read === SAME ? sent : read,
      shown: JSON.stringify(sent).slice(0, 40),
    })),
  );
  test.each(READS)('$type $shown is read back', async ({ type, sent, read }) => {
    const made = await things().create({ data: { [type]: sent } });
    expect(made[type]).toEqual(read);
    const again = await things().findOne({ documentId: made.documentId });
    expect(JSON.stringify(again?.[type])).toBe(JSON.stringify(read));
    // The value of an answer is valid in a body.
    const saved = await things().update({ documentId: made.documentId, data: { [type]: again?.[type] } });
    expect(saved?.[type]).toEqual(read);
  });

  const find = async (name: string, filters: object, sort?: string): Promise<string> =>
    (
      (await things().findMany({
        filters: { $and: [{ label: { $startsWith: `${name}:` } }, filters] },
        sort: sort ?? 'label:desc',
      })) as DocumentObject[]
    )
      .map(({ label }) => String(label).slice(-1))
      .join('');
  const inOrder = (found: string): string => [...'lhn'].filter((letter) => found.includes(letter)).join('');
  const three = async (name: string, type: string, low: unknown, high: unknown): Promise<void> => {
    for (const [letter, value] of [
      ['h', high],
      ['n', null],
      ['l', low],
    ] as const)
      await things().create({ data: { label: `${name}:${letter}`, [type]: value } });
  };

  describe.each(ORDERED)('%s', (type, low, high) => {
    beforeAll(() => three(type, type, low, high));
    test.each([...EVERY, ...COMPARING])('%s', async (_operator, condition, found) => {
      expect(inOrder(await find(type, { [type]: condition(low, high) }))).toBe(found);
    });
    test('sorts nulls as the smallest', async () => {
      expect(await find(type, {}, `${type}:asc`)).toBe('nlh');
      expect(await find(type, {}, `${type}:desc`)).toBe('hln');
    });
  });

  describe.each([
    ['boolean', false, true],
    ['enumeration', 'a', 'c'],
  ] as const)('%s', (type, low, high) => {
    beforeAll(() => three(type, type, low, high));
    test.each(EVERY)('%s', async (_operator, condition, found) => {
      expect(inOrder(await find(type, { [type]: condition(low, high) }))).toBe(found);
    });
  });

  describe.each(['string', 'text', 'richtext'] as const)('the text of a %s', (type) => {
    const name = `texts of ${type}`;
    beforeAll(() => three(name, type, 'Über 100%_a', 'über 100ab'));
    test.each([
      [{ $contains: 'ber' }, 'lh'],
      [{ $contains: '%' }, 'l'],
      [{ $contains: '_' }, 'l'],
      [{ $contains: 'Ü' }, 'l'],
      [{ $containsi: 'Ü' }, 'lh'],
      [{ $notContains: 'Ü' }, 'h'],
      [{ $notContainsi: 'Ü' }, ''],
      [{ $startsWith: 'ü' }, 'h'],
      [{ $startsWithi: 'ü' }, 'lh'],
      [{ $endsWith: '_a' }, 'l'],
      [{ $endsWithi: 'AB' }, 'h'],
      [{ $eqi: 'ÜBER 100AB' }, 'h'],
      [{ $nei: 'ÜBER 100AB' }, 'l'],
      [{ $eq: 'über 100ab ' }, ''],
    ])('%j', async (condition, found) => {
      expect(inOrder(await find(name, { [type]: condition }))).toBe(found);
    });
  });
});
