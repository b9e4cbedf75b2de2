// Aggregates against plain JavaScript over the same random documents, on each database; and the number of statements.
import fc from 'fast-check';
import { testDatabases } from '../../testing/databases';
import { FULL_VISIBILITY } from '../model/compiled/visibility';
import type { AggregateWords, BucketWords } from './operations';
import type { TestContent } from './testing-content';
import {
  decimal,
  OFFER,
  type Offer,
  openSales,
  PLACES,
  SALE,
  type Sale,
  SCALE,
  scaledOf,
} from './testing-sales';

const RUNS = Number(process.env.QUIRE_TEST_RUNS ?? 60);
const SEED = 20_260_714;

// ── the same in JavaScript ──

const shownDecimal = (scaled: bigint): string | number => {
  const text = decimal(scaled);
  return text.replace(/[-.]/g, '').replace(/^0+/, '').length > 15 ? text : Number(text);
};

type FieldName = 'n' | 'big' | 'price' | 'ratio';
type MomentName = 'day' | 'moment';
type Key = Exclude<keyof Sale, 'documentId'>;
const FIGURES: readonly FieldName[] = ['n', 'big', 'price', 'ratio'];
const MOMENTS: readonly MomentName[] = ['day', 'moment'];
const KEYS: readonly Key[] = [
  'n',
  'big',
  'price',
  'ratio',
  'flag',
  'kind',
  'word',
  'day',
  'hour',
  'moment',
  'shop',
  'tags',
];

/** A value as a whole number of millionths. */
const wholeOf = (name: FieldName, value: string | number): bigint =>
  name === 'ratio' ? BigInt(Number(value) * 1e6) : scaledOf(String(value));
function shownOf(name: FieldName, scaled: bigint): unknown {
  if (name === 'price') return shownDecimal(scaled);
  if (name === 'big') return String(scaled / SCALE);
  return Number(decimal(scaled));
}

function expectedFigure(operator: string, name: FieldName, sales: readonly Sale[]): unknown {
  const values = sales.flatMap((sale) => (sale[name] === null ? [] : [wholeOf(name, sale[name])]));
  if (values.length === 0) return null;
  const sum = values.reduce((total, value) => total + value, 0n);
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  if (operator === 'avg') {
    const average = (sum * 10n ** 40n) / BigInt(values.length);
    return Number(`${average}e-46`);
  }
  return shownOf(
    name,
    operator === 'sum' ? sum : operator === 'min' ? (sorted[0] ?? 0n) : (sorted.at(-1) ?? 0n),
  );
}

/** Texts of moments have the order of their time. */
function expectedMoment(operator: string, name: MomentName, sales: readonly Sale[]): unknown {
  const sorted = sales.flatMap((sale) => sale[name] ?? []).sort();
  return (operator === 'min' ? sorted[0] : sorted.at(-1)) ?? null;
}

const isMoment = (name: string): name is MomentName => MOMENTS.some((moment) => moment === name);

const keysOf = (sale: Sale, name: Key): readonly unknown[] => {
  if (name === 'tags') return sale.tags.length === 0 ? [null] : sale.tags;
  return [name === 'price' && sale.price !== null ? shownDecimal(scaledOf(sale.price)) : sale[name]];
};

function expectedLevel(words: BucketWords, all: readonly Sale[]): Record<string, unknown> {
  const sales = all.filter((sale) => matches(sale, words.filters));
  const level: Record<string, unknown> = {};
  if (words.count) level.count = sales.length;
  for (const operator of ['avg', 'sum', 'min', 'max'] as const)
    if (words[operator])
      level[operator] = Object.fromEntries(
        words[operator].map((name) => [
          name,
          isMoment(name)
            ? expectedMoment(operator, name, sales)
            : expectedFigure(operator, name as FieldName, sales),
        ]),
      );
  if (words.documents) level.documents = sales.slice(1, 3).map(({ documentId }) => documentId);
  if (words.groupBy)
    level.groupBy = Object.fromEntries(
      Object.entries(words.groupBy).map(([name, inner]) => {
        const keys = new Set(sales.flatMap((sale) => keysOf(sale, name as Key)));
        return [
          name,
          byKey(
            [...keys].map((key) => ({
              key,
              ...expectedLevel(
                inner === true ? {} : inner,
                sales.filter((sale) => keysOf(sale, name as Key).includes(key)),
              ),
            })),
          ),
        ];
      }),
    );
  return level;
}

