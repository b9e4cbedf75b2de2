// Aggregates over GraphQL: aliases, nested buckets, pages, limits, and what a caller may not read. Random data against plain
// JavaScript is in core/content/documents/aggregate.test.ts.
import { definePlugin, FULL_VISIBILITY, withVisibility } from '../../../core';
import { type FixtureApp, openFixture } from './fixture';

const CLIENT = withVisibility(FULL_VISIBILITY, {
  scope: 'no ratio and no groups',
  seesPrivate: undefined,
  canRead: ({ uid }) => uid !== 'api::group.group',
  readable: (_model, { name }) => name !== 'ratio',
});
let isClient = false;
const caller = definePlugin({
  name: 'caller',
  register(app) {
    app.hooks.request.authorize(async () => (isClient ? { allowed: true, visibility: CLIENT } : undefined));
  },
});

let app: FixtureApp;
beforeAll(async () => {
  app = await openFixture(
    [
      ['g', 'group', { name: 'one' }],
      ['l1', 'label', { name: 'red' }],
      ['l2', 'label', { name: 'blue' }],
      [
        'p1',
        'plain',
        {
          name: 'x',
          n: 1,
          kind: 'a',
          big: '9007199254740993',
          flag: true,
          ratio: 0.5,
          group: '{g}',
          labels: ['{l1}', '{l2}'],
        },
      ],
      ['p2', 'plain', { name: 'x', n: 2, kind: 'b', big: '9007199254740993', flag: true, labels: ['{l1}'] }],
      ['p3', 'plain', { name: 'y', n: 4, kind: 'a', flag: false, group: '{g}' }],
      ['p4', 'plain', { name: 'y' }],
    ],
    {
      plugins: [caller],
      config: {
        server: { anonymous: 'full' },
        plugins: {
          rest: true,
          i18n: true,
          'draft-and-publish': true,
          graphql: { enabled: true, config: { amountLimit: 3, nodeLimit: 20, defaultLimit: 2 } },
          openapi: false,
        },
      },
    },
  );
});
afterAll(() => app.close());

interface Answered {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string; readonly path?: readonly unknown[] }[];
}
const named = (text: string): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => app.known.get(name)?.documentId ?? all);
const ask = async (query: string, variables?: object): Promise<Answered> =>
  (await app.agent.post('/graphql').send({ query, variables })).body as Answered;
const bucket = (key: unknown, count: number) => ({
  key: typeof key === 'string' ? named(key) : key,
  connection: { aggregate: { count } },
});
const GROUP = '{ key connection { aggregate { count } } }';

it.each<[title: string, wants: string, aggregate: () => unknown]>([
  [
    'aliases of figures',
    'count s: sum { n other: n } t: sum { n }',
    () => ({ count: 4, s: { n: 7, other: 7 }, t: { n: 7 } }),
  ],
  [
    'the sum of a biginteger, exact',
    'sum { big } max { big }',
    () => ({
      sum: { big: '18014398509481986' },
      max: { big: '9007199254740993' },
    }),
  ],
  [
    'null for none',
    `groupBy { kind ${GROUP} }`,
    () => ({ groupBy: { kind: [bucket(null, 1), bucket('a', 2), bucket('b', 1)] } }),
  ],
  [
    'related documents',
    `groupBy { group ${GROUP} }`,
    () => ({ groupBy: { group: [bucket(null, 2), bucket('{g}', 2)] } }),
  ],
  [
    'nested buckets',
    `groupBy { flag { key connection { aggregate { groupBy { kind ${GROUP} } } } } }`,
    () => ({
      groupBy: {
        flag: [
          { key: null, connection: { aggregate: { groupBy: { kind: [bucket(null, 1)] } } } },
          { key: false, connection: { aggregate: { groupBy: { kind: [bucket('a', 1)] } } } },
          { key: true, connection: { aggregate: { groupBy: { kind: [bucket('a', 1), bucket('b', 1)] } } } },
        ],
      },
    }),
  ],
  [
    'one grouping twice, with connections of their own',
    `groupBy { a: kind { key big: connection(filters: { n: { gt: 1 } }) { aggregate { count } } all: connection { aggregate { count } } } b: kind { key } }`,
    () => ({
      groupBy: {
        a: [
          { key: null, big: { aggregate: { count: 0 } }, all: { aggregate: { count: 1 } } },
          { key: 'a', big: { aggregate: { count: 1 } }, all: { aggregate: { count: 2 } } },
          { key: 'b', big: { aggregate: { count: 1 } }, all: { aggregate: { count: 1 } } },
        ],
        b: [{ key: null }, { key: 'a' }, { key: 'b' }],
      },
    }),
  ],
  [
    'pages of buckets, sorted and populated',
    'groupBy { name { key connection(sort: "n:desc", pagination: { pageSize: 1 }) { nodes { n group { name } } pageInfo { page pageSize pageCount total } } } }',
    () => ({
      groupBy: {
        name: [
          {
            key: 'x',
            connection: {
              nodes: [{ n: 2, group: null }],
              pageInfo: { page: 1, pageSize: 1, pageCount: 2, total: 2 },
            },
          },
          {
            key: 'y',
            connection: {
              nodes: [{ n: 4, group: { name: 'one' } }],
              pageInfo: { page: 1, pageSize: 1, pageCount: 2, total: 2 },
            },
          },
        ],
      },
    }),
  ],
  [
    'the type names',
    '__typename sum { __typename } groupBy { __typename kind { __typename } }',
    () => ({
      __typename: 'PlainAggregate',
      sum: { __typename: 'PlainAggregateSum' },
      groupBy: {
        __typename: 'PlainGroupBy',
        kind: [1, 2, 3].map(() => ({ __typename: 'PlainGroupByKind' })),
      },
    }),
  ],
])('answers %s', async (_title, wants, aggregate) => {
  expect(await ask(`{ plains_connection { aggregate { ${wants} } } }`)).toEqual({
    data: { plains_connection: { aggregate: aggregate() } },
  });
});

