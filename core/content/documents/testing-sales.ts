// For tests of aggregates: random documents with all kinds of values that figures and groups read.
import fc from 'fast-check';
import type { TestDatabase } from '../../testing/databases';
import { relation, typeFile } from '../model/testing-files';
import { AUDIENCE, axisParams, PHASE } from './testing-axes';
import { openTestContent, type TestContent } from './testing-content';

export const SALE = 'api::sale.sale';
/** The same attributes, with a row for each audience and phase. */
export const OFFER = 'api::offer.offer';

const attributes = {
  n: { type: 'integer' },
  big: { type: 'biginteger' },
  price: { type: 'decimal', precision: 18, scale: 6 },
  ratio: { type: 'float' },
  flag: { type: 'boolean' },
  kind: { type: 'enumeration', enum: ['a', 'b', 'c'] },
  word: { type: 'string' },
  day: { type: 'date' },
  hour: { type: 'time' },
  moment: { type: 'datetime' },
  tags: relation('manyToMany', 'tag'),
};

const files = {
  'config/content-types/sale.json': typeFile('sale', {
    ...attributes,
    secret: { type: 'password' },
    hidden: { type: 'integer', private: true },
    shop: relation('manyToOne', 'shop', { inversedBy: 'sales' }),
  }),
  'config/content-types/offer.json': typeFile('offer', {
    ...attributes,
    shop: relation('manyToOne', 'shop'),
    rival: relation('manyToOne', 'offer'),
  }),
  'config/content-types/shop.json': typeFile('shop', {
    name: { type: 'string' },
    sales: relation('oneToMany', 'sale', { mappedBy: 'shop' }),
  }),
  'config/content-types/tag.json': typeFile('tag', { name: { type: 'string' } }),
};

export const PLACES = ['all', 'kids'].flatMap((audience) =>
  ['work', 'shown'].map((phase) => ({ audience, phase })),
);
export type Place = (typeof PLACES)[number];

export interface Sale {
  readonly documentId: string;
  readonly n: number | null;
  readonly big: string | null;
  readonly price: string | null;
  readonly ratio: number | null;
  readonly flag: boolean | null;
  readonly kind: string | null;
  readonly word: string | null;
  readonly day: string | null;
  readonly hour: string | null;
  readonly moment: string | null;
  readonly shop: string | null;
  readonly tags: readonly string[];
}
/** `rival`: an offer with a row of the same audience. It may lack a row of the same phase. */
export type Offer = Sale & Place & { readonly rival: string | null };

export interface Sales {
  readonly content: TestContent;
  readonly sales: readonly Sale[];
  readonly offers: readonly Offer[];
  readonly tags: readonly string[];
}

export async function openSales(
  client: TestDatabase,
  {
    seed,
    count,
  }: { readonly seed: number; readonly count: { readonly sales: number; readonly offers: number } },
): Promise<Sales> {
  const content = await openTestContent({
    client,
    files,
    params: axisParams(),
    schema: {
      hooks: {
        contentType(type) {
          if (type.uid !== OFFER) return;
          type.addAxis(AUDIENCE, () => false);
          type.addAxis(PHASE, () => false);
        },
      },
    },
  });
  const named = async (uid: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let i = 0; i < 4; i++)
      ids.push((await content.documents(uid).create({ data: { name: `${i}` } })).documentId);
    return ids;
  };
  const [shops, tags] = [await named('api::shop.shop'), await named('api::tag.tag')];
  const values = randomSale(shops, tags);
  const sales = await writeSales(content, fc.sample(values, { numRuns: count.sales, seed }));
  const offers = await writeOffers(content, fc.sample(randomRows(values), { numRuns: count.offers, seed }));
  return { content, sales, offers, tags };
}

/** One, in millionths. */
export const SCALE = 1_000_000n;

export function scaledOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.');
  const scaled = BigInt(whole) * SCALE + BigInt(fraction.padEnd(6, '0'));
  return text.startsWith('-') ? -scaled : scaled;
}
/** In millionths → as an answer shows it. */
export function decimal(scaled: bigint): string {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(7, '0');
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -6)}${fraction ? `.${fraction}` : ''}`;
}

type Values = Omit<Sale, 'documentId'>;
type Rows = readonly (readonly [values: Values, rival: number | null] | null)[];

const orNull = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null, freq: 4 });
const pad = (value: number): string => String(value).padStart(2, '0');
const randomSale = (shops: readonly string[], tags: readonly string[]): fc.Arbitrary<Values> =>
  fc.record({
    n: orNull(fc.integer({ min: -3, max: 3 })),
    big: orNull(
      fc.oneof(
        fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n, 2n ** 53n + 1n, 0n),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      ),
    ).map((value) => (value === null ? null : String(value))),
    price: orNull(fc.bigInt({ min: -(10n ** 18n) + 1n, max: 10n ** 18n - 1n })).map((value) =>
      value === null ? null : decimal(value),
    ),
    // Multiples of 1/8 have exact sums.
    ratio: orNull(fc.integer({ min: -800, max: 800 }).map((value) => value / 8)),
    flag: orNull(fc.boolean()),
    kind: orNull(fc.constantFrom('a', 'b', 'c')),
    word: orNull(fc.constantFrom('x', 'X', 'x ', 'ß', 'ss', 'é', 'e\u0301', '😀', '"\\', '')),
    day: orNull(fc.integer({ min: 1, max: 5 }).map((value) => `2024-02-${pad(value)}`)),
    hour: orNull(fc.integer({ min: 1, max: 5 }).map((value) => `${pad(value)}:30:00.000`)),
    moment: orNull(fc.integer({ min: 1, max: 5 }).map((value) => `2024-02-${pad(value)}T10:00:00.000Z`)),
    shop: orNull(fc.constantFrom(...shops)),
    tags: fc.subarray([...tags]),
  });

/** Some places have no row of the document. */
const randomRows = (values: fc.Arbitrary<Values>): fc.Arbitrary<Rows> =>
  fc.tuple(...PLACES.map(() => fc.option(fc.tuple(values, orNull(fc.nat())), { nil: null, freq: 3 })));

async function writeSales(content: TestContent, all: readonly Values[]): Promise<Sale[]> {
  const sales: Sale[] = [];
  await inTransactions(content, all, async (data) => {
    sales.push({ ...data, documentId: (await content.documents(SALE).create({ data })).documentId });
  });
  return sales;
}

async function writeOffers(content: TestContent, all: readonly Rows[]): Promise<Offer[]> {
  const offers: Offer[] = [];
  await inTransactions(content, all, async (rows) => {
    let documentId: string | undefined;
    for (const [index, row] of rows.entries()) {
      const place = PLACES[index];
      if (!row || !place) continue;
      const known = [
        ...new Set(offers.flatMap((one) => (one.audience === place.audience ? one.documentId : []))),
      ];
      const rival = row[1] === null ? null : (known[row[1] % known.length] ?? null);
      const data = { ...row[0], rival };
      const args = { ...place, data };
      if (documentId === undefined) ({ documentId } = await content.documents(OFFER).create(args));
      else await content.documents(OFFER).update({ ...args, documentId });
      offers.push({ ...data, ...place, documentId });
    }
  });
  return offers;
}

/** Some at a time: on a busy machine, one transaction for all would take too long. */
async function inTransactions<T>(
  content: TestContent,
  all: readonly T[],
  write: (one: T) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < all.length; from += 20)
    await content.documents.transaction(async () => {
      for (const one of all.slice(from, from + 20)) await write(one);
    });
}
