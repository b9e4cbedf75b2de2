// Cases of the GraphQL configuration and customization. Each one starts a separate deployment.

import { makeUser } from './accounts';
import { check, plain, several } from './build';
import type { Case, Step } from './case';
import { ask, fails, gives, MINE, typeIs } from './graphql-build';
import { is, type Pattern } from './pattern';

const graphql = (config: object) => ({ config: { plugins: { graphql: { enabled: true, config } } } });
const page = (path: string, html: boolean): Step => ({
  send: 'GET',
  from: 'root',
  path,
  headers: { accept: 'text/html' },
  expect: {
    status: 'any',
    headers: { 'content-type': html ? is.matching('html') : is.not(is.matching('html')) },
  },
});
const settings = (row: string, config: object, steps: readonly Step[], more: Partial<Case> = {}): Case =>
  check(`graphql.config.${row}`, {}, steps, { deploy: graphql(config), ...more });
/** A deployment with code that uses the extension service. */
const extended = (row: string, extension: string, ...steps: Step[]): Case =>
  check(`graphql.extension.${row}`, { a: plain() }, steps, {
    deploy: { extension: `(extension) => { ${extension} }` },
  });
const P = "extension.shadowCRUD('api::plain.plain')";
const queries = (present: string[], absent: string[]): Step =>
  typeIs('Query', 'fields { name }', fieldsOf(present, absent));
const mutations = (present: string[], absent: string[]): Step =>
  typeIs('Mutation', 'fields { name }', fieldsOf(present, absent));
const fieldsOf = (present: string[], absent: string[], key = 'fields'): Pattern => ({
  [key]: is.both(
    is.including(...present.map((name) => ({ name }))),
    is.each({ name: is.matching(`^(?!(${absent.join('|')})$)`) }),
  ),
});
const Q = ['plain', 'plains', 'plains_connection'];
const M = ['createPlain', 'updatePlain', 'deletePlain'];
const field = (type: string, key: 'fields' | 'inputFields', present: string[], absent: string[]): Step =>
  typeIs(type, `${key} { name }`, fieldsOf(present, absent, key));
const HELLO =
  "extension.use({ typeDefs: 'extend type Query { hello: String }', resolvers: { Query: { hello: () => 'world' } }, resolversConfig: { 'Query.hello': CONFIG } })";
const hello = (config: string): string => HELLO.replace('CONFIG', config);
const says: Step = gives('{ hello }', { hello: 'world' });
const blocked: Step = ask('{ hello }', { status: 'any', body: { errors: is.list } });
const must = (condition: string): string =>
  `if (!(${condition})) throw new Error(${JSON.stringify(condition)});`;

