// Random queries on the types of random-content.ts, as words of the REST API and of the document service.
import fc from 'fast-check';

export type Tree = Record<string, unknown>;
export const SCALARS: Record<string, readonly string[]> = {
  story: [
    'title',
    'rating',
    'price',
    'exact',
    'big',
    'ratio',
    'flag',
    'kind',
    'moment',
    'day',
    'hour',
    'data',
    'id',
    'locale',
    'publishedAt',
  ],
  writer: ['name', 'id', 'publishedAt'],
  label: ['name', 'id', 'locale'],
  'parts.card': ['text', 'weight', 'id'],
  'parts.quote': ['words', 'id'],
};
export const RELATIONS: Record<string, Readonly<Record<string, string>>> = {
  story: { writer: 'writer', labels: 'label', next: 'story', localizations: 'story' },
  writer: { stories: 'story' },
  label: { stories: 'story', best: 'writer', localizations: 'label' },
  'parts.card': { writer: 'writer', labels: 'label' },
  'parts.quote': { story: 'story' },
};

const fieldsOf = (name: string) =>
  fc.subarray(
    [...(SCALARS[name] ?? [])].filter((field) => field !== 'id'),
    { minLength: 1 },
  );
/** Through relations. */
const FAR: Record<string, readonly string[]> = {
  story: ['writer.name', 'next.rating', 'next.writer.name'],
  label: ['best.name'],
};
const sortOf = (name: string) =>
  fc
    .subarray(
      [...(SCALARS[name] ?? []), ...(FAR[name] ?? [])].filter((field) => field !== 'data'),
      { minLength: 1, maxLength: 2 },
    )
    .chain((fields) =>
      fc.tuple(
        ...fields.map((field) => fc.constantFrom('asc', 'desc').map((direction) => `${field}:${direction}`)),
      ),
    );
const CONDITIONS: Record<string, readonly Tree[]> = {
  story: [
    { rating: { $gte: 2 } },
    { title: { $containsi: 'STORY' } },
    { price: { $null: true } },
    { exact: { $gt: 1.5 } },
    { big: { $in: ['9007199254740993', '9007199254740995'] } },
    { $and: [{ flag: { $ne: true } }, { kind: { $eq: 'essay' } }] },
    { $not: { day: { $lte: '2024-02-25' } } },
    { hour: { $between: ['11:00:00.000', '15:00:00.000'] } },
    { $or: [{ rating: { $eq: 1 } }, { writer: { name: { $endsWith: '1' } } }] },
    { labels: { name: { $in: ['label 0', 'label 3'] } } },
    { next: { rating: { $in: [0, 2] } }, rating: { $notNull: true } },
    { writer: { $or: [{ name: { $eq: 'writer 0' } }, { name: { $in: ['writer 1', 'writer 2'] } }] } },
    { $or: [{ writer: { name: { $eq: 'writer 2' } } }, { labels: { best: { name: { $eq: 'writer 0' } } } }] },
    { $not: { labels: { name: { $eq: 'label 1' } } } },
    { cards: { weight: { $lt: 2 } } },
    { card: { writer: { name: { $eq: 'writer 1' } } } },
    { next: { next: { rating: { $notNull: true } } } },
  ],
  writer: [
    { name: { $ne: 'writer 2' } },
    { stories: { rating: { $gt: 1 } } },
    { stories: { rating: { $eq: 1 } } },
    { stories: { labels: { name: { $contains: '1' } } } },
  ],
  label: [
    { name: { $startsWith: 'label' } },
    { best: { name: { $notNull: true } } },
    { best: { name: { $eq: 'writer 1' } }, stories: { rating: { $in: [0, 1] } } },
    { stories: { title: { $eqi: 'STORY 0 Ü' } } },
  ],
  'parts.card': [{ weight: { $gt: 0 } }],
};
const filtersOf = (name: string) => fc.constantFrom(...(CONDITIONS[name] ?? [{}]));

/** A random part of a query, present in half of the queries. */
const some = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(of, { nil: undefined, freq: 2 });

const rarely = <T>(value: T): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constant(value) });

