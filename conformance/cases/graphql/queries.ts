// Cases of GraphQL queries: the endpoint, generated queries, connections, nested fields, filters, sort, pages, limits.
import { article, check, made, named, names, plain, put, several } from '../build';
import type { Case, Step } from '../case';
import { ask, fails, gives, MINE, typeIs } from '../graphql-build';
import { is } from '../pattern';

const WORLD = {
  zebra: plain({ name: 'Zebra', n: 1, body: 'x' }),
  lower: plain({ name: 'zebra', n: 2, body: 'y' }),
  apple: plain({ name: 'Apple pie', n: 3, body: 'x' }),
  fifty: plain({ name: '50% off', n: 4, body: 'y' }),
  none: plain({ name: null, n: null, body: null }),
};
const NAMES: Readonly<Record<string, string | null>> = {
  zebra: 'Zebra',
  lower: 'zebra',
  apple: 'Apple pie',
  fifty: '50% off',
  none: null,
};
const found = (condition: string, ...aliases: string[]): Step =>
  gives(`{ plains(filters: { ${MINE}, ${condition} }) { name } }`, {
    plains: is.shuffled(...aliases.map((alias) => ({ name: NAMES[alias] ?? null }))),
  });
const filter = (row: string, ...steps: Step[]): Case => check(`graphql.filters.${row}`, WORLD, steps);

const FIFTEEN = several(15, (index) => plain({ n: index }));
const numbers = (count: number, from = 0): { n: number }[] =>
  names(count, from).map((_, index) => ({ n: from + index }));
const page = (argument: string): string =>
  `{ plains_connection(filters: { ${MINE} }, sort: "n"${argument && `, ${argument}`}) { nodes { n } pageInfo { page pageSize pageCount total } } }`;
const paged = (argument: string, count: number, from = 0, pageInfo: object = {}): Step =>
  gives(page(argument), { plains_connection: { nodes: numbers(count, from), pageInfo: { ...pageInfo } } });

const LINKED = {
  g: named('/groups'),
  l: named('/labels', 'l'),
  m: named('/labels', 'm'),
  a: plain({ n: 1, group: '{g.documentId}', labels: ['{m.documentId}', '{l.documentId}'] }),
};
const ZONED = {
  a: article({
    seo: { metaTitle: 'M' },
    links: [{ label: 'one' }],
    zone: [
      { __component: 'shared.quote', text: 'Be.' },
      { __component: 'shared.slider', caption: 'Pictures' },
    ],
  }),
};
/** A query of this depth; the root field has depth 0. */
const deep = (levels: number): string =>
  `{ categories ${'{ parent '.repeat(levels - 1)}{ name }${' }'.repeat(levels - 1)} }`;

