// Random queries with drafts, locales, relations and components: every database gives the same response.
// A document in a list equals the document alone. The test knows no expected responses; it only compares.
import fc from 'fast-check';
import { stringify } from 'qs';
import type { ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';

const LOCALIZED = { pluginOptions: { i18n: { localized: true } } };
const DRAFTS = { options: { draftAndPublish: true } };
const LOCALES = ['en', 'fr'];

const to = (relation: string, target: string | null, more: object = {}) => ({
  type: 'relation',
  relation,
  ...(target === null ? {} : { target: `api::${target}.${target}` }),
  ...more,
});
const type = (
  name: string,
  attributes: ContentTypeDefinition['attributes'],
  options: object = {},
): ContentTypeDefinition => ({
  info: { singularName: name, pluralName: `${name}s` },
  ...options,
  attributes,
});

const TYPES: readonly ContentTypeDefinition[] = [
  type(
    'story',
    {
      title: { type: 'string', ...LOCALIZED },
      rating: { type: 'integer' },
      price: { type: 'decimal' },
      moment: { type: 'datetime' },
      writer: to('manyToOne', 'writer', { inversedBy: 'stories' }),
      labels: to('manyToMany', 'label', { inversedBy: 'stories' }),
      next: to('oneToOne', 'story'),
      anything: to('morphToMany', null),
      card: { type: 'component', component: 'parts.card', ...LOCALIZED },
      cards: { type: 'component', component: 'parts.card', repeatable: true, ...LOCALIZED },
      zone: { type: 'dynamiczone', components: ['parts.card', 'parts.quote'], ...LOCALIZED },
    },
    { ...LOCALIZED, ...DRAFTS },
  ),
  type(
    'writer',
    { name: { type: 'string' }, stories: to('oneToMany', 'story', { mappedBy: 'writer' }) },
    DRAFTS,
  ),
  type(
    'label',
    {
      name: { type: 'string', ...LOCALIZED },
      stories: to('manyToMany', 'story', { mappedBy: 'labels' }),
      best: to('oneToOne', 'writer'),
    },
    LOCALIZED,
  ),
];
const COMPONENTS = {
  'parts.card': {
    info: {},
    attributes: {
      text: { type: 'string' },
      weight: { type: 'integer' },
      writer: to('oneToOne', 'writer'),
      labels: to('oneToMany', 'label'),
    },
  },
  'parts.quote': { info: {}, attributes: { words: { type: 'text' }, story: to('oneToOne', 'story') } },
};

/** The same documents on every database, created in the same order. Random ids are replaced by their position. */
interface Deployment {
  readonly app: TestApp;
  readonly names: ReadonlyMap<string, string>;
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

const COUNT = 9;
const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

async function deploy(database: (typeof databases)[number]): Promise<Deployment> {
  const app = await createTestApp({
    database,
    contentTypes: TYPES,
    components: COMPONENTS,
    config: {
      plugins: { rest: true, 'draft-and-publish': true, i18n: { config: { locales: LOCALES } } },
      server: { anonymous: 'full' },
    },
  });
  const ids: Record<string, string[]> = { writer: [], label: [], story: [] };
  const make = async (name: string, data: object, query = ''): Promise<string> => {
    const { body, status } = await app.agent.post(`/api/${name}s${query}`).send({ data });
    if (status !== 201) throw new Error(JSON.stringify(body));
    ids[name]?.push(body.data.documentId);
    return body.data.documentId;
  };
  const change = async (name: string, id: string, query: string, data: object): Promise<void> => {
    const { body, status } = await app.agent.put(`/api/${name}s/${id}?${query}`).send({ data });
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  for (let n = 0; n < 4; n++) await make('writer', { name: `writer ${n}` }, n === 3 ? '?status=draft' : '');
  for (let n = 0; n < 4; n++) {
    const id = await make('label', { name: `label ${n}`, best: pick(ids.writer ?? [], n) });
    if (n < 3) await change('label', id, 'locale=fr', { name: `étiquette ${n}` });
  }
  const [writers, labels] = [ids.writer ?? [], ids.label ?? []];
  const everywhere = labels.slice(0, 3);
  for (let n = 0; n < COUNT; n++) {
    const card = (step: number) => ({
      text: step % 3 === 0 ? null : `card ${step} “?”`,
      weight: step % 4,
      writer: pick(writers, step),
      labels: [pick(everywhere, step), pick(everywhere, step + 1)],
    });
    const data = {
      title: n % 4 === 3 ? null : `story ${n % 5} ü`,
      rating: n % 3 === 2 ? null : n % 4,
      price: n % 2 ? 10.5 + n : null,
      moment: n % 3 ? `2024-05-0${n + 1}T07:08:09.120Z` : null,
      writer: n % 5 === 4 ? null : pick(writers, n),
      labels: [0, 1, 2].slice(n % 3).map((step) => pick(labels, n + step)),
      next: n > 0 ? pick(ids.story ?? [], n - 1) : null,
      anything: [
        { __type: 'api::writer.writer', documentId: pick(writers, n) },
        { __type: 'api::label.label', documentId: pick(labels, n) },
      ],
      card: n % 3 ? card(n) : null,
      cards: [card(n), card(n + 1), card(n + 2)].slice(n % 3),
      zone: [
        {
          __component: 'parts.quote',
          words: `words ${n}`,
          story: n > 1 ? pick(ids.story ?? [], n - 2) : null,
        },
        { __component: 'parts.card', ...card(n + 5) },
      ].slice(n % 2),
    };
    const id = await make('story', data, n % 4 === 1 ? '?status=draft' : '');
    if (n % 2 === 0)
      await change('story', id, `locale=fr${n % 4 ? '&status=draft' : ''}`, {
        title: `histoire ${n}`,
        labels: [pick(everywhere, n + 2)],
        writer: pick(writers, n + 1),
        cards: [card(n + 7)],
      });
    if (n % 3 === 0) await change('story', id, 'status=draft', { title: `draft ${n}`, rating: 9 - n });
  }
  const names = new Map(
    Object.entries(ids).flatMap(([name, list]) => list.map((id, index) => [id, `${name}${index}`] as const)),
  );
  return { app, names, ids };
}

const databases = testDatabases();
const deployments: Deployment[] = [];
beforeAll(async () => {
  for (const database of databases) deployments.push(await deploy(database));
}, 60_000);
afterAll(() => Promise.all(deployments.map(({ app }) => app.close())));

// ── queries ──
type Tree = Record<string, unknown>;
const SCALARS: Record<string, readonly string[]> = {
  story: ['title', 'rating', 'price', 'moment', 'id', 'locale', 'publishedAt'],
  writer: ['name', 'id', 'publishedAt'],
  label: ['name', 'id', 'locale'],
  'parts.card': ['text', 'weight', 'id'],
  'parts.quote': ['words', 'id'],
};
const RELATIONS: Record<string, Readonly<Record<string, string>>> = {
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
    .subarray([...(SCALARS[name] ?? []), ...(FAR[name] ?? [])], { minLength: 1, maxLength: 2 })
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
    { $or: [{ rating: { $eq: 1 } }, { writer: { name: { $endsWith: '1' } } }] },
    { labels: { name: { $in: ['label 0', 'label 3'] } } },
    { $not: { labels: { name: { $eq: 'label 1' } } } },
    { cards: { weight: { $lt: 2 } } },
    { card: { writer: { name: { $eq: 'writer 1' } } } },
    { next: { next: { rating: { $notNull: true } } } },
  ],
  writer: [
    { name: { $ne: 'writer 2' } },
    { stories: { rating: { $gt: 1 } } },
    { stories: { labels: { name: { $contains: '1' } } } },
  ],
  label: [
    { name: { $startsWith: 'label' } },
    { best: { name: { $notNull: true } } },
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
const withPages = (populate: unknown, start: number, limit: number): unknown =>
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
const LISTS = new Set(['labels', 'stories', 'localizations']);

const query = fc.constantFrom('story', 'writer', 'label').chain((name) =>
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

// ── answers ──
/** Replaces timestamps and random ids, which differ between runs. */
const comparable = (value: unknown, { names }: Deployment): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, inner) =>
      key === 'createdAt' || key === 'updatedAt' || (key === 'publishedAt' && inner !== null)
        ? 'a moment'
        : typeof inner === 'string'
          ? (names.get(inner) ?? inner)
          : inner,
    ),
  );

const ask = async ({ app }: Deployment, path: string, words: Tree) => {
  const { status, body } = await app.agent.get(`${path}?${stringify(words, { encodeValuesOnly: true })}`);
  return { status, body };
};

const RUNS = Number(process.env.QUIRE_SAME_RUNS ?? 150);

test('every database gives the same response', async () => {
  let full = 0;
  const asked = new Set<string>();
  await fc.assert(
    fc.asyncProperty(query, async ({ name, words }) => {
      const answers = await Promise.all(
        deployments.map(async (each) => comparable(await ask(each, `/api/${name}s`, words), each)),
      );
      asked.add(JSON.stringify(words));
      expect((answers[0] as { status: number }).status).toBe(200);
      if ((answers[0] as { body: { data: unknown[] } }).body.data.length > 0) full++;
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }),
    { numRuns: RUNS },
  );
  expect(full).toBeGreaterThan(RUNS / 3);
  expect(asked.size).toBeGreaterThan(RUNS / 2);
}, 120_000);

test('a document is equal alone and in a list', async () => {
  await fc.assert(
    fc.asyncProperty(query, fc.nat(), async ({ name, words }, which) => {
      const { locale, status, fields, populate } = words;
      const asked = { locale, status, fields, populate };
      for (const each of deployments) {
        const id = pick(each.ids[name] ?? [], which);
        const list = await ask(each, `/api/${name}s`, { ...asked, filters: { documentId: { $eq: id } } });
        const alone = await ask(each, `/api/${name}s/${id}`, asked);
        expect(list.status).toBe(200);
        expect(alone.status).toBe(list.body.data.length === 0 ? 404 : 200);
        expect(alone.body.data).toEqual(list.body.data[0] ?? null);
      }
    }),
    { numRuns: RUNS },
  );
}, 120_000);

/** Publishes writer 0 again: from then on it is the last in the order of `publishedAt`. */
const writeFirst = ({ app, ids }: Deployment) =>
  app.documents('api::writer.writer').update({
    documentId: ids.writer?.[0] ?? '',
    data: { name: 'writer 0' },
  });

test('calls of the document service give the same result on every database, also inside a transaction that has written', async () => {
  for (const each of deployments) await writeFirst(each);
  await fc.assert(
    fc.asyncProperty(
      query,
      fc.integer({ min: 0, max: 1 }),
      fc.integer({ min: 1, max: 2 }),
      async ({ name, words }, start, limit) => {
        const { pagination, ...rest } = words;
        const asked = JSON.parse(
          JSON.stringify({ ...rest, ...pagination, populate: withPages(rest.populate, start, limit) }),
        );
        const answers = await Promise.all(
          deployments.map(async (each) => {
            const { documents, kernel } = each.app;
            const outside = await documents(`api::${name}.${name}`).findMany(asked);
            const inside = await kernel.database.transaction(async () => {
              await writeFirst(each);
              return documents(`api::${name}.${name}`).findMany(asked);
            });
            expect(comparable(inside, each)).toEqual(comparable(outside, each));
            return comparable(outside, each);
          }),
        );
        for (const answer of answers) expect(answer).toEqual(answers[0]);
      },
    ),
    { numRuns: Math.ceil(RUNS / 3) },
  );
}, 120_000);