const byKey = <B extends { readonly key: unknown }>(buckets: readonly B[]): B[] =>
  [...buckets].sort((a, b) => (JSON.stringify(a.key) < JSON.stringify(b.key) ? -1 : 1));

function matches(sale: Sale, filters: unknown): boolean {
  const { n, flag, tags } = (filters ?? {}) as {
    n?: { $gt: number };
    flag?: { $null: boolean };
    tags?: { documentId: string };
  };
  return (
    (!n || (sale.n !== null && sale.n > n.$gt)) &&
    (!flag || (sale.flag === null) === flag.$null) &&
    (!tags || sale.tags.includes(tags.documentId))
  );
}

/** Buckets in one order, documents as their documentId. */
function plain(outcome: unknown): unknown {
  if (typeof outcome !== 'object' || outcome === null) return outcome;
  return Object.fromEntries(
    Object.entries(outcome).map(([key, value]) => {
      if (key === 'documents')
        return [key, (value as { documentId: string }[]).map((each) => each.documentId)];
      if (key !== 'groupBy') return [key, value];
      const groups = Object.entries(value as Record<string, { key: unknown }[]>);
      return [
        key,
        Object.fromEntries(
          groups.map(([name, buckets]) => [
            name,
            byKey(buckets.map((each) => plain(each) as { key: unknown })),
          ]),
        ),
      ];
    }),
  );
}

const some = (names: readonly string[]) =>
  fc.option(fc.subarray([...names], { minLength: 1 }), { nil: undefined });
const randomFilters = (tags: readonly string[]) =>
  fc.oneof(
    fc.constant(undefined),
    fc.record({ n: fc.record({ $gt: fc.integer({ min: -3, max: 2 }) }) }),
    fc.record({ flag: fc.record({ $null: fc.boolean() }) }),
    fc.record({ tags: fc.record({ documentId: fc.constantFrom(...tags) }) }),
  );
const defined = (words: object): object =>
  Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
function randomWords(
  tags: readonly string[],
  depth: number,
): fc.Arbitrary<AggregateWords & { filters?: unknown }> {
  const groups =
    depth === 0
      ? fc.constant(undefined)
      : fc.option(
          fc.dictionary(fc.constantFrom(...KEYS), randomWords(tags, depth - 1), { minKeys: 1, maxKeys: 2 }),
          { nil: undefined, freq: 3 },
        );
  return fc
    .record({
      count: fc.constantFrom(true, undefined),
      avg: some(FIGURES),
      sum: some(FIGURES),
      min: some([...FIGURES, ...MOMENTS]),
      max: some([...FIGURES, ...MOMENTS]),
      groupBy: groups,
      filters: randomFilters(tags),
      documents:
        depth === 2
          ? fc.constant(undefined)
          : fc.constantFrom(undefined, { pagination: { start: 1, limit: 2 } }),
    })
    .map(defined);
}

