// Statements that were recorded of another server, asked of the same content types. Rows whose answer differs name the reason.
import { type FixtureApp, openFixture } from './fixture';

const QUOTE = '__typename: "ComponentSharedQuote", text: "x"';
const zone = (entry: string, title: string): string =>
  `mutation { createArticle(data: { title: "${title}", zone: [{ ${entry} }] }) { title zone { __typename ... on ComponentSharedQuote { text } } } }`;

let app: FixtureApp;
beforeAll(async () => {
  app = await openFixture(
    [
      ['g', 'group', { name: 'one' }],
      ['l', 'label', { name: 'red' }],
      ['p1', 'plain', { name: 'Zebra', n: 1, group: '{g}', labels: ['{l}'] }],
      ['p2', 'plain', { name: 'x', n: 2 }],
      ['p3', 'plain', {}],
    ],
    {
      env: { JWT_SECRET: 'b0Zl7vKq2mXw9sTn4dRc8yHu1gEj6pAa' },
      config: {
        server: { anonymous: 'full', logs: { level: 'error' } },
        plugins: { rest: true, i18n: true, 'draft-and-publish': true, upload: true, graphql: true },
      },
    },
  );
});
afterAll(() => app.close());

it.each<[title: string, query: string, status: number, text: string]>([
  [
    'a sort of two keys',
    '{ plains(sort: "group.name:desc,n:desc") { n } }',
    200,
    '[{"n":1},{"n":2},{"n":null}]',
  ],
  [
    'a sort by a relation',
    '{ plains(sort: ["group.name:desc"], pagination: { limit: 1 }) { n } }',
    200,
    '[{"n":1}]',
  ],
  [
    'an unknown key of a sort',
    '{ plains(sort: "nope") { n } }',
    200,
    '"message":"Invalid key nope","path":["plains"]',
  ],
  ['null as not null', '{ plains(filters: { n: { null: null } }) { n } }', 200, '[{"n":1},{"n":2}]'],
  ['between two values', '{ plains(filters: { n: { between: [1, 2] } }) { n } }', 200, '[{"n":1},{"n":2}]'],
  [
    'between one value: a 400, not an internal error',
    '{ plains(filters: { n: { between: [1] } }) { n } }',
    200,
    '"code":"BAD_USER_INPUT"',
  ],
  ['not inside of an attribute', '{ plains(filters: { n: { not: { eq: 1 } } }) { n } }', 200, '[{"n":2}]'],
  [
    'or inside of an attribute: an answer, not an error',
    '{ plains(filters: { n: { or: [1, 2] } }) { n } }',
    200,
    '[{"n":1},{"n":2}]',
  ],
  [
    'page 0: an error (decisions)',
    '{ plains(pagination: { page: 0 }) { n } }',
    200,
    'a whole number of at least 1, got 0',
  ],
  [
    'limit -2: an error (decisions)',
    '{ plains(pagination: { limit: -2 }) { n } }',
    200,
    'or -1 for all, got -2',
  ],
  [
    'both kinds of pages',
    '{ plains(pagination: { page: 1, limit: 2 }) { n } }',
    200,
    '"code":"STRAPI_PAGINATION_ERROR"',
  ],
  ['a type without id', '{ plains { id } }', 400, 'Cannot query field \\"id\\" on type \\"Plain\\"'],
  ['a missing document', '{ plain(documentId: "nope") { n } }', 200, '{"data":{"plain":null}}'],
  [
    'an update of a missing document',
    'mutation { updatePlain(documentId: "nope", data: { n: 1 }) { n } }',
    200,
    '{"data":{"updatePlain":null}}',
  ],
  [
    'a delete of a missing document',
    'mutation { deletePlain(documentId: "nope") { documentId } }',
    200,
    '{"documentId":"nope"}',
  ],
  [
    'no create of a single type',
    'mutation { createHomepage(data: {}) { documentId } }',
    400,
    'Cannot query field \\"createHomepage\\"',
  ],
  [
    'numeric ids of relations, and a publishedAt that is ignored',
    'mutation { createPlain(data: { n: 9, group: 1, labels: [1], publishedAt: "2001-01-01T00:00:00.000Z" }) { group { name } labels { name } publishedAt } }',
    200,
    '"group":{"name":"one"},"labels":[{"name":"red"}],"publishedAt":"20',
  ],
  [
    'an object as the id of a relation',
    'mutation { createPlain(data: { group: { connect: [] } }) { n } }',
    400,
    'ID cannot represent',
  ],
  [
    'an entry of a zone',
    zone(QUOTE, 'one'),
    200,
    '"zone":[{"__typename":"ComponentSharedQuote","text":"x"}]',
  ],
  [
    'an entry with an unknown key: an error, as over REST',
    zone(`${QUOTE}, unknown: 1`, 'three'),
    400,
    'Field \\"unknown\\" is not defined by type \\"ComponentSharedQuoteInput\\"',
  ],
  ['an entry without its type', zone('text: "x"', 'two'), 400, 'Component not found'],
  [
    'a field of a filter that no attribute has',
    '{ articles(filters: { zone: { text: { eq: "x" } } }) { title } }',
    400,
    'Field \\"zone\\" is not defined',
  ],
  [
    'an update of a missing file',
    'mutation { updateUploadFile(id: "999", info: { name: "x" }) { name } }',
    200,
    '"message":"Entity not found","path":["updateUploadFile"],"extensions":{"code":"STRAPI_NOT_FOUND_ERROR"',
  ],
  [
    'a delete of a missing file',
    'mutation { deleteUploadFile(id: "999") { name } }',
    200,
    '{"data":{"deleteUploadFile":null}}',
  ],
])('%s', async (_title, query, status, text) => {
  const answer = await app.agent.post('/graphql').send({ query });
  expect([answer.text, answer.status]).toEqual([expect.stringContaining(text), status]);
});

it.each([
  ['application/graphql', '{ plains { n } }'],
  ['application/json', '{}'],
])('a body of the type %s without a query is 400', async (type, body) => {
  const { status, text } = await app.agent.post('/graphql').set('content-type', type).send(body);
  expect([status, text]).toEqual([400, expect.stringContaining('POST body missing, invalid Content-Type')]);
});

it('answers are not stored, and are open to other origins', async () => {
  const { headers } = await app.agent.post('/graphql').send({ query: '{ plains { n } }' });
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' });
});
