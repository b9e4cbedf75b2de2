// Fields of plugins that run a route: the checks and policies of the route, its query, its errors, and documents by reference.
import { type ContentTypeDefinition, check, definePlugin, type RouteDefinition, route } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing';

const CONTENT: ContentTypeDefinition[] = ['note', 'page'].map((name) => ({
  info: { singularName: name, pluralName: `${name}s` },
  attributes: { title: { type: 'string' }, secret: { type: 'string', private: true } },
}));
const references: { uid: string; documentId: string }[] = [];

const path = (name: string) => `/api/hits/${name}`;
const ROUTES = {
  hits: route({
    method: 'GET',
    path: path('all'),
    action: null,
    summary: 'References',
    handler: () => ({ json: references }),
  }),
  checked: route({
    method: 'GET',
    path: path('checked'),
    action: null,
    summary: 'Checks its query',
    checks: { query: check.object({ count: check.integer({ min: 1, max: 3 }) }) },
    handler: (request, { query }) => ({ json: `${query.count} ${request.query.count}` }),
  }),
  denied: route({
    method: 'GET',
    path: path('denied'),
    action: null,
    summary: 'Denies everyone',
    policies: ['nobody'],
    handler: () => ({ json: 'shown' }),
  }),
  failing: route({
    method: 'GET',
    path: path('failing'),
    action: null,
    summary: 'Fails',
    handler: () => {
      throw new Error('the index is broken');
    },
  }),
} satisfies Record<string, RouteDefinition>;

const search = definePlugin({
  name: 'search',
  register(app) {
    app.policies.add('nobody', () => false);
    app.graphql.add({
      name: 'search',
      description: 'Search in notes and pages',
      typeDefs: ({ typeOf }) => `
        union SearchHit = ${typeOf('api::note.note')} | ${typeOf('api::page.page')}
        extend type Query {
          hits: [SearchHit!]!
          best: ${typeOf('api::note.note')}
          checked(count: Int!): String
          denied: String
          failing: String
        }`,
      fields: {
        'Query.hits': { route: ROUTES.hits },
        'Query.best': { route: ROUTES.hits, result: (json) => (json as unknown[])[0] },
        'Query.checked': { route: ROUTES.checked, input: ({ count }) => ({ query: { count } }) },
        'Query.denied': { route: ROUTES.denied },
        'Query.failing': { route: ROUTES.failing },
      },
    });
  },
});

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    contentTypes: CONTENT,
    plugins: [search],
    config: { plugins: { rest: true, graphql: true } },
  });
  for (const [type, title] of [
    ['note', 'one'],
    ['page', 'two'],
    ['note', 'three'],
  ] as const) {
    const uid = `api::${type}.${type}` as const;
    const { documentId } = await app.documents(uid).create({ data: { title } });
    references.unshift({ uid, documentId });
  }
  references.splice(1, 0, { uid: 'api::page.page', documentId: 'unknown0000000000000000x' });
});
afterAll(() => app.close());

const ask = async (query: string) => (await app.agent.post('/graphql').send({ query })).body;

it('reads the documents of a union in their order, with the selection of the client', async () => {
  const { data } = await ask(
    '{ hits { __typename ... on Note { name: title } ... on Page { documentId } } best { title } }',
  );
  expect(data).toEqual({
    hits: [
      { __typename: 'Note', name: 'three' },
      { __typename: 'Page', documentId: references[2]?.documentId },
      { __typename: 'Note', name: 'one' },
    ],
    best: { title: 'three' },
  });
});

it('passes the query to the route, through its checks', async () => {
  expect(await ask('{ checked(count: 2) }')).toEqual({ data: { checked: '2 2' } });
  const { errors } = await ask('{ checked(count: 4) }');
  expect(errors[0]).toMatchObject({
    path: ['checked'],
    message: expect.stringMatching(/^The argument count: /),
  });
});

it('asks the policies of the route', async () => {
  const { data, errors } = await ask('{ denied }');
  expect(data).toEqual({ denied: null });
  expect(errors[0].extensions.code).toBe('FORBIDDEN');
});

it('logs an error of the handler with the plugin and the field', async () => {
  await ask('{ failing }');
  expect(app.logs.find(({ level }) => level === 'error')).toMatchObject({
    message: 'a GraphQL resolver failed',
    plugin: 'search',
    at: 'the GraphQL field Query.failing',
  });
});

it.each([
  [{ typeDefs: 5 }, 'typeDefs'],
  [{ fields: { 'Query.hits': { rout: ROUTES.hits } } }, 'fields.Query.hits'],
  [{ typeDefs: ({ typeOf }: { typeOf(uid: string): string }) => typeOf('api::nothing.nothing') }, 'typeDefs'],
])('a mistake of a part stops startup: %j', async (own, place) => {
  const wrong = definePlugin({
    name: 'wrong',
    register: (to) => to.graphql.add({ name: 'wrong', description: 'A wrong part', ...own } as never),
  });
  const starting = createTestApp({
    contentTypes: CONTENT,
    plugins: [wrong],
    config: { plugins: { graphql: true } },
  });
  await expect(starting).rejects.toThrow(place);
  await expect(starting).rejects.toThrow('wrong');
});
