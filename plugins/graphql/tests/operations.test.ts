// Queries and mutations against the fixture: what each answers, as rows.
import { type FixtureApp, openFixture, type Seed, wrapsQueries } from './fixture';

const SEED: Seed = [
  ['g', 'group', { name: 'one' }],
  ['l1', 'label', { name: 'red' }],
  ['l2', 'label', { name: 'blue' }],
  [
    'p1',
    'plain',
    { name: 'Zebra', n: 1, kind: 'a', big: '12345678901234567', group: '{g}', labels: ['{l2}', '{l1}'] },
  ],
  ['p2', 'plain', { name: 'zebra', n: 2, flag: true, labels: ['{l1}'] }],
  ['p3', 'plain', { name: null, n: null }],
  ['c1', 'category', { name: 'top' }],
  ['c2', 'category', { name: 'below', parent: '{c1}' }],
  [
    'a1',
    'article',
    {
      title: 'First',
      seo: { metaTitle: 'M', metas: [{ key: 'k', value: 'v' }] },
      links: [{ label: 'x' }, { label: 'y' }, { label: 'z' }],
      zone: [
        { __component: 'shared.quote', text: 'Be.' },
        { __component: 'shared.ref', label: 'r' },
      ],
      category: '{c1}',
    },
  ],
];
const CONFIG = {
  plugins: {
    rest: true,
    i18n: { enabled: true, config: { locales: ['en', 'fr'] } },
    'draft-and-publish': true,
    graphql: true,
    openapi: false,
  },
};

let app: FixtureApp;
let executed: FixtureApp;
beforeAll(async () => {
  app = await openFixture(SEED, { config: CONFIG });
  executed = await openFixture(SEED, {
    config: CONFIG,
    plugins: [
      wrapsQueries('plain', 'plains', 'plains_connection', 'articles', 'categories', 'groups', 'homepage'),
    ],
  });
});
afterAll(() => Promise.all([app.close(), executed.close()]));

interface Answered {
  readonly status: number;
  readonly body: { readonly data?: unknown; readonly errors?: readonly Problem[] };
}
interface Problem {
  readonly message: string;
  readonly path?: readonly unknown[];
  readonly locations?: unknown;
  readonly extensions: { readonly code: string; readonly error?: { readonly name: string } };
}

const named = (text: string, { known }: FixtureApp): string =>
  text.replace(/"\{(\w+)\}"/g, (_, name: string) => JSON.stringify(known.get(name)?.documentId ?? name));
const ask = async (query: string, variables?: object, of = app): Promise<Answered> =>
  of.agent.post('/graphql').send({ query: named(query, of), variables });

