// Additions of plugins: root fields that return a query of documents, and filter operators.
import { type AnyPlugin, definePlugin, type OneValueOperator, type PairOperator, sql } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';
import { documentQuery, EXTENSION } from '../index';

const NOTE = 'api::note.note';
const lengthGt: OneValueOperator = {
  name: '$lengthGt',
  description: 'Longer than a number of characters',
  takes: 'one',
  on: ['text'],
  value: 'number',
  sql: ({ dialect, stored, value }) =>
    sql`${dialect.name === 'mysql' ? 'CHAR_LENGTH' : 'length'}(${stored}) > ${value}`,
  graphql: 'Int',
  openapi: { type: 'integer' },
};
const outside: PairOperator = {
  name: '$outside',
  description: 'Less than the first value, or greater than the second',
  takes: 'pair',
  on: ['number'],
  value: 'own',
  sql: ({ stored, first, second }) => sql`(${stored} < ${first} OR ${stored} > ${second})`,
  graphql: null,
  openapi: { type: 'array' },
};

const SDL = `extend type Query {
  short(most: Int!, pagination: PaginationArg): [Note!]!
  shortest: Note
  counted: NoteEntityResponseCollection
  wrong: [Tag]
  plain: String
}`;
const adding = definePlugin({
  name: 'adding',
  dependencies: ['graphql'],
  register(app) {
    app.operators.add(lengthGt);
    app.operators.add(outside);
    const short = (most: number) => ({ not: { title: { lengthGt: most } } });
    app.container.resolve(EXTENSION).use({
      typeDefs: SDL,
      resolvers: {
        Query: {
          short: (_parent: unknown, { most, ...args }: { most: number }) =>
            documentQuery(NOTE, { ...args, filters: short(most), sort: ['title:desc'] }),
          shortest: async () => documentQuery(NOTE, { sort: ['rank'] }),
          counted: () => documentQuery(NOTE, { filters: short(2) }),
          wrong: () => documentQuery(NOTE),
          plain: () => 'plain',
        },
      },
      resolversConfig: { 'Mutation.createTag': { policies: [() => false] } },
    });
  },
});

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      database,
      plugins: [adding as AnyPlugin],
      contentTypes: [
        {
          info: { singularName: 'note', pluralName: 'notes' },
          attributes: {
            title: { type: 'string' },
            rank: { type: 'integer' },
            tags: { type: 'relation', relation: 'oneToMany', target: 'api::tag.tag' },
          },
        },
        { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
      ],
      config: { plugins: { graphql: true, rest: true }, server: { logs: { level: 'silent' } } },
    });
    for (const [rank, title] of ['aaa', 'b', 'cc'].entries()) {
      const tag = await app.documents('api::tag.tag').create({ data: { name: `of ${title}` } });
      await app.documents(NOTE).create({ data: { title, rank: 3 - rank, tags: [tag.documentId] } });
    }
  });
  afterAll(() => app.close());
  const ask = async (query: string, header: Record<string, string> = {}) =>
    (await app.agent.post('/graphql').set(header).send({ query })).body;

  it.each([
    [
      '{ short(most: 2) { title tags { name } } }',
      {
        short: [
          { title: 'cc', tags: [{ name: 'of cc' }] },
          { title: 'b', tags: [{ name: 'of b' }] },
        ],
      },
    ],
    ['{ short(most: 9, pagination: { start: 1, limit: 1 }) { title } }', { short: [{ title: 'b' }] }],
    [
      '{ shortest { ...T } plain } fragment T on Note { title x: tags { name } }',
      { shortest: { title: 'cc', x: [{ name: 'of cc' }] }, plain: 'plain' },
    ],
    [
      '{ counted { nodes { title } pageInfo { total } aggregate { sum { rank } } } }',
      {
        counted: {
          nodes: [{ title: 'b' }, { title: 'cc' }],
          pageInfo: { total: 2 },
          aggregate: { sum: { rank: 3 } },
        },
      },
    ],
    ['{ notes(filters: { title: { lengthGt: 2 } }) { title } }', { notes: [{ title: 'aaa' }] }],
    [
      '{ notes(filters: { rank: { outside: [2, 2] } }, sort: "rank") { title } }',
      { notes: [{ title: 'cc' }, { title: 'aaa' }] },
    ],
    [
      '{ notes(filters: { tags: { name: { not: { lengthGt: 4 } } } }) { title } }',
      { notes: [{ title: 'b' }] },
    ],
  ])('%s', async (query, data) => {
    expect(await ask(query)).toEqual({ data });
  });

  it('refuses bulk writes of an operation whose mutation has rules', async () => {
    const write = (item: string) => ask(`mutation { bulkTags(items: [${item}]) { stored refused } }`);
    const { errors } = await write('{ operation: create, data: { name: "x" } }');
    expect(errors).toMatchObject([
      { message: expect.stringMatching(/^bulkTags cannot create, because createTag has rules/) },
    ]);
    const { documentId } = await app.documents('api::tag.tag').create({ data: { name: 'old' } });
    const deleted = await write(`{ operation: delete, documentId: "${documentId}" }`);
    expect(deleted).toEqual({ data: { bulkTags: { stored: 1, refused: 0 } } });
  });

  it('reads a query of an extension in as many statements as a generated field, whatever their rows', async () => {
    const statements = async (query: string): Promise<number> =>
      (await ask(query, { 'x-quire-trace': '1' })).extensions.trace.fields[0].statements;
    const generated =
      '{ notes(filters: { not: { title: { lengthGt: 9 } } }, sort: "title:desc") { title tags { name } } }';
    const page = (size: number) =>
      statements(`{ notes(pagination: { pageSize: ${size} }, sort: "rank") { title tags { name } } }`);
    expect(await page(3)).toBe(await page(1));
    const own = await statements('{ short(most: 9) { title tags { name } } }');
    expect(await statements('{ short(most: 1) { title tags { name } } }')).toBe(own);
    expect(await statements(generated)).toBe(own);
  });

  it('refuses a query of another type, and an operator on values that it does not compare', async () => {
    expect(await ask('{ wrong { name } }')).toMatchObject({
      data: { wrong: null },
      errors: [{ message: 'Internal Server Error', path: ['wrong'] }],
    });
    const { errors } = await ask('{ notes(filters: { rank: { lengthGt: 1 } }) { title } }');
    expect(errors[0].message).toContain('"lengthGt" is not defined by type "IntFilterInput"');
  });
});
