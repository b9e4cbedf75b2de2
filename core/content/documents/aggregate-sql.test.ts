// Aggregates against plain SQL over the same random documents, on each database. QUIRE_TEST_RUNS sets the number of questions.
import fc from 'fast-check';
import { testDatabases } from '../../testing/databases';
import type { BucketWords } from './operations';
import { answerByPlainSql, plainNumber } from './testing-plain-sql';
import { decimal, OFFER, openSales, PLACES } from './testing-sales';

const RUNS = Number(process.env.QUIRE_TEST_RUNS ?? 25);
const SEED = 20_261_122;
/** Questions about the same documents. */
const ROUND = 250;

const NUMBERS = ['n', 'big', 'price', 'ratio'];
const ORDERED = [...NUMBERS, 'day', 'moment'];
const KEYS = [...ORDERED, 'flag', 'kind', 'word', 'hour', 'shop', 'tags', 'rival'];

const small = fc.integer({ min: -3, max: 3 });
const big = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const price = fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n }).map(decimal);
const day = fc.integer({ min: 1, max: 5 }).map((value) => `2024-02-0${value}`);
const word = fc.constantFrom('x', 'X', 'x ', 'ß', 'é', '😀', '"\\', '', "'");
const one = (operator: string, value: fc.Arbitrary<unknown>) => fc.record({ [operator]: value });
const compared = (value: fc.Arbitrary<unknown>) =>
  fc.oneof(...['$eq', '$ne', '$lt', '$lte', '$gt', '$gte'].map((operator) => one(operator, value)));

const scalarFilter = fc.oneof(
  fc.record({ n: compared(small) }),
  fc.record({ n: one('$in', fc.array(small, { minLength: 1, maxLength: 3 })) }),
  fc.record({ big: compared(big) }),
  fc.record({ price: compared(price) }),
  fc.record({ day: one('$between', fc.tuple(day, day)) }),
  fc.record({ word: fc.oneof(one('$eq', word), one('$ne', word)) }),
  fc.record({ flag: fc.oneof(one('$eq', fc.boolean()), one('$null', fc.boolean())) }),
  fc.record({ kind: one('$null', fc.boolean()), n: compared(small) }),
);
const name = fc.record({ name: one('$eq', fc.constantFrom('0', '1', '2', '3')) });
const randomFilter: fc.Arbitrary<object> = fc.oneof(
  scalarFilter,
  scalarFilter.map((filter) => ({ $not: filter })),
  fc.array(scalarFilter, { minLength: 2, maxLength: 3 }).map((filters) => ({ $or: filters })),
  fc.record({ shop: name }),
  fc.record({ tags: name }),
  fc.record({ rival: fc.record({ n: compared(small) }) }),
);

const some = (names: readonly string[]) =>
  fc.option(fc.subarray([...names], { minLength: 1 }), { nil: undefined });

function randomWords(levels: number): fc.Arbitrary<BucketWords> {
  const group = () =>
    fc.dictionary(fc.constantFrom(...KEYS), randomWords(levels - 1), { minKeys: 1, maxKeys: 2 });
  return fc
    .record({
      count: fc.constantFrom(true, undefined),
      avg: some(NUMBERS),
      sum: some(NUMBERS),
      min: some(ORDERED),
      max: some(ORDERED),
      groupBy: levels === 0 ? fc.constant(undefined) : fc.option(group(), { nil: undefined, freq: 3 }),
      filters: fc.option(randomFilter, { nil: undefined }),
    })
    .map((words) => Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined)));
}

/** Numbers as decimal texts, except averages. */
function plain(value: unknown, isAverage = false): unknown {
  if (typeof value === 'number') return isAverage ? value : plainNumber(String(value));
  if (typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return value.map((each) => plain(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, plain(inner, isAverage || key === 'avg')]),
  );
}

describe.each(testDatabases())('aggregates on %s', (client) => {
  const rounds = Array.from({ length: Math.ceil(RUNS / ROUND) }, (_, round) => round);

  test.each(rounds)(
    'equal plain SQL, round %d',
    async (round) => {
      const { content } = await openSales(client, { seed: SEED + round, count: { sales: 0, offers: 40 } });
      try {
        await fc.assert(
          fc.asyncProperty(randomWords(2), fc.constantFrom(...PLACES), async (words, place) => {
            const found = await content.documents(OFFER).aggregate({ ...words, ...place });
            expect(plain(found)).toEqual(await answerByPlainSql(words, { client, content, place }));
          }),
          { numRuns: Math.min(ROUND, RUNS - round * ROUND), seed: SEED + round },
        );
      } finally {
        await content.close();
      }
    },
    600_000,
  );
});