describe('queries', () => {
  it.each<[title: string, query: string, data: unknown]>([
    [
      'one document',
      '{ plain(documentId: "{p1}") { name n kind big flag } }',
      { plain: { name: 'Zebra', n: 1, kind: 'a', big: '12345678901234567', flag: null } },
    ],
    ['no document', '{ plain(documentId: "nothing") { name } }', { plain: null }],
    [
      'aliases of one field',
      '{ plain(documentId: "{p2}") { a: name b: name n: flag } }',
      { plain: { a: 'zebra', b: 'zebra', n: true } },
    ],
    [
      'an alias that is the name of another field',
      '{ plain(documentId: "{p1}") { name: group { name } group: name } }',
      { plain: { name: { name: 'one' }, group: 'Zebra' } },
    ],
    [
      'one relation twice, each with its own page',
      '{ plain(documentId: "{p1}") { a: labels(sort: "name") { name } b: labels(pagination: { limit: 1 }) { name } } }',
      { plain: { a: [{ name: 'blue' }, { name: 'red' }], b: [{ name: 'blue' }] } },
    ],
    [
      'the order of links',
      '{ plain(documentId: "{p1}") { labels { name } } }',
      { plain: { labels: [{ name: 'blue' }, { name: 'red' }] } },
    ],
    [
      'a connection inside a document',
      '{ plain(documentId: "{p1}") { labels_connection(filters: { name: { eq: "red" } }) { nodes { name } } } }',
      { plain: { labels_connection: { nodes: [{ name: 'red' }] } } },
    ],
    [
      'a connection with its page',
      '{ plains_connection(sort: "n", pagination: { page: 2, pageSize: 2 }) { nodes { n } pageInfo { page pageSize pageCount total } } }',
      {
        plains_connection: { nodes: [{ n: 2 }], pageInfo: { page: 2, pageSize: 2, pageCount: 2, total: 3 } },
      },
    ],
    [
      'pageInfo of an offset',
      '{ plains_connection(pagination: { start: 2, limit: 1 }) { pageInfo { page pageSize pageCount total } } }',
      { plains_connection: { pageInfo: { page: 3, pageSize: 1, pageCount: 3, total: 3 } } },
    ],
    [
      'pageInfo of all',
      '{ plains_connection(pagination: { limit: -1 }) { pageInfo { page pageSize pageCount total } } }',
      { plains_connection: { pageInfo: { page: 1, pageSize: 3, pageCount: 1, total: 3 } } },
    ],
    [
      '__typename everywhere',
      '{ __typename plains(filters: { n: { eq: 1 } }) { __typename group { __typename } } }',
      { __typename: 'Query', plains: [{ __typename: 'Plain', group: { __typename: 'Group' } }] },
    ],
    [
      'fragments',
      'query { plains(filters: { n: { eq: 1 } }) { ...P ... on Plain { n } } } fragment P on Plain { name group { ...G } } fragment G on Group { name }',
      { plains: [{ name: 'Zebra', group: { name: 'one' }, n: 1 }] },
    ],
    ['null as a filter', '{ plains(filters: { n: { null: true } }) { name } }', { plains: [{ name: null }] }],
    [
      'null: null as not null',
      '{ plains(filters: { n: { null: null } }, sort: "n") { n } }',
      { plains: [{ n: 1 }, { n: 2 }] },
    ],
    [
      'nested logic',
      '{ plains(filters: { or: [{ n: { in: [1] } }, { and: [{ name: { containsi: "ZEB" } }, { not: { n: { eq: 1 } } }] }] }, sort: ["n:desc"]) { n } }',
      { plains: [{ n: 2 }, { n: 1 }] },
    ],
    [
      'not inside an attribute',
      '{ plains(filters: { n: { not: { eq: 1 } } }) { n } }',
      { plains: [{ n: 2 }] },
    ],
    [
      'a filter through a relation',
      '{ plains(filters: { labels: { name: { eq: "blue" } } }) { n } }',
      { plains: [{ n: 1 }] },
    ],
    [
      'a filter in a component',
      '{ articles(filters: { seo: { metas: { key: { eq: "k" } } } }) { title } }',
      { articles: [{ title: 'First' }] },
    ],
    [
      'components and zones',
      '{ articles { seo { metaTitle metas { key } } links(pagination: { start: 1, limit: 1 }) { label } zone { __typename ... on ComponentSharedQuote { text } ... on ComponentSharedRef { label target { name } } } } }',
      {
        articles: [
          {
            seo: { metaTitle: 'M', metas: [{ key: 'k' }] },
            links: [{ label: 'y' }],
            zone: [
              { __typename: 'ComponentSharedQuote', text: 'Be.' },
              { __typename: 'ComponentSharedRef', label: 'r', target: null },
            ],
          },
        ],
      },
    ],
    [
      'a fragment on the union of a zone',
      '{ articles { zone { ... on ArticleZoneDynamicZone { ... on ComponentSharedQuote { text } } } } }',
      { articles: [{ zone: [{ text: 'Be.' }, {}] }] },
    ],
    ['a single type without a document', '{ homepage { __typename } }', { homepage: null }],
    [
      'several root fields',
      '{ a: plain(documentId: "{p1}") { n } b: plain(documentId: "{p2}") { n } groups { name } }',
      { a: { n: 1 }, b: { n: 2 }, groups: [{ name: 'one' }] },
    ],
    [
      'a child before its parent',
      '{ categories(sort: "name") { name parent { name parent { name } } } }',
      {
        categories: [
          { name: 'below', parent: { name: 'top', parent: null } },
          { name: 'top', parent: null },
        ],
      },
    ],
  ])('%s', async (_title, query, data) => {
    for (const of of [app, executed]) {
      const { status, body } = await ask(query, undefined, of);
      expect({ status, body }).toEqual({ status: 200, body: { data } });
    }
  });

  it.each([
    [{ yes: true }, { n: 1, name: 'Zebra' }],
    [{ yes: false }, { n: 1 }],
  ])('@include with %j', async (variables, plain) => {
    const { body } = await ask(
      'query($yes: Boolean!) { plain(documentId: "{p1}") { n name @include(if: $yes) labels @skip(if: true) { name } } }',
      variables,
    );
    expect(body).toEqual({ data: { plain } });
  });

  it('takes arguments from variables', async () => {
    const { body } = await ask(
      'query Q($f: PlainFiltersInput, $p: PaginationArg = { limit: 1 }, $s: [String]) { plains(filters: $f, pagination: $p, sort: $s) { n } }',
      { f: { n: { notNull: true } }, s: ['n:desc'] },
    );
    expect(body).toEqual({ data: { plains: [{ n: 2 }] } });
  });
});