function populateOf(name: string, depth: number): fc.Arbitrary<Tree | '*' | undefined> {
  const relations = Object.entries(RELATIONS[name] ?? {}).map(([key, target]) => {
    const nested =
      depth > 1 && key !== 'localizations' ? populateOf(target, depth - 1) : fc.constant(undefined);
    return [key, nodeOf(target, nested)] as const;
  });
  const parts =
    name === 'story'
      ? ([
          ['card', nodeOf('parts.card', populateOf('parts.card', Math.min(depth - 1, 1)), false)],
          ['cards', nodeOf('parts.card', populateOf('parts.card', Math.min(depth - 1, 1)))],
          [
            'anything',
            fc.oneof(
              fc.constant({ populate: '*' }),
              fc.constant({ count: true }),
              fc.record({
                on: fc.record({
                  'api::writer.writer': nodeOf('writer', populateOf('writer', depth - 1), true, false),
                  'api::label.label': nodeOf('label', populateOf('label', depth - 1), true, false),
                }),
              }),
            ),
          ],
          [
            'zone',
            fc.record({
              on: fc.record({
                'parts.card': some(fc.constant({ populate: '*' })).map((it) => it ?? { fields: ['text'] }),
                'parts.quote': fc.constant({ populate: { story: { fields: ['title'] } } }),
              }),
            }),
          ],
        ] as const)
      : [];
  const keys = [...relations, ...parts];
  if (keys.length === 0 || depth <= 0) return fc.constant(undefined);
  const named = fc
    .subarray(keys, { minLength: 1 })
    .chain((chosen) => fc.record(Object.fromEntries(chosen) as Record<string, fc.Arbitrary<Tree>>));
  return fc.oneof({ weight: 9, arbitrary: named }, { weight: 1, arbitrary: fc.constant('*' as const) });
}

function nodeOf(
  name: string,
  populate: fc.Arbitrary<Tree | '*' | undefined>,
  filtered = true,
  counted = true,
): fc.Arbitrary<Tree> {
  const isEntry = name.startsWith('parts.');
  return fc.record({
    fields: some(fieldsOf(name)),
    populate: some(populate),
    sort: isEntry && !filtered ? fc.constant(undefined) : some(sortOf(name)),
    filters: isEntry && !filtered ? fc.constant(undefined) : some(filtersOf(name)),
    count: counted ? rarely(true) : fc.constant(undefined),
  });
}

/** Only calls of the document service may paginate populated relations. */
export const withPages = (populate: unknown, start: number, limit: number): unknown =>
  typeof populate !== 'object' || populate === null
    ? populate
    : Object.fromEntries(
        Object.entries(populate as Record<string, Tree>).map(([key, node]) => [
          key,
          'on' in node || node.count === true
            ? node
            : {
                ...node,
                populate: withPages(node.populate, start, limit),
                ...(LISTS.has(key) ? { start, limit } : {}),
              },
        ]),
      );
/**
 * The words that REST, GraphQL and the document service share. They have no counts. Only localized types have `locale`, and only lists have
 * filters and an order. Each node has a word, because query strings need one.
 */
export const sharedWords = (name: string, { locale, populate, ...words }: Tree): Tree =>
  JSON.parse(
    JSON.stringify({
      ...words,
      locale: name === 'writer' ? undefined : locale,
      populate: sharedPopulate(populate),
    }),
  );

function sharedPopulate(populate: unknown): unknown {
  if (typeof populate !== 'object' || populate === null) return populate;
  const nodes = Object.entries(populate as Record<string, Tree>).map(([key, { count: _, ...node }]) => {
    const { fields, filters, sort } = node;
    const shared = {
      fields,
      populate: sharedPopulate(node.populate),
      on: sharedPopulate(node.on),
      ...(LISTS.has(key) || key === 'cards' ? { filters, sort } : {}),
    };
    const isEmpty = Object.values(shared).every((value) => value === undefined);
    return [key, isEmpty ? (key === 'anything' ? { populate: '*' } : { fields: '*' }) : shared];
  });
  return Object.fromEntries(nodes);
}

export const LISTS = new Set(['labels', 'stories', 'localizations']);

export const query = fc.constantFrom('story', 'writer', 'label').chain((name) =>
  fc.record({
    name: fc.constant(name),
    words: fc.record({
      locale: some(fc.constantFrom('en', 'fr')),
      status: some(fc.constantFrom('draft', 'published')),
      fields: some(fieldsOf(name)),
      sort: some(sortOf(name)),
      filters: some(filtersOf(name)),
      populate: some(populateOf(name, 3)),
      pagination: some(
        fc.oneof(
          fc.record({
            page: fc.integer({ min: 1, max: 3 }),
            pageSize: fc.integer({ min: 1, max: 6 }),
            withCount: rarely(false),
          }),
          fc.record({
            start: fc.integer({ min: 0, max: 6 }),
            limit: fc.integer({ min: 1, max: 6 }),
            withCount: rarely(false),
          }),
        ),
      ),
    }),
  }),
);
