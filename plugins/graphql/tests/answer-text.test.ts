// Texts of rows as answers: a compiled operation sends the same bytes as graphql-js, in the order of the selection.
import { type FixtureApp, openFixture, type Seed, wrapsQueries } from './fixture';

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `{l${index}}`);
const SEED: Seed = [
  ['g', 'group', { name: 'one' }],
  ...names(6).map((_, index) => [`l${index}`, 'label', { name: `label "${index}":null` }] as const),
  [
    'p1',
    'plain',
    {
      name: 'Zebra',
      n: 1,
      kind: 'a',
      flag: true,
      big: '12345678901234567',
      price: '123456789012.567',
      ratio: 1.5,
      day: '2024-05-06',
      at: '10:11:12.000',
      moment: '2024-05-06T10:11:12.000Z',
      mail: 'a@example.com',
      meta: { title: null, list: [1, 'x'] },
      group: '{g}',
      labels: names(3),
    },
  ],
  ['p2', 'plain', { name: 'quote " \\ \u2028 é 😀', labels: names(6), group: '{g}' }],
  ['p3', 'plain', {}],
  ['a1', 'article', { title: 'First', tags: [] }],
];

const PLUGINS = { rest: true, i18n: { enabled: true, config: { locales: ['en', 'fr'] } } };
const CONFIG = { plugins: { ...PLUGINS, graphql: { enabled: true, config: { amountLimit: 5 } } } };

let app: FixtureApp;
let executed: FixtureApp;
beforeAll(async () => {
  app = await openFixture(SEED, { config: CONFIG });
  executed = await openFixture(SEED, {
    config: CONFIG,
    plugins: [wrapsQueries('plain', 'plains', 'plains_connection', 'articles', 'group', 'groups')],
  });
});
afterAll(() => Promise.all([app.close(), executed.close()]));

/** The text, with short names in place of the ids of one application. */
async function textOf(of: FixtureApp, query: string, variables?: object): Promise<string> {
  const asked = query.replace(/"\{(\w+)\}"/g, (_, name: string) => `"${of.known.get(name)?.documentId}"`);
  const { text } = await of.agent.post('/graphql').send({ query: asked, variables });
  return [...of.known].reduce((left, [name, { documentId }]) => left.replaceAll(documentId, name), text);
}

it.each<[title: string, query: string, part: string]>([
  [
    'every scalar',
    '{ plains(sort: "name:asc") { documentId name n body flag price day ratio big moment at kind mail meta } }',
    '"big":"12345678901234567"',
  ],
  [
    'aliases',
    '{ all: plains(sort: "name") { second: name first: name constructor: n } }',
    '"second":"Zebra"',
  ],
  [
    'many aliases',
    `{ plains(sort: "name") { ${Array.from({ length: 100 }, (_, index) => `a${index}: name`).join(' ')} } }`,
    '"a99":"Zebra"',
  ],
  [
    'names that objects have',
    '{ plains(sort: "name") { __proto__: name labels { constructor: name } prototype: n } }',
    '"__proto__":"Zebra"',
  ],
  [
    'relations behind their own keys',
    '{ plains(sort: "name", filters: { n: { eq: 1 } }) { name of: group { called: name } marks: labels { name } more: labels(sort: "name:desc", pagination: { limit: 1 }) { name } } }',
    '"of":{"called":"one"},"marks":[',
  ],
  [
    '__typename in front, between and behind',
    '{ plains(sort: "name", filters: { n: { eq: 1 } }) { __typename name kind: __typename group { name __typename } labels { __typename } last: __typename again: __typename } }',
    '"last":"Plain","again":"Plain"',
  ],
  [
    '__typename alone',
    '{ plains(filters: { n: { eq: 1 } }) { __typename } group(documentId: "{g}") { type: __typename } }',
    '{"type":"Group"}',
  ],
  [
    'scalars behind relations',
    '{ plains(sort: "name", filters: { n: { eq: 1 } }) { group { name } name __typename labels { name } n } }',
    '"group":{"name":"one"},"name":"Zebra","__typename":"Plain","labels"',
  ],
  [
    'fragments',
    'query { plains(sort: "name", filters: { n: { eq: 1 } }) { ...F group { ... on Group { name } } } } fragment F on Plain { name group { documentId } }',
    '"group":{"documentId":"g","name":"one"}',
  ],
  [
    'a connection',
    '{ plains_connection(sort: "name:asc", pagination: { pageSize: 2 }) { pageInfo { total page } nodes { name labels(pagination: { limit: 2 }) { name } } __typename } }',
    '"pageInfo":{"total":3,"page":1},"nodes":[{',
  ],
  [
    'figures, with aliases',
    '{ plains_connection { aggregate { number: count sum { n big price } again: sum { n } avg { price ratio } min { day } max { moment } __typename } } }',
    '"number":3,"sum":{"n":1,"big":"12345678901234567",',
  ],
  [
    'figures beside a page',
    '{ plains_connection(sort: "name", pagination: { pageSize: 1 }) { nodes { name } aggregate { count } pageInfo { total } } }',
    '"aggregate":{"count":3}',
  ],
  [
    'nested groups',
    '{ plains_connection { aggregate { groupBy { by: group { key connection { aggregate { groupBy { kind { key } flag { key connection { aggregate { count } } } } } } } flag { key __typename } } } } }',
    '"by":[{"key":null,',
  ],
  [
    'a page of each group',
    '{ plains_connection { aggregate { groupBy { name { key all: connection(sort: "n", pagination: { limit: 2 }) { nodes { called: name labels { name } } pageInfo { total pageCount } } } } } } }',
    '"called":"Zebra"',
  ],
  [
    'a group above amountLimit, as an error at its place',
    '{ plains_connection { aggregate { groupBy { flag { connection(pagination: { limit: 6 }) { nodes { name } } } } } } }',
    '"data"',
  ],
  [
    'one document',
    '{ plain(documentId: "{p2}") { name group { name } } none: plain(documentId: "x") { name } }',
    '"none":null',
  ],
  [
    'a list above amountLimit, as an error at its place',
    '{ plain(documentId: "{p2}") { name labels(pagination: { limit: -1 }) { name } } }',
    '"path":["plain","labels"]',
  ],
  ['a page above amountLimit', '{ plains(pagination: { limit: 6 }) { name } }', '"plains"'],
  [
    'a required field without a value',
    '{ articles(pagination: { limit: 5 }) { title tags { name } } }',
    '"title":"First"',
  ],
  [
    'the text of a null inside of a value',
    '{ plain(documentId: "{p1}") { meta labels { name } } }',
    'label \\"0\\":null',
  ],
])('%s', async (_title, query, part) => {
  const compiled = await textOf(app, query);
  expect(compiled).toBe(await textOf(executed, query));
  expect(compiled).toContain(part);
});

it('a row with a null in a required field gets the error of graphql-js', async () => {
  for (const of of [app, executed]) {
    const table = of.kernel.schema.types.get('api::article.article')?.table ?? '';
    await of.kernel.database.knex(table).update({ title: null });
  }
  const query = '{ articles(pagination: { limit: 5 }) { title } }';
  const compiled = await textOf(app, query);
  expect(compiled).toBe(await textOf(executed, query));
  expect(compiled).toContain('"path":["articles",0,"title"]');
});