describe('mutations', () => {
  it('run one after another', async () => {
    const { body } = await ask(
      'mutation { a: createTag(data: { name: "first" }) { name } b: updateHomepage(data: { theme: "dark" }) { theme } c: deleteHomepage { documentId } }',
    );
    expect(body).toMatchObject({ data: { a: { name: 'first' }, b: { theme: 'dark' } } });
    expect((await ask('{ homepage { theme } }')).body).toEqual({ data: { homepage: null } });
  });

  it('write components, zones, relations and enumerations', async () => {
    const { body } = await ask(
      `mutation { createArticle(data: { title: "Second", kind: blog, category: "{c1}", seo: { metaTitle: "S" }, links: [{ label: "a", external: true }], zone: [{ __typename: "ComponentSharedQuote", text: "q" }] }) { title kind category { name } seo { metaTitle } links { label external } zone { ... on ComponentSharedQuote { text } } } }`,
    );
    expect(body).toEqual({
      data: {
        createArticle: {
          title: 'Second',
          kind: 'blog',
          category: { name: 'top' },
          seo: { metaTitle: 'S' },
          links: [{ label: 'a', external: true }],
          zone: [{ text: 'q' }],
        },
      },
    });
  });

  it('connect, disconnect and set with the typed input', async () => {
    const { body } = await ask(
      `mutation {
        a: updatePlain(documentId: "{p2}", data: { labels_relation: { connect: [{ documentId: "{l2}", position: { start: true } }] } }) { labels { name } }
        b: updatePlain(documentId: "{p2}", data: { labels_relation: { disconnect: [{ documentId: "{l1}" }] } }) { labels { name } }
        c: updatePlain(documentId: "{p2}", data: { labels_relation: { set: [{ documentId: "{l1}" }] } }) { labels { name } }
        d: updatePlain(documentId: "{p2}", data: { labels: ["{l1}", "{l2}"] }) { labels { name } }
      }`,
    );
    const list = (...names: string[]) => ({ labels: names.map((name) => ({ name })) });
    expect(body).toEqual({
      data: { a: list('blue', 'red'), b: list('blue'), c: list('red'), d: list('red', 'blue') },
    });
  });

  it('write drafts, publish them, and discard changes', async () => {
    const made = await ask(
      'mutation { createAuthor(status: DRAFT, data: { name: "One" }) { documentId publishedAt } }',
    );
    const { documentId, publishedAt } = (
      made.body.data as { createAuthor: { documentId: string; publishedAt: null } }
    ).createAuthor;
    expect(publishedAt).toBeNull();
    const id = JSON.stringify(documentId);
    expect((await ask(`{ author(documentId: ${id}) { name } }`)).body).toEqual({ data: { author: null } });
    expect((await ask(`mutation { publishAuthor(documentId: ${id}) { name } }`)).body).toEqual({
      data: { publishAuthor: { name: 'One' } },
    });
    expect(
      (
        await ask(
          `{ author(documentId: ${id}) { name } authors(status: DRAFT, publicationFilter: UNMODIFIED) { name } }`,
        )
      ).body,
    ).toEqual({ data: { author: { name: 'One' }, authors: [{ name: 'One' }] } });
  });

  it('write and read locales', async () => {
    const { body } = await ask(
      'mutation { createRestaurant(data: { Name: "Here" }, locale: "fr") { documentId locale } }',
    );
    const { documentId, locale } = (body.data as { createRestaurant: { documentId: string; locale: string } })
      .createRestaurant;
    expect(locale).toBe('fr');
    const found = await ask(
      `{ restaurants(locale: "fr") { Name } other: restaurant(documentId: "${documentId}") { Name } }`,
    );
    expect(found.body).toEqual({ data: { restaurants: [{ Name: 'Here' }], other: null } });
  });

  it('answer null for an unknown document, and echo the id of a deleted one', async () => {
    const { body } = await ask(
      'mutation { updateTag(documentId: "nothing", data: { name: "x" }) { name } deleteTag(documentId: "nothing") { documentId } }',
    );
    expect(body).toEqual({ data: { updateTag: null, deleteTag: { documentId: 'nothing' } } });
  });
});

