// Cases of the GraphQL configuration. Options that do not touch each other share a deployment.
import { check, named, plain, several } from '../build';
import type { Bench, Case, Deployment, Step } from '../case';
import { FEW_LOGINS, LIMITED, LIST_LIMITS } from '../deployments';
import { ask, fails, fieldsAre, gives, MINE, typeIs } from '../graphql-build';
import { is } from '../pattern';
import { LISTED_STEPS, OPERATIONS } from './allow-list';

const graphql = (config: object): Deployment => ({
  config: { plugins: { graphql: { enabled: true, config } } },
});
/** Options that JSON cannot express. */
const inCode = (config: string): Deployment => ({
  config: { 'plugins.js': `module.exports = { graphql: { enabled: true, config: { ${config} } } };` },
});
const page = (html: boolean): Step => ({
  send: 'GET',
  from: 'root',
  path: '/graphql',
  headers: { accept: 'text/html' },
  expect: {
    status: html ? 200 : 'any',
    headers: { 'content-type': html ? is.matching('html') : is.not(is.matching('html')) },
  },
});
const typename = (path: string, expect: Step['expect']): Step => ({
  send: 'POST',
  from: 'root',
  path,
  body: { query: '{ __typename }' },
  expect,
});
const settings = (
  row: string,
  deploy: Deployment | undefined,
  steps: readonly Step[],
  more: Partial<Case> = {},
): Case => check(`graphql.config.${row}`, {}, steps, deploy ? { deploy, ...more } : more);
const plainFields = (present: string[], absent: string[]): Step =>
  typeIs('Plain', 'fields(includeDeprecated: true) { name }', fieldsAre(present, absent));

/** A query whose last field has this depth. */
const parents = (depth: number): string =>
  `{ categories { ${'parent { '.repeat(depth - 1)}name ${'} '.repeat(depth - 1)}} }`;

const scriptsOf = (html: string): string[] =>
  [...html.matchAll(/<script\b[^>]*\ssrc="([^"]+)"/g)].map(([, src = '']) => src);

/** The policy lets the script of a page run; a script of the same host is there. */
async function runsUnder(policy: string, script: string, bench: Bench): Promise<void> {
  const directives = policy.split(';').map((each) => each.trim().split(/\s+/));
  const [, ...sources] =
    directives.find(([name]) => name === 'script-src') ??
    directives.find(([name]) => name === 'default-src') ??
    [];
  const { host, pathname } = new URL(script, 'http://page.test/graphql');
  const isOwn = host === 'page.test';
  const source = isOwn ? "'self'" : host;
  if (policy !== '' && !sources.some((each) => each === '*' || each === 'https:' || each.includes(source)))
    bench.fail('the policy of the page forbids one of its scripts', `script-src with ${source}`, policy);
  if (isOwn) await bench.send({ send: 'GET', from: 'root', path: pathname, expect: { status: 200 } });
}

/** A page of the server library. */
const RENDERER =
  "({ serverWillStart: async () => ({ renderLandingPage: async () => ({ html: '<p>GraphQL</p>' }) }) })";
const BARE = inCode('shadowCRUD: false, landingPage: () => false');
/** A page in production, and a list of the operations that may run. */
const PAGE_IN_PRODUCTION: Deployment = {
  ...graphql({ landingPage: true, allowList: './src/operations' }),
  production: true,
  files: OPERATIONS,
};

export const graphqlSettingCases: readonly Case[] = [
  settings('endpoint', FEW_LOGINS, [
    typename('/elsewhere', { status: 200, body: { data: { __typename: 'Query' } } }),
    typename('/graphql', { status: 'refused' }),
  ]),
  settings('shadow-crud', BARE, [
    fails('{ plains { name } }'),
    gives('{ type: __type(name: "Plain") { name } input: __type(name: "PlainInput") { name } }', {
      type: null,
      input: null,
    }),
    fails('mutation { createPlain(data: { name: "{mark}" }) { name } }'),
  ]),
  settings('depth-limit', LIMITED, [
    gives('{ categories { parent { parent { name } } } }', { categories: is.list }),
    fails('{ categories { parent { parent { parent { name } } } } }'),
  ]),
  settings('depth-limit', undefined, [gives(parents(10), { categories: is.list }), fails(parents(11))], {
    name: 'by default',
  }),
  check(
    'graphql.config.amount-limit',
    several(101, (index) => plain({ n: index })),
    [
      ask(`{ plains(filters: { ${MINE} }, pagination: { limit: 101 }) { n } }`, {
        status: 'any',
        body: is.oneOf({ errors: is.list }, { data: { plains: is.length(100) } }),
      }),
      gives(`{ plains(filters: { ${MINE} }, pagination: { limit: 100 }) { n } }`, { plains: is.length(100) }),
    ],
    { name: 'by default' },
  ),
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
    { deploy: LIMITED },
  ),
  check(
    'graphql.config.amount-limit',
    {
      l0: named('/labels', '{mark} 0'),
      l1: named('/labels', '{mark} 1'),
      l2: named('/labels', '{mark} 2'),
      l3: named('/labels', '{mark} 3'),
      a: plain({ labels: [0, 1, 2, 3].map((index) => `{l${index}.documentId}`) }),
    },
    [
      ask('{ plain(documentId: "{a.documentId}") { labels(pagination: { limit: 4 }) { name } } }', {
        status: 'any',
        body: is.oneOf({ errors: is.list }, { data: { plain: { labels: is.length(3) } } }),
      }),
      gives('{ plain(documentId: "{a.documentId}") { labels(pagination: { limit: 3 }) { name } } }', {
        plain: { labels: is.length(3) },
      }),
    ],
    { name: 'related documents', deploy: LIMITED },
  ),
  settings('playground-always', { ...graphql({ playgroundAlways: true }), production: true }, [page(true)]),
  settings('landing-page.true', PAGE_IN_PRODUCTION, [page(true)]),
  {
    rows: ['quire.graphql.allow-list'],
    deploy: PAGE_IN_PRODUCTION,
    given: { a: plain({ n: 3 }) },
    steps: LISTED_STEPS,
  },
  settings('landing-page.false', LIMITED, [page(false)]),
  settings('landing-page.function', BARE, [page(false)]),
  settings(
    'landing-page.function',
    { ...inCode(`landingPage: () => ${RENDERER}`), production: true },
    [page(true)],
    { name: 'a renderer, in production' },
  ),
  settings('landing-page.default', undefined, [page(true)]),
  settings('landing-page.default', { production: true }, [page(false)], { name: 'production' }),
  settings('apollo-server', LIMITED, [
    {
      send: 'POST',
      from: 'root',
      path: '/graphql',
      text: '[{"query":"{ __typename }"},{"query":"{ __typename }"}]',
      headers: { 'content-type': 'application/json' },
      expect: { status: 200, body: is.length(2) },
    },
  ]),
  settings('apollo-server.cache', LIMITED, [{ ...typename('/graphql', {}), record: ['status'] }]),
  settings('subscriptions', undefined, [
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
    { deploy: LIST_LIMITS },
  ),
  settings('v4-compatibility', undefined, [plainFields(['documentId'], ['id', 'attributes'])]),
  settings('v4-compatibility', LIST_LIMITS, [plainFields(['documentId', 'id'], [])], { name: 'on' }),
  settings('csp', PAGE_IN_PRODUCTION, [], {
    async run(bench) {
      const shown = await bench.send(page(true));
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
      for (const script of scriptsOf(shown.text)) await runsUnder(wide, script, bench);
    },
  }),
];