export const graphqlSettingCases: readonly Case[] = [
  settings('endpoint', { endpoint: '/elsewhere' }, [
    {
      send: 'POST',
      from: 'root',
      path: '/elsewhere',
      body: { query: '{ __typename }' },
      expect: { status: 200, body: { data: { __typename: 'Query' } } },
    },
    {
      send: 'POST',
      from: 'root',
      path: '/graphql',
      body: { query: '{ __typename }' },
      expect: { status: 'refused' },
    },
  ]),
  settings('shadow-crud', { shadowCRUD: false }, [
    fails('{ plains { name } }'),
    gives('{ __type(name: "Plain") { name } }', { __type: null }),
  ]),
  settings('depth-limit', { depthLimit: 3 }, [
    gives('{ categories { parent { parent { name } } } }', { categories: is.list }),
    fails('{ categories { parent { parent { parent { name } } } } }'),
  ]),
  check(
    'graphql.config.amount-limit',
    several(4, (index) => plain({ n: index })),
    [
      ask(`{ plains(filters: { ${MINE} }, pagination: { limit: 4 }) { n } }`, {
        status: 'any',
        body: is.oneOf({ errors: is.list }, { data: { plains: is.length(3) } }),
      }),
      gives(`{ plains(filters: { ${MINE} }, pagination: { limit: 3 }) { n } }`, { plains: is.length(3) }),
    ],
    { deploy: graphql({ amountLimit: 3 }) },
  ),
  settings('playground-always', { playgroundAlways: true }, [page('/graphql', true)], {
    deploy: { ...graphql({ playgroundAlways: true }), production: true },
  }),
  settings('landing-page.true', { landingPage: true }, [page('/graphql', true)], {
    deploy: { ...graphql({ landingPage: true }), production: true },
  }),
  settings('landing-page.false', { landingPage: false }, [page('/graphql', false)]),
  check('graphql.config.landing-page.function', {}, [page('/graphql', false)], {
    deploy: {
      config: {
        'plugins.js': `module.exports = { graphql: { enabled: true, config: { landingPage: () => false } } };`,
      },
    },
  }),
  settings('landing-page.default', {}, [page('/graphql', true)]),
  check('graphql.config.landing-page.default', {}, [page('/graphql', false)], {
    deploy: { production: true },
    name: 'production',
  }),
  settings('apollo-server', { apolloServer: { allowBatchedHttpRequests: true } }, [
    {
      send: 'POST',
      from: 'root',
      path: '/graphql',
      text: '[{"query":"{ __typename }"},{"query":"{ __typename }"}]',
      headers: { 'content-type': 'application/json' },
      expect: { status: 200, body: is.length(2) },
    },
  ]),
  settings('apollo-server.cache', { apolloServer: { cache: 'bounded' } }, [
    { send: 'POST', from: 'root', path: '/graphql', body: { query: '{ __typename }' }, record: ['status'] },
  ]),
  check('graphql.config.subscriptions', {}, [
    gives('{ __schema { subscriptionType { name } } }', { __schema: { subscriptionType: null } }),
  ]),
  check(
    ['graphql.config.limits', 'graphql.pagination.config'],
    several(5, (index) => plain({ n: index })),
    [
      gives(`{ plains_connection(filters: { ${MINE} }) { nodes { n } } }`, {
        plains_connection: { nodes: is.length(2) },
      }),
      gives(`{ plains_connection(filters: { ${MINE} }, pagination: { limit: 5 }) { nodes { n } } }`, {
        plains_connection: { nodes: is.length(3) },
      }),
    ],
    { deploy: graphql({ defaultLimit: 2, maxLimit: 3 }) },
  ),
  check('graphql.config.v4-compatibility', {}, [
    field('Plain', 'fields', ['documentId'], ['id', 'attributes']),
  ]),
  check(
    'graphql.config.v4-compatibility',
    {},
    [typeIs('Plain', 'fields(includeDeprecated: true) { name }', fieldsOf(['documentId', 'id'], ['none']))],
    {
      deploy: graphql({ v4CompatibilityMode: true }),
      name: 'on',
    },
  ),
  check('graphql.config.csp', {}, [], {
    deploy: { ...graphql({ landingPage: true }), production: true },
    async run(bench) {
      const shown = await bench.send(page('/graphql', true));
      const elsewhere = await bench.send({ send: 'GET', path: '/plains', expect: { status: 'any' } });
      const [wide, narrow] = [
        shown.headers['content-security-policy'] ?? '',
        elsewhere.headers['content-security-policy'] ?? '',
      ];
      if (wide === narrow)
        bench.fail(
          'the page has the policy of every other path',
          'a wider policy on the GraphQL path only',
          wide,
        );
    },
  }),

  extended(
    'service',
    must("typeof extension.shadowCRUD === 'function' && typeof extension.use === 'function'"),
    gives('{ __typename }', { __typename: 'Query' }),
  ),
  extended('disable', `${P}.disable()`, queries(['groups'], Q), mutations(['createGroup'], M)),
  extended('disable-queries', `${P}.disableQueries()`, queries(['groups'], Q), mutations(M, [])),
  extended('disable-mutations', `${P}.disableMutations()`, queries(Q, []), mutations(['createGroup'], M)),
  extended('disable-action', `${P}.disableAction('update')`, mutations(['createPlain'], ['updatePlain'])),
  extended(
    'disable-actions',
    `${P}.disableActions(['update', 'delete'])`,
    mutations(['createPlain'], ['updatePlain', 'deletePlain']),
  ),
  extended('action.create', `${P}.disableAction('create')`, mutations(['updatePlain'], ['createPlain'])),
  extended('action.find', `${P}.disableAction('find')`, queries(['plain'], ['plains', 'plains_connection'])),
  extended('action.find-one', `${P}.disableAction('findOne')`, queries(['plains'], ['plain'])),
  extended('action.update', `${P}.disableAction('update')`, mutations(['deletePlain'], ['updatePlain'])),
  extended('action.delete', `${P}.disableAction('delete')`, mutations(['updatePlain'], ['deletePlain'])),
  extended(
    'field.disable',
    `${P}.field('n').disable()`,
    field('Plain', 'fields', ['name'], ['n']),
    field('PlainInput', 'inputFields', ['name'], ['n']),
    field('PlainFiltersInput', 'inputFields', ['name'], ['n']),
  ),
  extended(
    'field.disable-output',
    `${P}.field('n').disableOutput()`,
    field('Plain', 'fields', ['name'], ['n']),
    field('PlainInput', 'inputFields', ['n'], []),
  ),
  extended(
    'field.disable-input',
    `${P}.field('n').disableInput()`,
    field('PlainInput', 'inputFields', ['name'], ['n']),
    field('Plain', 'fields', ['n'], []),
  ),
  extended(
    'field.disable-filters',
    `${P}.field('n').disableFilters()`,
    field('PlainFiltersInput', 'inputFields', ['name'], ['n']),
    field('Plain', 'fields', ['n'], []),
  ),
  extended(
    'getters.type',
    `const t = ${P}; ${must('t.isEnabled() && !t.isDisabled() && t.areQueriesEnabled() && !t.areQueriesDisabled() && t.areMutationsEnabled() && !t.areMutationsDisabled()')} t.disableAction('create'); ${must("t.isActionDisabled('create') && !t.isActionEnabled('create') && t.isActionEnabled('update')")} t.disableMutations(); ${must('t.areMutationsDisabled() && !t.areMutationsEnabled()')} t.disableQueries(); ${must('t.areQueriesDisabled()')} t.disable(); ${must('t.isDisabled() && !t.isEnabled()')}`,
    gives('{ __typename }', { __typename: 'Query' }),
  ),
  extended(
    'getters.field',
    `const f = ${P}.field('n'); ${must('f.isEnabled() && !f.isDisabled() && f.hasInputEnabled() && f.hasOutputEnabled() && f.hasFiltersEnabled()')} f.disableInput(); ${must('!f.hasInputEnabled() && f.hasOutputEnabled()')} f.disableOutput(); ${must('!f.hasOutputEnabled()')} f.disableFilters(); ${must('!f.hasFiltersEnabled()')} const g = ${P}.field('kind'); g.disable(); ${must('g.isDisabled() && !g.isEnabled()')}`,
    gives('{ __typename }', { __typename: 'Query' }),
  ),
  extended(
    'use.object',
    "extension.use({ typeDefs: 'extend type Query { hello: String }', resolvers: { Query: { hello: () => 'world' } }, resolversConfig: { 'Query.hello': { auth: false } } })",
    says,
  ),
  extended(
    'use.function',
    "extension.use(() => ({ typeDefs: 'extend type Query { hello: String }', resolvers: { Query: { hello: () => 'world' } }, resolversConfig: { 'Query.hello': { auth: false } } }))",
    says,
  ),
  extended(
    'types',
    "extension.use(({ nexus }) => ({ types: [nexus.extendType({ type: 'Query', definition(t) { t.string('hello', { resolve: () => 'world' }); } })], resolversConfig: { 'Query.hello': { auth: false } } }))",
    says,
  ),
  extended('type-defs', hello('{ auth: false }'), says, queries(['hello'], [])),
  extended(
    'plugins',
    "extension.use(({ nexus }) => ({ plugins: [nexus.plugin({ name: 'loud', onCreateFieldResolver: () => async (root, args, context, info, next) => { const value = await next(root, args, context, info); return info.fieldName === 'hello' ? value.toUpperCase() : value; } })], types: [nexus.extendType({ type: 'Query', definition(t) { t.string('hello', { resolve: () => 'world' }); } })], resolversConfig: { 'Query.hello': { auth: false } } }))",
    gives('{ hello }', { hello: 'WORLD' }),
  ),
  extended('resolvers', hello('{ auth: false }'), says),
  extended('config', hello('{ auth: false, policies: [() => false] }'), blocked),
  extended(
    'config.key',
    "extension.use({ resolversConfig: { 'Query.plains': { policies: [() => false] } } })",
    ask('{ plains { name } }', { status: 'any', body: { errors: is.list } }),
    gives('{ groups { name } }', { groups: is.list }),
  ),
  {
    ...extended('config.auth-false', hello('{ auth: false }')),
    steps: [{ ...says, as: 'anonymous' }],
  },
  {
    ...extended('config.auth-scope', hello("{ auth: { scope: ['api::plain.plain.find'] } }")),
    async run(bench) {
      await makeUser(bench, 'may', ['api::plain.plain.find']);
      await makeUser(bench, 'mayNot', ['api::group.group.find']);
      await bench.send({ ...says, as: 'may' });
      await bench.send({ ...blocked, as: 'mayNot' });
    },
  },
  extended('config.policy.name', hello("{ auth: false, policies: ['conformance-deny'] }"), blocked),
  extended(
    'config.policy.object',
    hello("{ auth: false, policies: [{ name: 'conformance-deny', config: { a: 1 } }] }"),
    blocked,
  ),
  extended(
    'config.policy.function',
    hello(
      '{ auth: false, policies: [(context) => context.args !== undefined && context.info !== undefined] }',
    ),
    says,
  ),
  extended('config.policy.false', hello('{ auth: false, policies: [() => false] }'), blocked),
  extended(
    'config.middleware.name',
    hello("{ auth: false, middlewares: ['conformance-loud'] }"),
    gives('{ hello }', { hello: 'WORLD' }),
  ),
  extended(
    'config.middleware.object',
    hello("{ auth: false, middlewares: [{ name: 'conformance-loud', options: { a: 1 } }] }"),
    gives('{ hello }', { hello: 'WORLD' }),
  ),
  extended(
    'config.middleware.function',
    hello('{ auth: false, middlewares: [async (next, ...rest) => (await next(...rest)).toUpperCase()] }'),
    gives('{ hello }', { hello: 'WORLD' }),
  ),
  extended(
    'config.middleware.nested',
    "extension.use({ resolversConfig: { 'Plain.name': { middlewares: [async (next, ...rest) => String(await next(...rest)).toUpperCase()] } } })",
    ask('{ plain(documentId: "{a.documentId}") { name } }', {
      body: { data: { plain: { name: is.matching('^CF[A-Z0-9]+$') } } },
    }),
  ),
];
