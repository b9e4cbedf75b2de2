// Cases of the limits of one GraphQL operation: documents per list, documents in total, and depth.
import { article, check, get, named, plain, several } from '../build';
import type { Case, Step } from '../case';
import { FEW } from '../dense/limits';
import { FEW_AT_ONCE, LIMITED, OTHER_OPTIONS } from '../deployments';
import { ask, gives, MINE, refused, row, withVariables } from '../graphql-build';
import { is } from '../pattern';

const MANY = {
  ...several(4, (index) => named('/labels', `l${index}`), 'l'),
  ...several(4, (index) => named('/authors', `a${index}`), 'u'),
  p: plain({ n: 1, kind: 'a', labels: [0, 1, 2, 3].map((index) => `{l${index}.documentId}`) }),
  ...several(3, () => plain({ n: 2, kind: 'a' }), 'd'),
  a: article({
    links: [0, 1, 2, 3, 4].map((index) => ({ label: `${index}` })),
    zone: [
      ...Array.from({ length: 4 }, () => ({ __component: 'shared.quote', text: 'q' })),
      { __component: 'shared.ref', authors: [0, 1, 2, 3].map((index) => `{u${index}.documentId}`) },
    ],
  }),
};
const ALL = 'pagination: { limit: -1 }';
const tooMany = (field: string, query: string): Step =>
  refused(query, 'BAD_USER_INPUT', { limit: 3, name: 'amountLimit', path: [field] }, 'amountLimit.*pageSize');
/** Before or while the operation runs. */
const costly = (query: string): Step =>
  ask(query, {
    status: [200, 400],
    body: {
      errors: [
        {
          message: is.matching('nodeLimit'),
          extensions: { code: 'BAD_USER_INPUT', error: { details: { name: 'nodeLimit' } } },
        },
      ],
    },
  });

const groups = (inside: string): string =>
  `{ plains_connection(filters: { ${MINE} }) { aggregate { groupBy { ${['name', 'n', 'flag', 'kind'].map((name) => `${name} { key ${inside} }`).join(' ')} } } } }`;

const isLimit = { status: 400, body: { errors: is.including({ message: is.matching('conditions') }) } };
const conditions = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => `{ n: { eq: ${from + index} } }`).join(', ');
const asked = (filters: string, isAllowed: boolean, given: object = {}, words = ''): Step => {
  const query = `query ${words} { plains(filters: ${filters}) { n } }`;
  const body = { body: { query, variables: given } };
  return isAllowed ? gives(query, { plains: is.list }, body) : ask(query, isLimit, body);
};