/** Seven aliases of eight levels: about six million fields in a thousand characters. */
const WIDE = `{ categories(pagination: { limit: 1 }) { ...F0 } } ${Array.from(
  { length: 8 },
  (_, level) =>
    `fragment F${level} on Category { ${[0, 1, 2, 3, 4, 5, 6].map((alias) => `a${alias}: parent { ...F${level + 1} }`).join(' ')} }`,
).join(' ')} fragment F8 on Category { name }`;

describe('errors', () => {
  it.each<[title: string, query: string, status: number, code: string, message: RegExp]>([
    ['fragments of millions of fields', WIDE, 400, 'GRAPHQL_VALIDATION_FAILED', /more than 20000 fields/],
    ['a syntax error', '{ plains {', 400, 'GRAPHQL_PARSE_FAILED', /Syntax Error/],
    [
      'an unknown field',
      '{ plains { nope } }',
      400,
      'GRAPHQL_VALIDATION_FAILED',
      /Cannot query field "nope"/,
    ],
    [
      'a password',
      '{ articles { secret } }',
      400,
      'GRAPHQL_VALIDATION_FAILED',
      /Cannot query field "secret"/,
    ],
    [
      'a private attribute',
      '{ articles { private_note } }',
      400,
      'GRAPHQL_VALIDATION_FAILED',
      /private_note/,
    ],
    [
      'a filter on a password',
      '{ articles(filters: { secret: { eq: "x" } }) { title } }',
      400,
      'GRAPHQL_VALIDATION_FAILED',
      /secret/,
    ],
    ['an unknown sort', '{ plains(sort: "nope") { n } }', 200, 'BAD_USER_INPUT', /^Invalid key nope/],
    ['a page of zero', '{ plains(pagination: { page: 0 }) { n } }', 200, 'BAD_USER_INPUT', /pagination.page/],
    [
      'two kinds of pages',
      '{ plains(pagination: { page: 1, limit: 1 }) { n } }',
      200,
      'STRAPI_PAGINATION_ERROR',
      /page & offset/,
    ],
    ['half a range', '{ plains(filters: { n: { between: [1] } }) { n } }', 200, 'BAD_USER_INPUT', /between/],
    [
      'a missing attribute',
      'mutation { createArticle(data: {}) { title } }',
      200,
      'BAD_USER_INPUT',
      /^title must be a `string` type/,
    ],
    [
      'both spellings of a relation',
      'mutation { createPlain(data: { labels: [], labels_relation: { set: [] } }) { n } }',
      200,
      'BAD_USER_INPUT',
      /labels or labels_relation/,
    ],
    [
      'an unknown component',
      'mutation { createArticle(data: { title: "x", zone: [{ __typename: "Nope" }] }) { title } }',
      400,
      'GRAPHQL_VALIDATION_FAILED',
      /^Component not found/,
    ],
    [
      'an unknown target',
      'mutation { createPlain(data: { group: "nothing" }) { n } }',
      200,
      'BAD_USER_INPUT',
      /nothing/,
    ],
    [
      'a number that is none',
      'mutation { createPlain(data: { big: "x" }) { n } }',
      400,
      'GRAPHQL_VALIDATION_FAILED',
      /Long/,
    ],
  ])('%s', async (_title, query, status, code, message) => {
    const answer = await ask(query);
    const [error] = answer.body.errors ?? [];
    expect([answer.status, error?.extensions.code]).toEqual([status, code]);
    expect(error?.message).toMatch(message);
    // Errors of resolvers have no locations; errors of the query have some.
    if (status === 200) expect(error?.locations).toBeUndefined();
  });

  it('a variable that does not fit is 400 BAD_USER_INPUT', async () => {
    const { status, body } = await ask('query($n: Int!) { plains(filters: { n: { eq: $n } }) { n } }', {
      n: 'x',
    });
    expect([status, body.errors?.[0]?.extensions.code, 'data' in body]).toEqual([
      400,
      'BAD_USER_INPUT',
      false,
    ]);
  });

  it('an error in a list nulls the answer, an error in a connection only itself', async () => {
    expect((await ask('{ plains(sort: "nope") { n } groups { name } }')).body.data).toBeNull();
    expect(
      (await ask('{ plains_connection(sort: "nope") { nodes { n } } groups { name } }')).body.data,
    ).toEqual({
      plains_connection: null,
      groups: [{ name: 'one' }],
    });
  });
});
