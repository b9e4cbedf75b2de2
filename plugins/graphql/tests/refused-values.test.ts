// Stored values that GraphQL refuses: an `Int` beyond 32 bits, and a value that its enumeration has no longer. A compiled query answers
// them like an executed one: null, and an error at the path.
import type { ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const KINDS = { type: 'enumeration', enum: ['news', 'essay'] };
const ITEM: ContentTypeDefinition = {
  info: { singularName: 'item', pluralName: 'items' },
  attributes: {
    name: { type: 'string' },
    rating: { type: 'integer' },
    price: { type: 'decimal' },
    meta: { type: 'json' },
    kind: KINDS,
    strict: { type: 'integer', required: true },
    rank: { type: 'enumeration', enum: ['1st', '2nd'] },
    next: { type: 'relation', relation: 'oneToOne', target: 'api::item.item' },
    part: { type: 'component', component: 'a.part' },
    parts: { type: 'component', component: 'a.part', repeatable: true },
  },
};

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes: [ITEM],
      components: { 'a.part': { info: {}, attributes: { rating: { type: 'integer' }, kind: KINDS } } },
      config: { server: { anonymous: 'full' }, plugins: { graphql: true } },
    });
    const items = app.documents('api::item.item');
    let next: string | null = null;
    for (const rating of [2_147_483_647, -2_147_483_648, 2_147_483_648, 9_007_199_254_740_991, null, 7, 8]) {
      const part = { rating, kind: 'essay' };
      const data = { name: `${rating}`, rating, strict: rating ?? 1, kind: 'news', rank: '2nd', price: 1.5 };
      next = (
        await items.create({ data: { ...data, next, part, parts: [part], meta: { rating: 'x', kind: 1 } } })
      ).documentId;
    }
    const { schema, database: db } = app.kernel;
    await db
      .knex(schema.types.get('api::item.item')?.table ?? '')
      .whereIn('name', ['7'])
      .update({ kind: 'gone', rank: 'gone' });
  });
  afterAll(() => app?.close());

  interface Answered {
    readonly data: Record<string, unknown> | null;
    readonly errors?: readonly { readonly message: string; readonly path: readonly unknown[] }[];
    readonly extensions: { readonly trace: { readonly fields: readonly { readonly statements: number }[] } };
  }
  const ask = async (query: string): Promise<Answered> =>
    (await app.agent.post('/graphql').set('x-quire-trace', 'true').send({ query })).body;
  const statements = ({ extensions }: Answered): number =>
    extensions.trace.fields.reduce((sum, field) => sum + field.statements, 0);

  it.each<[title: string, query: string, errors: number]>([
    ['whole numbers', '{ items(sort: "name") { rating } }', 2],
    ['aliases', '{ items(sort: "name") { n: rating of: kind } }', 3],
    ['a required field', '{ items(sort: "name") { documentId strict } }', 2],
    ['one document of a list', '{ items(filters: { name: { eq: "7" } }) { kind } }', 1],
    ['relations', '{ items(sort: "name") { rating next { rating kind } } }', 5],
    ['one key for two attributes', '{ items(sort: "name") { value: kind next { value: rating } } }', 3],
    [
      'one key for a value and a relation',
      '{ items(sort: "name") { a: rating next { a: next { kind } } } }',
      2,
    ],
    ['one key for a value and a type name', '{ items(sort: "name") { kind next { kind: __typename } } }', 1],
    ['keys inside of JSON', '{ items(sort: "name") { meta rating kind } }', 3],
    ['values that JavaScript writes', '{ items(sort: "name") { price rating kind } }', 3],
    ['names of the schema', '{ items(sort: "name") { rank } }', 1],
    ['components', '{ items(sort: "name") { part { rating kind } parts { rating kind } } }', 4],
    [
      'a connection',
      '{ items_connection(sort: "name", pagination: { pageSize: 6 }) { nodes { rating kind } pageInfo { total } } }',
      3,
    ],
    [
      'buckets',
      '{ items_connection { aggregate { groupBy { kind { key } rating { key } } max { rating } } } }',
      4,
    ],
  ])('%s', async (_title, query, errors) => {
    const compiled = await ask(query);
    const { data, errors: found } = await ask(query.replace(/}$/, '__schema { queryType { name } } }'));
    const { __schema: _, ...executed } = data ?? {};
    const told = (all: Answered['errors']) => all?.map(({ message, path }) => [message, path]);
    expect([compiled.data, told(compiled.errors)]).toEqual([data && executed, told(found)]);
    expect(compiled.errors).toHaveLength(errors);
  });

  it('other values are read once, by both ways', async () => {
    const filters = '(filters: { name: { in: ["8", "null", "2147483647"] } })';
    for (const below of [
      'rating kind',
      'n: rating strict kind',
      'price rating kind',
      'rating kind meta',
      'rank',
    ]) {
      const usual = await ask(`{ items${filters} { ${below} } }`);
      expect([below, usual.errors, statements(usual)]).toEqual([below, undefined, 1]);
    }
    expect(statements(await ask('{ items(filters: { name: { eq: "7" } }) { kind } }'))).toBe(2);
  });
});