export const quireGraphqlLimitCases: readonly Case[] = [
  check(
    row('node-limit'),
    { a: plain({ n: 1 }) },
    [
      gives(groups(''), { plains_connection: { aggregate: { groupBy: { n: [{ key: 1 }] } } } }),
      refused(
        groups('connection { aggregate { groupBy { price { key } ratio { key } day { key } } } }'),
        'BAD_USER_INPUT',
        is.any,
        'statements',
      ),
    ],
    { name: 'statements', deploy: FEW },
  ),
  check(
    row('amount-limit'),
    MANY,
    [
      tooMany('plains', `{ plains(filters: { ${MINE} }, ${ALL}) { n } }`),
      tooMany('plains', `{ plains(filters: { ${MINE} }) { n labels { name } } }`),
      tooMany('plains_connection', `{ plains_connection(filters: { ${MINE} }, ${ALL}) { nodes { n } } }`),
      tooMany('labels', '{ plain(documentId: "{p.documentId}") { labels { name } } }'),
      tooMany('labels', '{ plain(documentId: "{p.documentId}") { all: labels { name } group { name } } }'),
      tooMany(
        'labels',
        '{ plain(documentId: "{p.documentId}") { ... on Plain { labels { big: name } } name } }',
      ),
      tooMany(
        'labels_connection',
        '{ plain(documentId: "{p.documentId}") { labels_connection { nodes { name } } } }',
      ),
      tooMany(
        'authors',
        '{ article(documentId: "{a.documentId}") { zone { ... on ComponentSharedRef { authors { name } } } } }',
      ),
      tooMany(
        'labels',
        'mutation { updatePlain(documentId: "{p.documentId}", data: { n: 1 }) { labels { name } } }',
      ),
      gives(`{ plains(filters: { ${MINE} }, pagination: { limit: 3 }) { n } }`, { plains: is.length(3) }),
      // Entries inside of a document do not count.
      gives('{ article(documentId: "{a.documentId}") { links { label } zone { __typename } } }', {
        article: { links: is.length(5), zone: is.length(5) },
      }),
    ],
    { deploy: LIMITED },
  ),
  check(
    row('amount-limit'),
    {
      ...several(3, () => named('/labels'), 'l'),
      ...several(2, () => plain({ labels: [0, 1, 2].map((index) => `{l${index}.documentId}`) }), 'p'),
    },
    [
      gives(`{ plains(filters: { ${MINE} }) { n labels { name } } }`, {
        plains: is.both(is.length(2), is.each({ labels: is.length(3) })),
      }),
      ...['labels { name }', 'labels { name: documentId } name'].map((selected) =>
        gives(`{ plain(documentId: "{p1.documentId}") { n ${selected} } }`, {
          plain: { labels: is.length(3) },
        }),
      ),
      gives('{ plain(documentId: "{p0.documentId}") { labels_connection { nodes { name } } } }', {
        plain: { labels_connection: { nodes: is.length(3) } },
      }),
    ],
    { name: 'lists at the limit', deploy: LIMITED },
  ),
  check(
    row('amount-limit'),
    several(4, () => plain({ kind: 'a' })),
    [
      tooMany(
        'connection',
        `{ plains_connection(filters: { ${MINE} }) { aggregate { groupBy { kind { connection { nodes { n } } } } } } }`,
      ),
      gives(
        `{ plains_connection(filters: { ${MINE} }, pagination: { limit: 1 }) { pageInfo { total } aggregate { count groupBy { kind { connection(pagination: { limit: 3 }) { nodes { n } } } } } } }`,
        {
          plains_connection: {
            pageInfo: { total: 4 },
            aggregate: { count: 4, groupBy: { kind: [{ connection: { nodes: is.length(3) } }] } },
          },
        },
      ),
    ],
    { name: 'buckets', deploy: OTHER_OPTIONS },
  ),
  check(row('node-limit'), { a: plain({ n: 1 }) }, [
    gives(
      `{ plains(filters: { ${MINE} }, pagination: { limit: 100 }) { labels(pagination: { limit: 99 }) { name } } }`,
      { plains: [{ labels: [] }] },
    ),
    ...[
      `plains(filters: { ${MINE} }, pagination: { limit: 100 }) { labels(pagination: { limit: 100 }) { name } }`,
      `plains(filters: { ${MINE} }, pagination: { limit: -1 }) { labels(pagination: { limit: -1 }) { name } }`,
      `plains(filters: { ${MINE} }, pagination: { pageSize: 100 }) { labels_connection(pagination: { pageSize: 100 }) { nodes { name } } }`,
      `plains_connection(filters: { ${MINE} }, pagination: { limit: 100 }) { nodes { labels(pagination: { limit: 100 }) { name } } }`,
      `plains(filters: { ${MINE} }) { labels { plains { labels { name } } } }`,
      `a: plains(filters: { ${MINE} }, pagination: { limit: 100 }) { labels(pagination: { limit: 50 }) { name } } b: plains(pagination: { limit: 100 }) { labels(pagination: { limit: 50 }) { name } }`,
      `plains(filters: { ${MINE} }, pagination: { limit: 100 }) { ...Labels } } fragment Labels on Plain { labels(pagination: { limit: 100 }) { name }`,
      `plains_connection(filters: { ${MINE} }) { aggregate { groupBy { kind { connection(pagination: { limit: 100 }) { nodes { labels(pagination: { limit: 100 }) { name } } } } } } }`,
      `articles(pagination: { limit: 100 }) { zone { ... on ComponentSharedRef { authors(pagination: { limit: 100 }) { name } } } }`,
    ].map((query) => gives(`{ ${query} }`, is.object)),
    // What is asked for does not count.
    ...[1, 100].map((limit): Step => {
      const query = `query ($p: PaginationArg) { plains(filters: { ${MINE} }, pagination: $p) { labels(pagination: $p) { plains(pagination: $p) { n } } } }`;
      const variables = { p: { limit } };
      return withVariables(query, variables, { plains: [{ labels: [] }] });
    }),
  ]),
  check(
    row('node-limit'),
    {
      ...several(3, () => named('/labels'), 'l'),
      ...several(3, () => plain({ n: 1, labels: [0, 1, 2].map((index) => `{l${index}.documentId}`) }), 'p'),
    },
    [
      gives(`{ plains(filters: { ${MINE} }, ${ALL}) { labels(${ALL}) { name } } }`, {
        plains: is.both(is.length(3), is.each({ labels: is.length(3) })),
      }),
      ...[
        `plains(filters: { ${MINE} }, ${ALL}) { labels(${ALL}) { plains(${ALL}) { n } } }`,
        `plains_connection(filters: { ${MINE} }) { nodes { labels_connection { nodes { plains { n } } } } }`,
        `a: plains(filters: { ${MINE} }) { labels { name } } b: plains(filters: { ${MINE} }) { labels { name } }`,
        `plains(filters: { ${MINE} }) { ...Labels } } fragment Labels on Plain { labels { plains { n } }`,
      ].map((query) => costly(`{ ${query} }`)),
      ask(
        'mutation { updatePlain(documentId: "{p0.documentId}", data: { n: 2 }) { labels { plains { labels { name } } } } }',
        {
          status: 200,
          body: {
            errors: [{ message: is.matching('nodeLimit.*config/plugins.*docs/') }],
            data: { updatePlain: null },
          },
        },
      ),
      get('/plains/{p0.documentId}', { data: { n: 1 } }),
    ],
    { name: 'what is read', deploy: OTHER_OPTIONS },
  ),
  check(
    row('node-limit'),
    several(12, (index) => plain({ n: index })),
    [
      // No page cuts the buckets, so they count when they are read.
      costly(
        `{ plains_connection(filters: { ${MINE} }) { aggregate { groupBy { n { connection { nodes { n } } } } } } }`,
      ),
      costly(
        `{ plains_connection(filters: { ${MINE} }) { aggregate { groupBy { name { connection { aggregate { groupBy { n { connection { nodes { n } } } } } } } } } } }`,
      ),
      gives(`{ plains_connection(filters: { ${MINE} }) { aggregate { groupBy { n { key } } } } }`, {
        plains_connection: { aggregate: { groupBy: { n: is.length(12) } } },
      }),
    ],
    { name: 'buckets', deploy: OTHER_OPTIONS },
  ),
  check(
    'graphql.config.depth-limit',
    { c: named('/categories') },
    [
      ...[
        '{ plains { n } categories { parent { parent { parent { name } } } } }',
        '{ categories { ...A } } fragment A on Category { parent { ...B } } fragment B on Category { parent { parent { name } } }',
        '{ categories { ... { parent { ... on Category { parent { parent { name } } } } } } }',
        '{ categories_connection { nodes { parent { parent { name } } } } }',
        'mutation { updateCategory(documentId: "{c.documentId}", data: { name: "x" }) { parent { parent { parent { name } } } } }',
      ].map((query) =>
        ask(query, { status: [200, 400], body: { errors: is.list, data: is.oneOf(is.absent, null) } }),
      ),
      gives('{ categories { ...A } } fragment A on Category { parent { parent { name } } }', {
        categories: is.list,
      }),
      // The name of a type is no level.
      ...[
        '{ categories { parent { parent { __typename } } } }',
        '{ categories { __typename parent { parent { parent { kind: __typename } } } } }',
      ].map((query) => gives(query, { categories: is.list })),
      get('/categories/{c.documentId}', { data: { name: '{mark}' } }),
    ],
    { name: 'fragments, further fields and mutations', deploy: LIMITED },
  ),
  {
    rows: ['quire.graphql.conditions'],
    deploy: FEW_AT_ONCE,
    steps: [
      asked(`{ or: [${conditions(4)}] }`, true),
      asked(`{ or: [${conditions(5)}] }`, false),
      asked(`{ and: [${conditions(2)}, { or: [${conditions(3)}] }] }`, false),
      asked('{ n: { in: [1, 2, 3, 4, 5] }, name: { eq: "a", ne: "b", contains: "c" } }', true),
      asked('{ n: { in: [1, 2, 3, 4, 5] }, name: { eq: "a", ne: "b", contains: "c" }, not: {} }', false),
      ...[3, 4, 5].map((count) => {
        const or = Array.from({ length: count }, (_, n) => ({ n: { eq: n } }));
        return asked('$f', count <= 4, { f: { or } }, '($f: PlainFiltersInput)');
      }),
      asked(
        `{ or: [${conditions(2)}], and: $f }`,
        true,
        { f: [{ n: { eq: 1 } }, { n: { eq: 2 } }] },
        '($f: [PlainFiltersInput])',
      ),
      asked(
        `{ or: [${conditions(3)}], and: $f }`,
        false,
        { f: [{ n: { eq: 1 } }, { n: { eq: 2 } }] },
        '($f: [PlainFiltersInput])',
      ),
      ...[1, 2].map((times) => {
        const uses = Array.from({ length: times }, (_, index) => `q${index}: plains { ...more }`).join(' ');
        const below = `group { plains(filters: { or: [${conditions(3)}] }) { n } }`;
        const query = `{ ${uses} } fragment more on Plain { ${below} }`;
        return times === 1 ? gives(query, { q0: is.list }) : ask(query, isLimit);
      }),
      gives(
        `{ a: plains(filters: { ${MINE} }) { n } b: plains_connection(filters: { or: [${conditions(3)}] }) { pageInfo { total } } }`,
        { a: is.list, b: { pageInfo: is.any } },
      ),
      ask(
        `{ a: plains(filters: { or: [${conditions(2)}] }) { n } b: plains_connection(filters: { or: [${conditions(3)}] }) { pageInfo { total } } }`,
        isLimit,
      ),
    ],
  },
];
