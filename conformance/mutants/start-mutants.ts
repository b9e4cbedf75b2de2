// Deployments that break an option of the GraphQL configuration, or a function of its extension service. Each fault turns the named
// rows red, and no other row of the same deployment.
import type { Deployment } from '../cases/case';
import { answered } from './build';
import type { Mutant } from './mutating-proxy';

export interface StartMutant extends Mutant {
  /** Rows that have the same case or the same page. */
  readonly also?: readonly string[];
  /** What the deployment starts as. */
  readonly starts?: (deployment: Deployment) => Deployment;
}

/** The deployment understands the code of the extension as other code. */
const code = (name: string, from: string, to: string, does: string): StartMutant => ({
  row: `graphql.extension.${name}`,
  does,
  starts: (deployment) => ({ ...deployment, extension: deployment.extension?.replace(from, to) ?? '' }),
});
const type = (name: string, uid: string, from: string, to: string, does: string): StartMutant =>
  code(
    name,
    `shadowCRUD('api::${uid}.${uid}').${from}`,
    `shadowCRUD('api::${uid}.${uid}')${to && `.${to}`}`,
    does,
  );
const field = (name: string, of: string, from: string, to: string, does: string): StartMutant =>
  code(name, `.field('${of}').${from}`, `.field('${of}').${to}`, does);
/** A getter that always gives one answer. */
const getter = (of: 'type' | 'field', on: string, name: string, value: boolean): StartMutant =>
  code(
    `getters.${of}`,
    `look(${on}, `,
    `${on}.${name} = () => ${value}; look(${on}, `,
    `answers ${value} to each ${name}()`,
  );
/** `use` ignores what it is given. */
const unused = (name: string, from: string, does: string): StartMutant =>
  code(name, `extension.use(${from}`, `void (${from}`, does);

const config = (
  row: string,
  change: (options: object) => object,
  does: string,
  ...also: string[]
): StartMutant => ({
  row: `graphql.config.${row}`,
  does,
  also,
  starts: (deployment) => {
    const { plugins, ...rest } = Object(deployment.config);
    const options = plugins?.graphql?.config;
    return options
      ? {
          ...deployment,
          config: { ...rest, plugins: { ...plugins, graphql: { enabled: true, config: change(options) } } },
        }
      : deployment;
  },
});
const option = (row: string, name: string, value: unknown, does: string, ...also: string[]): StartMutant =>
  config(row, (options) => (name in options ? { ...options, [name]: value } : options), does, ...also);
/** The same for options in code. */
const inCode = (row: string, from: string, to: string, does: string): StartMutant => ({
  row: `graphql.config.${row}`,
  does,
  starts: (deployment) => {
    const text = Object(deployment.config)['plugins.js'];
    return typeof text === 'string'
      ? { ...deployment, config: { 'plugins.js': text.replace(from, to) } }
      : deployment;
  },
});
const noPage = (row: string, does: string, ...also: string[]): StartMutant => ({
  row: `graphql.config.${row}`,
  does,
  also,
  answer: ({ headers }, { method, path }) =>
    method === 'GET' && path === '/graphql'
      ? { headers: { ...headers, 'content-type': 'application/json' } }
      : {},
});

const SCOPE = "{ auth: { scope: ['api::plain.plain.find'] } }";