it('groups by each related document of a list', async () => {
  const { data } = await ask(`{ plains_connection { aggregate { groupBy { labels ${GROUP} } } } }`);
  const { labels } = (data as { plains_connection: { aggregate: { groupBy: { labels: unknown[] } } } })
    .plains_connection.aggregate.groupBy;
  expect(labels).toHaveLength(3);
  expect(labels).toEqual(expect.arrayContaining([bucket(null, 2), bucket('{l1}', 2), bucket('{l2}', 1)]));
});

it('takes fragments and variables', async () => {
  const query = `query($least: Int, $with: Boolean!) {
    plains_connection(filters: { n: { gte: $least } }) { ...all }
  }
  fragment all on PlainEntityResponseCollection { aggregate { ...some } aggregate { sum { n } } }
  fragment some on PlainAggregate { count avg @include(if: $with) { n } }`;
  expect(await ask(query, { least: 2, with: false })).toEqual({
    data: { plains_connection: { aggregate: { count: 2, sum: { n: 6 } } } },
  });
});

it('covers all documents, whatever page `nodes` shows', async () => {
  expect(
    await ask('{ plains_connection(pagination: { limit: 1 }) { nodes { n } aggregate { count } } }'),
  ).toEqual({
    data: { plains_connection: { nodes: [{ n: 1 }], aggregate: { count: 4 } } },
  });
});

it('reads each level once', async () => {
  const before = app.kernel.database.stats().statements;
  const kinds = 'groupBy { kind { key } }';
  const { errors } = await ask(
    `{ plains_connection { aggregate { count groupBy { flag { connection { aggregate { ${kinds} } } } } } } }`,
  );
  expect(errors).toBeUndefined();
  // The figures, and the buckets of both levels. A server may read them in one statement.
  expect(app.kernel.database.stats().statements - before).toBeLessThanOrEqual(3);
});

it('checks the page also where only aggregates are read', async () => {
  const { errors } = await ask('{ plains_connection(pagination: { page: 0 }) { aggregate { count } } }');
  expect(errors?.[0]?.message).toMatch(/pagination.page/);
});

it.each([
  ['a password', '{ articles_connection { aggregate { groupBy { secret { key } } } } }'],
  ['a private attribute', '{ articles_connection { aggregate { groupBy { private_note { key } } } } }'],
  ['the sum of a text', '{ plains_connection { aggregate { sum { name } } } }'],
])('refuses %s', async (_what, query) => {
  expect((await ask(query)).errors?.[0]?.message).toMatch(/^Cannot query field/);
});

it('answers Forbidden access for a field that the caller may not read, and the rest', async () => {
  isClient = true;
  const { data, errors } = await ask(
    '{ plains_connection { aggregate { count sum { n ratio } groupBy { ratio { key } group { key } flag { key } } } } }',
  );
  isClient = false;
  const flag = [null, false, true].map((key) => ({ key }));
  expect(data).toEqual({
    plains_connection: {
      aggregate: { count: 4, sum: { n: 7, ratio: null }, groupBy: { ratio: null, group: null, flag } },
    },
  });
  const at = ['plains_connection', 'aggregate'];
  expect(errors?.map(({ message, path }) => [message, path])).toEqual([
    ['Forbidden access', [...at, 'sum', 'ratio']],
    ['Forbidden access', [...at, 'groupBy', 'ratio']],
    ['Forbidden access', [...at, 'groupBy', 'group']],
  ]);
});

describe('limits', () => {
  const nested = (below: string) =>
    `{ plains_connection { aggregate { groupBy { name { key connection(pagination: { limit: 3 }) { ${below} } } } } } }`;

  it('nodeLimit counts buckets and their documents', async () => {
    expect((await ask(nested('nodes { n }'))).errors).toBeUndefined();
    const many = ['a', 'b', 'c', 'd', 'e'].map(
      (alias) => `${alias}: name { key connection { nodes { n } } }`,
    );
    const { errors } = await ask(`{ plains_connection { aggregate { groupBy { ${many.join(' ')} } } } }`);
    expect(errors?.[0]?.message).toBe(
      'The operation reads more than 20 documents, the nodeLimit (graphql.config.nodeLimit in config/plugins; docs/graphql.md#limits). Ask for smaller pages, such as pagination: { pageSize: 10 }, or for fewer nested lists',
    );
  });

  it('amountLimit counts the documents of one bucket', async () => {
    const { data, errors } = await ask(
      '{ plains_connection { aggregate { groupBy { at { connection(pagination: { limit: -1 }) { nodes { n } } } } } } }',
    );
    expect(errors?.[0]?.message).toMatch(/more than 3 items, the amountLimit/);
    expect(data).toEqual({ plains_connection: { aggregate: { groupBy: { at: [{ connection: null }] } } } });
  });
});