export const graphqlQueryCases: readonly Case[] = [
  check('graphql.endpoint.default', {}, [
    {
      send: 'POST',
      from: 'root',
      path: '/graphql',
      body: { query: '{ __typename }' },
      expect: { status: 200, body: { data: { __typename: 'Query' } } },
    },
  ]),
  check('graphql.endpoint.one', { a: plain() }, [
    gives('{ plain(documentId: "{a.documentId}") { name } }', { plain: { name: '{mark}' } }),
    gives('mutation { updatePlain(documentId: "{a.documentId}", data: { n: 2 }) { n } }', {
      updatePlain: { n: 2 },
    }),
  ]),
  check('graphql.sandbox.path', {}, [
    {
      send: 'GET',
      from: 'root',
      path: '{graphql}',
      headers: { accept: 'text/html' },
      expect: { status: 200, headers: { 'content-type': is.matching('html') } },
    },
  ]),
  check('graphql.query.one', { a: plain({ n: 3 }) }, [
    gives('{ plain(documentId: "{a.documentId}") { documentId name n } }', {
      plain: is.exactly({ documentId: '{a.documentId}', name: '{mark}', n: 3 }),
    }),
  ]),
  check('graphql.query.one.locale', { r: made('/restaurants', { Name: '{mark} en' }) }, [
    { send: 'PUT', path: '/restaurants/{r.documentId}?locale=fr', body: { data: { Name: '{mark} fr' } } },
    gives('{ restaurant(documentId: "{r.documentId}", locale: "fr") { Name locale } }', {
      restaurant: { Name: '{mark} fr', locale: 'fr' },
    }),
    gives(
      'query($l: I18NLocaleCode) { restaurants(locale: $l, filters: { Name: { eq: "{mark} en" } }) { Name } }',
      { restaurants: [{ Name: '{mark} en' }] },
    ),
  ]),
  check('graphql.query.one.status', { a: named('/authors', '{mark} 1') }, [
    { send: 'PUT', path: '/authors/{a.documentId}?status=draft', body: { data: { name: '{mark} 2' } } },
    gives('{ author(documentId: "{a.documentId}", status: DRAFT) { name publishedAt } }', {
      author: { name: '{mark} 2', publishedAt: null },
    }),
    gives('{ author(documentId: "{a.documentId}") { name } }', { author: { name: '{mark} 1' } }),
  ]),
  check('graphql.query.list', WORLD, [
    gives(`{ plains(filters: { ${MINE} }, sort: "n:desc") { n } }`, {
      plains: [{ n: 4 }, { n: 3 }, { n: 2 }, { n: 1 }, { n: null }],
    }),
  ]),
  check('graphql.query.list.filters', WORLD, [found('n: { eq: 3 }', 'apple')]),
  check('graphql.query.list.pagination', FIFTEEN, [
    gives(`{ plains(filters: { ${MINE} }, sort: "n", pagination: { page: 2, pageSize: 4 }) { n } }`, {
      plains: numbers(4, 4),
    }),
  ]),
  check('graphql.query.list.sort', WORLD, [
    gives(`{ plains(filters: { ${MINE}, n: { notNull: true } }, sort: ["body", "n:desc"]) { n } }`, {
      plains: [{ n: 3 }, { n: 1 }, { n: 4 }, { n: 2 }],
    }),
  ]),
  check('graphql.query.list.locale', {}, [
    { send: 'POST', path: '/restaurants?locale=fr', body: { data: { Name: '{mark}' } } },
    gives('{ restaurants(locale: "fr", filters: { Name: { eq: "{mark}" } }) { locale } }', {
      restaurants: [{ locale: 'fr' }],
    }),
    gives('{ restaurants(filters: { Name: { eq: "{mark}" } }) { locale } }', { restaurants: [] }),
  ]),
  check('graphql.query.list.status', {}, [
    { send: 'POST', path: '/authors?status=draft', body: { data: { name: '{mark}' } } },
    gives('{ authors(status: DRAFT, filters: { name: { eq: "{mark}" } }) { publishedAt } }', {
      authors: [{ publishedAt: null }],
    }),
    gives('{ authors(filters: { name: { eq: "{mark}" } }) { name } }', { authors: [] }),
  ]),
  check('graphql.connection.nodes', WORLD, [
    gives(`{ plains_connection(filters: { ${MINE}, n: { lt: 3 } }, sort: "n") { nodes { n name } } }`, {
      plains_connection: {
        nodes: [
          { n: 1, name: 'Zebra' },
          { n: 2, name: 'zebra' },
        ],
      },
    }),
  ]),
  check('graphql.connection.page-info', FIFTEEN, [
    paged('pagination: { page: 2, pageSize: 4 }', 4, 4, { page: 2, pageSize: 4, pageCount: 4, total: 15 }),
  ]),
  check('graphql.connection.aggregate', WORLD, [
    gives(`{ plains_connection(filters: { ${MINE} }) { aggregate { count } } }`, {
      plains_connection: { aggregate: { count: 5 } },
    }),
  ]),
  check('graphql.connection.arguments', {}, [], {
    async run(bench) {
      const { body } = await bench.send(
        gives('{ __type(name: "Query") { fields { name args { name } } } }', { __type: { fields: is.list } }),
      );
      bench.keep('schema', body);
      const fields = bench.value('schema.data.__type.fields');
      const argumentsOf = (name: string): string[] => {
        for (const field of Array.isArray(fields) ? fields : [])
          if (field.name === name) return field.args.map((one: { name: string }) => one.name).sort();
        return [];
      };
      if (
        argumentsOf('plains').join() !== argumentsOf('plains_connection').join() ||
        !argumentsOf('plains').includes('filters')
      )
        bench.fail('the arguments differ', argumentsOf('plains'), argumentsOf('plains_connection'));
    },
  }),
  check('graphql.status.enum', {}, [
    typeIs('PublicationStatus', 'kind enumValues { name }', {
      kind: 'ENUM',
      enumValues: is.shuffled({ name: 'DRAFT' }, { name: 'PUBLISHED' }),
    }),
  ]),
  check('graphql.nested.relation', LINKED, [
    gives('{ plain(documentId: "{a.documentId}") { group { name } labels { name } } }', {
      plain: { group: { name: '{mark}' }, labels: [{ name: 'm' }, { name: 'l' }] },
    }),
  ]),
  check('graphql.nested.component', ZONED, [
    gives('{ article(documentId: "{a.documentId}") { seo { metaTitle } links { label } } }', {
      article: { seo: { metaTitle: 'M' }, links: [{ label: 'one' }] },
    }),
  ]),
  check('graphql.zone.union', {}, [
    typeIs('Article', 'fields { name type { kind ofType { kind } } }', {
      fields: is.including({ name: 'zone', type: { kind: 'LIST', ofType: { kind: 'UNION' } } }),
    }),
  ]),
  check(['graphql.zone.names', 'graphql.zone.typename'], ZONED, [
    gives(
      '{ article(documentId: "{a.documentId}") { zone { __typename ... on ComponentSharedQuote { text } ... on ComponentSharedSlider { caption } } } }',
      {
        article: {
          zone: [
            { __typename: 'ComponentSharedQuote', text: 'Be.' },
            { __typename: 'ComponentSharedSlider', caption: 'Pictures' },
          ],
        },
      },
    ),
  ]),
  check(['document.graphql.only-document-id', 'versioning.graphql-id'], {}, [
    typeIs('Plain', 'fields { name }', { fields: is.including({ name: 'documentId' }) }),
    fails('{ plains { id } }'),
  ]),
  filter('eq', found('name: { eq: "Zebra" }', 'zebra'), found('n: { eq: 3 }', 'apple')),
  filter('eqi', found('name: { eqi: "ZEBRA" }', 'zebra', 'lower')),
  filter('ne', found('n: { ne: 2, notNull: true }', 'zebra', 'apple', 'fifty')),
  filter('nei', found('name: { nei: "ZEBRA", notNull: true }', 'apple', 'fifty')),
  filter('lt', found('n: { lt: 2 }', 'zebra')),
  filter('lte', found('n: { lte: 2 }', 'zebra', 'lower')),
  filter('gt', found('n: { gt: 3 }', 'fifty')),
  filter('gte', found('n: { gte: 3 }', 'apple', 'fifty')),
  filter('in', found('n: { in: [1, 4, 9] }', 'zebra', 'fifty')),
  filter('notIn', found('n: { notIn: [1, 4], notNull: true }', 'lower', 'apple')),
  filter('contains', found('name: { contains: "Zeb" }', 'zebra'), found('name: { contains: "%" }', 'fifty')),
  filter('notContains', found('name: { notContains: "Zeb", notNull: true }', 'lower', 'apple', 'fifty')),
  filter('containsi', found('name: { containsi: "ZEB" }', 'zebra', 'lower')),
  filter('notContainsi', found('name: { notContainsi: "ZEB", notNull: true }', 'apple', 'fifty')),
  filter(
    'null',
    found('n: { null: true }', 'none'),
    found('n: { null: false }', 'zebra', 'lower', 'apple', 'fifty'),
  ),
  filter(
    'notNull',
    found('n: { notNull: true }', 'zebra', 'lower', 'apple', 'fifty'),
    found('n: { notNull: false }', 'none'),
  ),
  filter('between', found('n: { between: [2, 3] }', 'lower', 'apple')),
  filter('startsWith', found('name: { startsWith: "Zeb" }', 'zebra'), found('name: { startsWith: "ebra" }')),
  filter('endsWith', found('name: { endsWith: "pie" }', 'apple'), found('name: { endsWith: "Apple" }')),
  filter('and', found('and: [{ n: { gt: 1 } }, { body: { eq: "x" } }]', 'apple')),
  filter('or', found('or: [{ n: { eq: 1 } }, { n: { eq: 4 } }]', 'zebra', 'fifty')),
  filter('not', found('not: { n: { gt: 2 } }, n: { notNull: true }', 'zebra', 'lower')),
  filter(
    'nest',
    found('and: [{ or: [{ n: { eq: 1 } }, { n: { eq: 2 } }] }, { not: { body: { eq: "y" } } }]', 'zebra'),
  ),
  filter('implicit-and', found('n: { gt: 1 }, body: { eq: "x" }', 'apple')),
  check('graphql.sort.string', WORLD, [
    gives(`{ plains(filters: { ${MINE}, n: { notNull: true } }, sort: "n") { n } }`, {
      plains: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }],
    }),
  ]),
  check('graphql.sort.list', WORLD, [
    gives(`{ plains(filters: { ${MINE}, n: { notNull: true } }, sort: ["body", "n:desc"]) { n } }`, {
      plains: [{ n: 3 }, { n: 1 }, { n: 4 }, { n: 2 }],
    }),
  ]),
  check('graphql.sort.default-asc', WORLD, [
    // The documents were made in ascending order of `n`, so the order of `day` is the reverse.
    put('/plains/{zebra.documentId}', { day: '2024-12-04' }),
    put('/plains/{lower.documentId}', { day: '2024-12-03' }),
    put('/plains/{apple.documentId}', { day: '2024-12-02' }),
    put('/plains/{fifty.documentId}', { day: '2024-12-01' }),
    gives(`{ plains(filters: { ${MINE}, n: { notNull: true } }, sort: ["day"]) { n } }`, {
      plains: [{ n: 4 }, { n: 3 }, { n: 2 }, { n: 1 }],
    }),
  ]),
  check(
    ['graphql.pagination.no-mix', 'limits.no-mix'],
    {},
    [
      fails('{ plains_connection(pagination: { page: 1, limit: 5 }) { nodes { n } } }'),
      fails('{ plains_connection(pagination: { pageSize: 5, start: 1 }) { nodes { n } } }'),
    ],
    { needs: ['graphql'] },
  ),
  check('graphql.pagination.page', FIFTEEN, [
    paged('pagination: { page: 2, pageSize: 4 }', 4, 4, { page: 2 }),
    paged('pagination: { pageSize: 4 }', 4, 0, { page: 1 }),
  ]),
  check(['graphql.pagination.page-size', 'limits.graphql.page-size'], FIFTEEN, [
    paged('pagination: { page: 1 }', 10, 0, { pageSize: 10, total: 15 }),
    paged('', 10, 0, { pageSize: 10 }),
    paged('pagination: { pageSize: 12 }', 12),
  ]),
  check('graphql.pagination.start', FIFTEEN, [
    paged('pagination: { start: 12, limit: 9 }', 3, 12),
    paged('pagination: { limit: 2 }', 2),
  ]),
  check(['graphql.pagination.limit', 'limits.graphql.limit'], FIFTEEN, [
    paged('pagination: { start: 0 }', 10),
    paged('pagination: { limit: 3 }', 3),
  ]),
  check(['graphql.pagination.limit.max', 'limits.graphql.limit.max'], FIFTEEN, [
    paged('pagination: { limit: -1 }', 15),
  ]),
  check('limits.graphql.depth', {}, [gives(deep(10), { categories: is.list }), fails(deep(11))]),
  {
    rows: ['limits.graphql.amount'],
    async run(bench) {
      for (let index = 0; index < 101; index += 1) await bench.make(`m${index}`, plain({ n: index }));
      const limited = (limit: number): string =>
        `{ plains(filters: { ${MINE} }, pagination: { limit: ${limit} }) { n } }`;
      await bench.send(gives(limited(100), { plains: is.length(100) }));
      const { body } = await bench.send(ask(limited(101), { status: 'any' }));
      bench.keep('answer', body);
      const plains = bench.value('answer.data') === null ? undefined : bench.value('answer.data.plains');
      if (Array.isArray(plains) && plains.length > 100)
        bench.fail('the answer has more than amountLimit items', 'at most 100, or an error', plains.length);
    },
  },
  check('errors.graphql.format', {}, [
    ask('{ plains(sort: "nope") { n } }', { status: 'any' }, { record: ['status', 'body.errors.0'] }),
    ask('{ nothing }', { status: 'any' }, { record: ['status', 'body.errors.0'] }),
  ]),
  check(
    'limits.production.introspection',
    {},
    [
      fails('{ __schema { types { name } } }'),
      fails('{ __type(name: "Query") { name } }'),
      gives('{ __typename }', { __typename: 'Query' }),
    ],
    { deploy: { production: true } },
  ),
  check(
    'limits.production.sandbox',
    {},
    [
      {
        send: 'GET',
        from: 'root',
        path: '{graphql}',
        headers: { accept: 'text/html' },
        expect: { headers: { 'content-type': is.not(is.matching('html')) }, status: 'any' },
      },
    ],
    { deploy: { production: true } },
  ),
];
