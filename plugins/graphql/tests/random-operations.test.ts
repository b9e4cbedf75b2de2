// Random operations: what a compiled query answers is byte for byte what graphql-js writes, with the same errors. The test knows no
// expected answers; it only compares.
import fc from 'fast-check';
import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import type { ComponentDefinition, ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { randomOperation } from './random-operation';

const RUNS = Number(process.env.QUIRE_SAME_RUNS ?? 100);
const to = (relation: string, target: string, more: object = {}) => ({
  type: 'relation',
  relation,
  target: `api::${target}.${target}`,
  ...more,
});

const TYPES: ContentTypeDefinition[] = [
  {
    info: { singularName: 'story', pluralName: 'stories' },
    options: { draftAndPublish: true },
    pluginOptions: { i18n: { localized: true } },
    attributes: {
      title: { type: 'string', pluginOptions: { i18n: { localized: true } } },
      rating: { type: 'integer' },
      price: { type: 'decimal' },
      big: { type: 'biginteger' },
      ratio: { type: 'float' },
      flag: { type: 'boolean' },
      kind: { type: 'enumeration', enum: ['news', 'essay'] },
      rank: { type: 'enumeration', enum: ['1st class', 'true'] },
      day: { type: 'date' },
      data: { type: 'json' },
      writer: to('manyToOne', 'writer', { inversedBy: 'stories' }),
      next: to('oneToOne', 'story'),
      related: { type: 'relation', relation: 'morphToMany' },
      card: { type: 'component', component: 'parts.card' },
      cards: { type: 'component', component: 'parts.card', repeatable: true },
      zone: { type: 'dynamiczone', components: ['parts.card', 'parts.quote'] },
    },
  },
  {
    info: { singularName: 'writer', pluralName: 'writers' },
    attributes: {
      name: { type: 'string', required: true },
      rating: { type: 'string' },
      stories: to('oneToMany', 'story', { mappedBy: 'writer' }),
      friends: to('manyToMany', 'writer'),
    },
  },
];
const COMPONENTS: Record<string, ComponentDefinition> = {
  'parts.card': {
    info: {},
    attributes: {
      text: { type: 'string' },
      weight: { type: 'decimal' },
      writer: to('oneToOne', 'writer'),
      quotes: { type: 'component', component: 'parts.quote', repeatable: true },
    },
  },
  'parts.quote': {
    info: {},
    attributes: { text: { type: 'text' }, size: { type: 'enumeration', enum: ['xl', '2xl'] } },
  },
};

async function seed(app: TestApp): Promise<string[]> {
  const writers: string[] = [];
  const stories: string[] = [];
  const at = (list: readonly string[], index: number): string | null => list[index % list.length] ?? null;
  for (let n = 0; n < 4; n++) {
    const data = { name: `writer ${n}`, rating: n ? `"${n}":null` : null, friends: writers.slice(0, 2) };
    writers.push((await app.documents('api::writer.writer').create({ data })).documentId);
  }
  for (let n = 0; n < 6; n++) {
    const quotes = [{ text: `quote ${n}`, size: 'xl' }, { size: '2xl' }].slice(n % 3);
    const card = { text: n % 2 ? `card ${n}` : null, weight: n / 4, writer: at(writers, n), quotes };
    const data = {
      title: n % 4 ? `story ${n}` : null,
      rating: [n, null, n, 2, 3, 2 ** 31][n],
      price: n % 2 ? 10.25 * n : null,
      big: n % 2 ? `900719925474099${n}` : null,
      ratio: n / 3,
      flag: [true, false, null][n % 3],
      kind: ['news', 'essay', null][n % 3],
      rank: [null, '1st class', 'true'][n % 3],
      day: n % 2 ? `2024-02-2${n}` : null,
      data: n % 2 ? { rating: null, list: [n, { kind: 'x' }] } : null,
      writer: n % 5 ? at(writers, n) : null,
      next: at(stories, n),
      related: [
        { __type: 'api::writer.writer', documentId: at(writers, n) },
        ...stories.slice(0, 1).map((documentId) => ({ __type: 'api::story.story', documentId })),
      ],
      card: n % 3 ? card : null,
      cards: [card, card].slice(n % 3),
      zone: [
        { __component: 'parts.quote', text: `zone ${n}`, size: '2xl' },
        { __component: 'parts.card', ...card },
      ].slice(n % 2),
    };
    const stories_ = app.documents('api::story.story');
    const { documentId } = await stories_.create({ data, status: n % 4 === 3 ? 'draft' : 'published' });
    stories.push(documentId);
    if (n % 2) await stories_.update({ documentId, locale: 'fr', data: { title: `histoire ${n}` } });
    if (n % 3 === 0) await stories_.update({ documentId, status: 'draft', data: { title: `draft ${n}` } });
  }
  return [...writers, ...stories];
}

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  let ids: string[];
  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes: TYPES,
      components: COMPONENTS,
      config: {
        server: { anonymous: 'full' },
        plugins: {
          'draft-and-publish': true,
          i18n: { config: { locales: ['en', 'fr'] } },
          graphql: { config: { amountLimit: 4, defaultLimit: 4, nodeLimit: 10_000_000, depthLimit: 30 } },
        },
      },
    });
    ids = await seed(app);
  });
  afterAll(() => app?.close());

  it('compiled and executed operations give the same text', async () => {
    const ask = async (query: string, variables: object) => {
      const { status, text } = await app.agent.post('/graphql').send({ query, variables });
      const { data, errors = [] } = JSON.parse(text);
      // The two texts have different locations, so the order must not depend on them.
      const shown = errors.map(({ locations, ...each }: { locations?: unknown }) => JSON.stringify(each));
      return { status, data, errors: shown.sort() };
    };
    const { data } = await ask(getIntrospectionQuery(), {});
    const schema = buildClientSchema(data);
    let full = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0 }), async (number) => {
        const { query, variables } = randomOperation({ schema, ids, seed: number });
        const last = query.startsWith('query(') ? query.indexOf(') {') + 2 : query.indexOf('{');
        for (const values of variables) {
          const compiled = await ask(query, values);
          const executed = await ask(
            `${query.slice(0, last)}{ __schema { queryType { name } } ${query.slice(last + 1)}`,
            values,
          );
          if (executed.data) delete executed.data.__schema;
          const shown = ({ status, data, errors }: typeof compiled) => ({
            query,
            values,
            status,
            data: JSON.stringify(data),
            // A root field without null ends the work of graphql-js before all errors are known.
            errors: data === null ? errors.length > 0 : errors,
          });
          expect(shown(compiled)).toEqual(shown(executed));
          if (compiled.status !== 200) refused++;
          else if (compiled.errors.length === 0) full++;
        }
      }),
      { numRuns: RUNS },
    );
    expect(full).toBeGreaterThan(RUNS / 2);
    expect(refused).toBeLessThan(RUNS / 2);
  }, 600_000);
});
