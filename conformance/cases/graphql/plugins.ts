// Cases of what plugins of an application add to GraphQL: queries of documents, operators, slow resolvers. All share one deployment.
import { actionsOf, makeToken } from '../accounts';
import { check, get, named, plain, several } from '../build';
import type { Case, Deployment, Step } from '../case';
import { ask, fieldsAre, gives, MINE, row, typeIs } from '../graphql-build';
import { is, type Pattern } from '../pattern';
import { SUBSCRIPTIONS, subscriptionCases } from './subscriptions';

/** Milliseconds of one operation. A busy machine answers the others in this time, too. */
const TIMEOUT = 3000;

/** Functions of the package, which the plugin finds among the loaded files. */
const PACKAGE = `
  const file = Object.keys(require.cache).find((one) => /[\\\\/]plugins[\\\\/]graphql[\\\\/]index\\.js$/.test(one));
  const { documentQuery } = require(file);
  const { sql } = require(require('node:path').join(file, '..', '..', '..', 'core'));`;

const QUERIES = `
  const uid = 'api::plain.plain';
  const found = (_parent, args) => documentQuery(uid, { ...args, sort: ['n:desc'] });
  extension.use({
    typeDefs: \`extend type Query {
      recent(filters: PlainFiltersInput, pagination: PaginationArg): [Plain!]!
      newest(filters: PlainFiltersInput): Plain
      pageOf(filters: PlainFiltersInput, pagination: PaginationArg): PlainEntityResponseCollection
      mistaken: [Label]
      missing: [Plain]
    }
    extend type Label { counted: Int }
    extend type Mutation { touched(filters: PlainFiltersInput): [Plain!]! }\`,
    resolvers: {
      Query: { recent: found, newest: found, pageOf: found, mistaken: found, missing: () => documentQuery('api::none.none') },
      Mutation: { touched: found },
      Label: { counted: () => app.documents(uid).count() },
    },
  });`;

const OPERATORS = `
  const facts = { description: 'An operator of the suite', openapi: {} };
  app.operators.add({ ...facts, name: '$near', takes: 'one', on: ['number'], value: 'number', graphql: 'Float',
    sql: ({ stored, value }) => sql\`ABS(\${stored} - \${value}) < 1\` });
  app.operators.add({ ...facts, name: '$outside', takes: 'pair', on: ['number'], value: 'own', graphql: null,
    sql: ({ stored, first, second }) => sql\`(\${stored} < \${first} OR \${stored} > \${second})\` });
  app.operators.add({ ...facts, name: '$among', takes: 'list', on: ['text'], value: 'own', graphql: 'OwnText',
    sql: ({ isListed }) => isListed });
  app.operators.add({ ...facts, name: '$long', takes: 'none', on: ['text'], graphql: null,
    sql: ({ stored }) => sql\`LENGTH(\${stored}) > 20\` });
  extension.use({ typeDefs: 'scalar OwnText' });`;

const SLOW = `
  const waits = () => new Promise((resolve) => setTimeout(() => resolve('done'), ${2 * TIMEOUT}));
  extension.use({
    typeDefs: 'extend type Query { waits: String } extend type Mutation { waits: String }',
    resolvers: { Query: { waits }, Mutation: { waits } },
  });`;

const PLUGINS: Deployment = {
  config: {
    plugins: {
      graphql: {
        config: {
          ...{ subscriptions: true, timeout: TIMEOUT, recheckSeconds: 1, callerFilterTime: 1000 },
          apolloServer: { allowBatchedHttpRequests: true },
        },
      },
    },
  },
  extension: `(extension, app) => { ${PACKAGE} ${[QUERIES, OPERATORS, SUBSCRIPTIONS, SLOW].map((code) => `{ ${code} }`).join('\n')} }`,
};
const deploy = { deploy: PLUGINS };