describe.each(testDatabases())('aggregates on %s', (client) => {
  let content: TestContent;
  let sales: readonly Sale[];
  let offers: readonly Offer[];
  let tags: readonly string[];
  const aggregate = (words: object) => content.documents(SALE).aggregate(words);

  beforeAll(async () => {
    ({ content, sales, offers, tags } = await openSales(client, {
      seed: SEED,
      count: { sales: 200, offers: 40 },
    }));
  });
  afterAll(() => content?.close());

  test('equal JavaScript over the same documents', async () => {
    const places = fc.constantFrom(null, ...PLACES);
    await fc.assert(
      fc.asyncProperty(randomWords(tags, 2), places, async (words, place) => {
        const found = await (place
          ? content.documents(OFFER).aggregate({ ...words, ...place })
          : aggregate(words));
        const all = place
          ? offers.filter(({ audience, phase }) => audience === place.audience && phase === place.phase)
          : sales;
        expect(plain(found)).toEqual(expectedLevel(words, all));
      }),
      { numRuns: RUNS, seed: SEED },
    );
  }, 600_000);

  test('sums beyond 64 bits are exact, alone and in buckets', async () => {
    const most = String(2n ** 63n - 1n);
    const made: string[] = [];
    for (const [word, big] of [
      ['most', most],
      ['most', most],
      ['few', '1'],
    ])
      made.push((await content.documents(SALE).create({ data: { word, big } })).documentId);
    const filters = { word: { $in: ['most', 'few'] } };
    const sums = { sum: ['big'], avg: ['big'] };
    try {
      expect(await aggregate({ filters, ...sums })).toMatchObject({ sum: { big: String(2n ** 64n - 1n) } });
      const { groupBy } = await aggregate({ filters, groupBy: { word: sums } });
      expect(groupBy?.word).toEqual([
        { key: 'few', sum: { big: '1' }, avg: { big: 1 } },
        { key: 'most', sum: { big: String(2n ** 64n - 2n) }, avg: { big: Number(most) } },
      ]);
    } finally {
      for (const documentId of made) await content.documents(SALE).delete({ documentId });
    }
  });

  test('buckets stand in the order of their keys, null first', async () => {
    const { groupBy } = await aggregate({ groupBy: { n: true, flag: true } });
    expect(groupBy?.n?.map(({ key }) => key)).toEqual([null, -3, -2, -1, 0, 1, 2, 3]);
    expect(groupBy?.flag?.map(({ key }) => key)).toEqual([null, false, true]);
  });

  test('an empty set has the count 0 and no figures', async () => {
    const words = {
      count: true,
      avg: ['n'],
      sum: ['big'],
      min: ['day'],
      max: ['price'],
      groupBy: { kind: true },
    };
    expect(await aggregate({ ...words, filters: { n: 99 } })).toEqual({
      count: 0,
      avg: { n: null },
      sum: { big: null },
      min: { day: null },
      max: { price: null },
      groupBy: { kind: [] },
    });
  });

  test('the documents of buckets are populated and sorted', async () => {
    const { groupBy } = await aggregate({
      groupBy: {
        kind: {
          documents: {
            fields: ['n'],
            sort: 'n:desc',
            populate: { shop: { fields: ['name'] } },
            pagination: { limit: 3 },
          },
        },
      },
    });
    for (const { key, documents } of groupBy?.kind ?? []) {
      const own = sales.filter(({ kind }) => kind === key).sort((a, b) => (b.n ?? -9) - (a.n ?? -9));
      expect(documents).toHaveLength(3);
      const shown = documents as {
        n: number | null;
        documentId: string;
        shop: { documentId: string } | null;
      }[];
      expect(shown.map(({ n }) => n)).toEqual(own.slice(0, 3).map(({ n }) => n));
      for (const { documentId, shop } of shown)
        expect(shop?.documentId ?? null).toBe(sales.find((each) => each.documentId === documentId)?.shop);
    }
  });

  test('the number of statements depends neither on documents nor on buckets', async () => {
    const words = {
      count: true,
      sum: ['n'],
      max: ['day'],
      groupBy: {
        tags: { count: true, sum: ['n'], groupBy: { kind: { avg: ['ratio'] } } },
        n: { count: true },
      },
    };
    const counted = async (filters: object) => {
      const before = content.database.stats().statements;
      await aggregate({ ...words, filters });
      return content.database.stats().statements - before;
    };
    // One for each level, or each grouping; servers get several as one. SQLite repeats those of sums beyond 64 bits.
    expect(await counted({})).toBeLessThanOrEqual(4);
    expect(await counted({ n: { $gt: 2 } })).toBeLessThanOrEqual(4);
    expect(await counted({ n: 99 })).toBeLessThanOrEqual(4);
  });

  describe('refuses', () => {
    const client = { ...FULL_VISIBILITY, scope: 'no private fields', seesPrivate: false };
    test.each([
      ['an unknown field', { sum: ['nothing'] }, 'Invalid key nothing'],
      ['a private field', { sum: ['hidden'] }, 'Invalid key hidden'],
      ['a password', { groupBy: { secret: true } }, 'Invalid key secret'],
      ['a sum of texts', { sum: ['word'] }, 'Invalid key word'],
      ['a nested unknown field', { groupBy: { kind: { sum: ['hidden'] } } }, 'Invalid key hidden at kind'],
      ['a private group', { groupBy: { hidden: true } }, 'Invalid key hidden'],
      ['an unknown word', { groupBy: { kind: { median: ['n'] } } }, 'Invalid key median at kind'],
      ['a list that is none', { sum: 5 }, 'Invalid sum. Expected a list of names, got 5'],
      [
        'a group that is none',
        { groupBy: ['kind'] },
        'Invalid groupBy. Expected an object with one key per field, got ["kind"]',
      ],
      ['a flag that is none', { count: 'many' }, 'Invalid count. Expected true or false, got "many"'],
    ])('%s', async (_what, words, message) => {
      await expect(aggregate({ ...words, visibility: client })).rejects.toMatchObject({
        status: 400,
        message,
      });
    });

    test('more statements than a query may cost', async () => {
      const word: object = { count: true, groupBy: { kind: { filters: { n: 1 }, count: true } } };
      let nested = word;
      for (let i = 0; i < 60; i++) nested = { count: true, groupBy: { kind: nested } };
      await expect(aggregate(nested)).rejects.toMatchObject({ status: 400 });
    });
  });

  test('counts the buckets and documents that it reads against the limit of rows', async () => {
    const limits = {
      defaultLimit: 10,
      maxLimit: null,
      withCount: false,
      arrayLimit: 10,
      depth: 10,
      conditions: 1000,
      populatePages: true,
      maxRows: 4,
      maxStatements: 10,
      answerBytes: 33_554_432,
    };
    await expect(aggregate({ groupBy: { n: true }, limits })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('rows'),
    });
  });

  test('a row filter hides documents and groups', async () => {
    const hidden = sales.find(({ shop }) => shop !== null)?.shop ?? '';
    const visibility = {
      ...FULL_VISIBILITY,
      scope: 'one shop less',
      rowFilter: ({ uid }: { readonly uid: string }) =>
        uid === 'api::shop.shop' ? { documentId: { $ne: hidden } } : uid === SALE ? { n: { $gt: 0 } } : null,
    };
    const seen = sales.filter(({ n }) => n !== null && n > 0);
    const { count, groupBy } = await aggregate({
      visibility,
      count: true,
      groupBy: { shop: { count: true } },
    });
    expect(count).toBe(seen.length);
    const shownShop = (sale: Sale) => (sale.shop === hidden ? null : sale.shop);
    expect(groupBy?.shop?.map(({ key }) => key)).not.toContain(hidden);
    for (const { key, count: own } of groupBy?.shop ?? [])
      expect(own).toBe(seen.filter((sale) => shownShop(sale) === key).length);
  });

  test('a sum of doubles beyond the largest number is a 400, and its average a number', async () => {
    await content.documents.transaction(async () => {
      for (let i = 0; i < 2; i++)
        await content.documents(SALE).create({ data: { word: 'huge', ratio: 1.7e308 } });
    });
    const filters = { word: 'huge' };
    expect(await aggregate({ filters, avg: ['ratio'] })).toEqual({ avg: { ratio: 1.7e308 } });
    await expect(aggregate({ filters, sum: ['ratio'] })).rejects.toMatchObject({ status: 400 });
  });
});