export const startMutants: readonly StartMutant[] = [
  code('service', 'typeof extension.use', "'undefined'", 'has a service without use'),
  type('disable', 'strictdoc', 'disable()', 'disableQueries()', 'disables the queries only'),
  type('disable-queries', 'label', 'disableQueries()', "disableAction('find')", 'disables lists only'),
  type('disable-queries', 'label', 'disableQueries()', 'disable()', 'disables mutations too'),
  type(
    'disable-mutations',
    'group',
    'disableMutations()',
    "disableActions(['create', 'update'])",
    'keeps a mutation',
  ),
  type('disable-mutations', 'group', 'disableMutations()', 'disable()', 'disables queries too'),
  type('disable-action', 'peek', "disableAction('update')", 'disableMutations()', 'disables all mutations'),
  type(
    'disable-actions',
    'profile',
    "disableActions(['update', 'delete'])",
    "disableAction('update')",
    'disables the first action only',
  ),
  type('action.create', 'author', "disableAction('create')", '', 'keeps create'),
  type('action.find', 'category', "disableAction('find')", '', 'keeps find'),
  type(
    'action.find-one',
    'tag',
    "disableAction('findOne')",
    "disableAction('find')",
    'takes findOne for find',
  ),
  type('action.update', 'restaurant', "disableAction('update')", '', 'keeps update'),
  type('action.delete', 'hidden', "disableAction('delete')", '', 'keeps delete'),
  field('field.disable', 'n', 'disable()', 'disableOutput().disableInput()', 'keeps the filter'),
  field('field.disable', 'n', 'disable()', 'disableOutput().disableFilters()', 'keeps the input'),
  field('field.disable', 'n', 'disable()', 'disableInput().disableFilters()', 'keeps the output'),
  field('field.disable-output', 'kind', 'disableOutput()', 'disable()', 'disables the whole field'),
  field('field.disable-output', 'kind', 'disableOutput()', 'isEnabled()', 'keeps the output'),
  field('field.disable-input', 'price', 'disableInput()', 'disable()', 'disables the whole field'),
  field('field.disable-filters', 'flag', 'disableFilters()', 'disable()', 'disables the whole field'),
  field('field.disable-filters', 'flag', 'disableFilters()', 'disableInput()', 'disables another part'),
  ...['isEnabled', 'areQueriesEnabled', 'areMutationsEnabled', 'isActionEnabled'].map((name) =>
    getter('type', 'type', name, true),
  ),
  ...['isDisabled', 'areQueriesDisabled', 'areMutationsDisabled', 'isActionDisabled'].map((name) =>
    getter('type', 'type', name, false),
  ),
  ...['hasOutputEnabled', 'hasInputEnabled', 'hasFiltersEnabled'].map((name) =>
    getter('field', 'part', name, true),
  ),
  getter('field', 'whole', 'isEnabled', true),
  getter('field', 'whole', 'isDisabled', false),
  unused('use.object', "{ typeDefs: 'extend type Query { byObject", 'ignores objects'),
  unused('use.function', "() => ({ typeDefs: 'extend type Query { byFunction", 'ignores functions'),
  unused('type-defs', "{ typeDefs: 'type Greeting", 'ignores SDL'),
  code(
    'types',
    "t.string('built', { resolve: () => 'WORLD' })",
    "t.string('built')",
    'runs no resolvers of Nexus types',
  ),
  code(
    'plugins',
    "plugins: [nexus.plugin({ name: 'loud'",
    "unused: [nexus.plugin({ name: 'loud'",
    'ignores plugins of Nexus',
  ),
  code(
    'resolvers',
    "Echo: { text: ({ word }) => word + '!' }",
    'Echo: { text: ({ word }) => word }',
    'runs resolvers of root fields only',
  ),
  code(
    'config',
    "'Query.ruled': { auth: false, policies: [() => false] }",
    "'Query.ruled': { auth: false }",
    'ignores policies beside resolvers',
  ),
  unused('config.key', "{ resolversConfig: { 'Query.checks'", 'ignores rules for generated resolvers'),
  code(
    'config.auth-false',
    "'Query.forAll': { auth: false }",
    `'Query.forAll': ${SCOPE}`,
    'authorizes in spite of auth: false',
  ),
  code(
    'config.auth-false',
    `'Query.forSome': ${SCOPE}`,
    "'Query.forSome': { auth: false }",
    'authorizes no custom query',
  ),
  code(
    'config.auth-false',
    "'Query.forKnown': {}",
    "'Query.forKnown': { auth: false }",
    'opens custom queries without auth',
  ),
  code('config.auth-scope', `'Query.scoped': ${SCOPE}`, "'Query.scoped': {}", 'ignores the scope'),
  code('config.policy.name', "policies: ['conformance-deny']", 'policies: []', 'ignores policies by name'),
  code(
    'config.policy.object',
    'config: { let: false }',
    'config: { let: true }',
    'gives a policy the configuration of another',
  ),
  code('config.policy.object', ', config: { let: true }', ', config: {}', 'gives a policy no configuration'),
  code(
    'config.policy.function',
    "[({ args, context, info, http, state }, service) => info.fieldName === 'asked' && args.word === 'please' && typeof context === 'object' && http.header !== undefined && typeof state === 'object' && state === http.state && typeof service.documents === 'function']",
    '[]',
    'ignores functions',
  ),
  code('config.policy.false', '[() => true, () => false]', '[() => true]', 'asks the first policy only'),
  code(
    'config.middleware.name',
    "middlewares: ['conformance-loud']",
    'middlewares: []',
    'ignores middlewares by name',
  ),
  code('config.middleware.object', ", options: { end: '!' }", '', 'gives a middleware no options'),
  code(
    'config.middleware.function',
    "async (next, ...rest) => '<' + (await next(...rest)) + '>', ",
    '',
    'runs the last middleware only',
  ),
  unused('config.middleware.nested', "{ resolversConfig: { 'Plain.body'", 'wraps root fields only'),

  option('endpoint', 'endpoint', '/graphql', 'keeps the default path'),
  inCode('shadow-crud', 'shadowCRUD: false', 'shadowCRUD: true', 'generates types all the same'),
  option('depth-limit', 'depthLimit', 4, 'allows a level more'),
  option('amount-limit', 'amountLimit', 4, 'allows a document more'),
  option('playground-always', 'playgroundAlways', false, 'shows no page'),
  noPage('landing-page.true', 'shows no page in production', 'graphql.config.csp'),
  option('landing-page.false', 'landingPage', true, 'shows the page'),
  inCode('landing-page.function', '() => false', '() => true', 'takes every function for true'),
  inCode(
    'landing-page.function',
    'landingPage: () => ({',
    'landingPage: () => false && ({',
    'shows no page for a renderer',
  ),
  noPage('landing-page.default', 'shows no page by default'),
  option('apollo-server', 'apolloServer', {}, 'gives the server library no options'),
  answered(
    'graphql.config.subscriptions',
    /"subscriptionType":null/,
    '"subscriptionType":{"name":"Subscription"}',
    'has subscriptions by default',
  ),
  option('limits', 'defaultLimit', 3, 'ignores defaultLimit', 'graphql.pagination.config'),
  option('limits', 'maxLimit', 100, 'ignores maxLimit', 'graphql.pagination.config'),
  option('v4-compatibility', 'v4CompatibilityMode', false, 'ignores the option'),
  {
    row: 'graphql.config.csp',
    does: 'has one policy for all paths',
    answer: ({ headers }) => ({ headers: { ...headers, 'content-security-policy': "default-src 'none'" } }),
  },
];