const FOUR = {
  l: named('/labels', '{mark} l'),
  ...several(4, (n) => plain({ n, labels: ['{l.documentId}'] })),
};
const LABELLED = '{ n labels { name } }';
const seen = (...numbers: number[]): Pattern => numbers.map((n) => ({ n, labels: [{ name: '{mark} l' }] }));
const mine = `filters: { ${MINE} }`;
const fault = (query: string, path: string): Step =>
  ask(query, {
    status: 200,
    body: {
      data: { [path]: null },
      errors: [{ path: [path], extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    },
  });

export const quireGraphqlPluginCases: readonly Case[] = [
  check(
    row('document-query'),
    FOUR,
    [
      gives(`{ recent(${mine}) ${LABELLED} }`, { recent: seen(3, 2, 1, 0) }),
      gives(`{ recent(${mine}, pagination: { start: 1, limit: 2 }) ${LABELLED} }`, { recent: seen(2, 1) }),
      gives(`{ newest(${mine}) ${LABELLED} none: newest(filters: { n: { eq: -99 } }) { n } }`, {
        newest: { n: 3, labels: [{ name: '{mark} l' }] },
        none: null,
      }),
      gives(
        `{ pageOf(${mine}, pagination: { pageSize: 3 }) { nodes ${LABELLED} pageInfo { total pageCount } aggregate { sum { n } } } }`,
        {
          pageOf: {
            nodes: seen(3, 2, 1),
            pageInfo: { total: 4, pageCount: 2 },
            aggregate: { sum: { n: 6 } },
          },
        },
      ),
      // A field of the plugin beside generated ones.
      gives(`{ plains(${mine}, sort: "n") { n labels { name counted } } }`, {
        plains: [0, 1, 2, 3].map((n) => ({ n, labels: [{ name: '{mark} l', counted: is.atLeast(4) }] })),
      }),
      gives(
        '{ label(documentId: "{l.documentId}") { counted name plains(sort: "n") { n labels { counted } } } }',
        {
          label: {
            ...{ counted: is.atLeast(4), name: '{mark} l' },
            plains: [0, 1, 2, 3].map((n) => ({ n, labels: [{ counted: is.atLeast(4) }] })),
          },
        },
      ),
      gives(`mutation { touched(${mine}) ${LABELLED} }`, { touched: seen(3, 2, 1, 0) }),
      // The type of the field is not that of the documents; there is no such type.
      fault('{ mistaken { name } }', 'mistaken'),
      fault('{ missing { n } }', 'missing'),
    ],
    {
      ...deploy,
      async run(bench) {
        await makeToken(bench, 'reader', { type: 'custom', actions: actionsOf('label', 'find') });
        await bench.send(
          ask(
            `{ recent(${mine}) { n } }`,
            { status: 200, body: { errors: [{ path: ['recent'], extensions: { code: 'FORBIDDEN' } }] } },
            { as: 'reader' },
          ),
        );
      },
    },
  ),
  check(
    row('operators'),
    {
      a: plain({ n: 1, price: 1.5, name: '{mark}' }),
      b: plain({ n: 2, price: 2.25, name: '{mark} a name with many letters' }),
      c: plain({ n: 9, price: 9 }),
    },
    [
      typeIs('IntFilterInput', 'inputFields { name type { name kind ofType { name } } }', {
        inputFields: is.including(
          { name: 'near', type: { name: 'Float' } },
          { name: 'outside', type: { kind: 'LIST', ofType: { name: 'Int' } } },
        ),
      }),
      typeIs('StringFilterInput', 'inputFields { name type { name kind ofType { name } } }', {
        inputFields: is.including(
          { name: 'among', type: { kind: 'LIST', ofType: { name: 'OwnText' } } },
          { name: 'long', type: { name: 'Boolean' } },
        ),
      }),
      ...[
        ['IntFilterInput', 'among', 'long'],
        ['FloatFilterInput', 'among', 'long'],
        ['StringFilterInput', 'near', 'outside'],
        ['BooleanFilterInput', 'near', 'outside', 'among', 'long'],
        ['DateFilterInput', 'near', 'outside', 'among', 'long'],
      ].map(([name = '', ...absent]) =>
        typeIs(name, 'inputFields { name }', fieldsAre(['eq'], absent, 'inputFields')),
      ),
      ...(
        [
          ['n: { near: 1.5 }', 1, 2],
          ['n: { outside: [1, 2] }', 9],
          ['price: { near: 2 }', 1, 2],
          ['name: { among: ["{mark}", "other"] }', 1, 9],
          ['name: { long: true }', 2],
          ['name: { long: false }', 1, 9],
        ] as const
      ).map(([filter, ...numbers]) =>
        gives(`{ plains(filters: { ${MINE}, ${filter} }, sort: "n") { n } }`, {
          plains: numbers.map((n) => ({ n })),
        }),
      ),
    ],
    deploy,
  ),
  ...subscriptionCases(PLUGINS),
  check(
    row('timeout'),
    {},
    [
      ask('{ waits __typename }', {
        status: 503,
        body: {
          data: is.absent,
          errors: [
            {
              message: is.matching(`longer than ${TIMEOUT} ms`),
              extensions: {
                code: 'STRAPI_SERVICE_UNAVAILABLE_ERROR',
                error: { details: { limit: TIMEOUT, name: 'timeout' } },
              },
            },
          ],
        },
      }),
      ask('mutation { waits createPlain(data: { name: "{mark}" }) { name } }', {
        status: 200,
        body: { data: { waits: 'done', createPlain: null }, errors: [{ path: ['createPlain'] }] },
      }),
      get('/plains?filters[name][$eq]={mark}', { list: [] }),
    ],
    { ...deploy, waits: 3 },
  ),
  check(
    row('trace'),
    FOUR,
    [
      ask(
        `{ all: plains(${mine}) ${LABELLED} counted: plains(${mine}) { labels { counted } } recent(${mine}) { n } __typename }`,
        {
          status: 200,
          body: {
            data: { all: is.length(4) },
            extensions: {
              trace: {
                milliseconds: is.number,
                fields: is.shuffled(
                  { field: 'all', statements: 2, milliseconds: is.number },
                  // One more for each label.
                  { field: 'counted', statements: 6, milliseconds: is.number },
                  { field: 'recent', statements: 1, milliseconds: is.number },
                ),
              },
            },
          },
        },
        { headers: { 'x-quire-trace': 'true' } },
      ),
      ask(`{ all: plains(${mine}) { n } }`, { status: 200, body: { extensions: is.absent } }),
    ],
    deploy,
  ),
];
