// Cases of mistakes in GraphQL extensions and allow-lists: the start must fail, and the message names each place and a remedy.
import { inAnyOrder } from '../build';
import type { Case, Deployment } from '../case';
import { row } from '../graphql-build';

const escaped = (text: string): string => text.replace(/[[\](){}.?"$*]/g, '\\$&');
const OWN = 'conformance-extension';
/** A line of the message. */
const line = (at: string, message: string, plugins = OWN): string =>
  escaped(`plugin ${plugins} → ${at}: ${message}`);
/** The extension of another plugin. */
const OTHER = "const other = extension.as('other');";
const BOTH = `other, ${OWN}`;

const refused = (name: string, code: string, ...lines: string[]): Case => ({
  ...{ rows: [row('refused')], name, saying: inAnyOrder(['A GraphQL extension cannot be used:', ...lines]) },
  refuses: {
    extension: `(extension, app) => {\n${code}\n}`,
    config: { plugins: { graphql: { config: { subscriptions: true } } } },
  },
});

const RULES = 'resolversConfig["Query.hello"]';
const UNKNOWN_RULES = `
  extension.use({
    typeDefs: 'extend type Query { hello: String } extend type Subscription { ticks: Int }',
    resolvers: { Query: { hello: () => 'world' } },
    resolversConfig: { 'Query.hello': {
      policies: ['zzz', { name: 'conformance-dny' }], middlewares: ['zzz', { name: 'conformance-lod' }],
      auth: { scope: ['api::plain.plain.fnd', 'zzz'] } } },
  });`;

const WRONG_SDL = `
  extension.use({ typeDefs: \`
    extend type Query { prize: Prize }
    extend type Absent { a: Int }\` });`;

const FOLDER = 'src/operations';
const LISTED: Deployment = {
  config: { plugins: { graphql: { config: { allowList: FOLDER } } } },
  files: {
    'operations/wrong.graphql': '{ plains { nosuch other } }',
    'operations/deeper/broken.gql': '{ plains {',
    'operations/form.json': '[]',
    'operations/other.json': '{ "operations": [{ "id": "a" }] }',
    'operations/none.json': '{ "operations": [null] }',
    'operations/nameless.json': '{ "operations": [{ "body": "{ plains { n } }" }] }',
    'operations/same.json':
      '{ "operations": [{ "id": "b", "body": "{ plains { n } }" }, { "id": "b", "body": "{ plains { name } }" }] }',
  },
};

export const quireGraphqlRefusedCases: readonly Case[] = [
  refused(
    'rules',
    UNKNOWN_RULES,
    ...[
      ['policies[0]', 'no policy "zzz" is registered; register a policy of this name, or correct the name'],
      ['policies[1]', 'no policy "conformance-dny" is registered; do you mean "conformance-deny"?'],
      ['middlewares[0]', 'no GraphQL middleware "zzz" is registered; register a middleware of this name'],
      [
        'middlewares[1]',
        'no GraphQL middleware "conformance-lod" is registered; do you mean "conformance-loud"?',
      ],
      [
        'auth.scope',
        'no plugin declares the action "api::plain.plain.fnd"; do you mean "api::plain.plain.find"?',
      ],
      ['auth.scope', 'no plugin declares the action "zzz"; register an action of this name'],
    ].map(([at = '', message = '']) => line(`${RULES}.${at}`, message)),
    line('resolvers.Subscription.ticks', 'add a resolver { subscribe, resolve } to the field'),
  ),
  refused(
    'definitions',
    WRONG_SDL,
    line('typeDefs, line 2', 'Unknown type "Prize"').concat('.*correct the SDL of the plugin'),
    line('typeDefs, line 3', 'Cannot extend type "Absent" because it is not defined').concat(
      '.*; correct the SDL of the plugin',
    ),
  ),
  refused(
    'definitions that clash',
    `${OTHER} other.use({ typeDefs: 'type Twice { a: Int }' }); extension.use({ typeDefs: 'type Twice { a: String }' });`,
    line('typeDefs', 'Unable to merge GraphQL type "Twice"', BOTH).concat(
      '[\\s\\S]*; correct the SDL of the plugin',
    ),
  ),
  refused(
    'resolvers without a field',
    `${OTHER} other.use({ typeDefs: 'extend type Query { other: Int }', resolvers: { Query: { other: () => 1 } } });
    extension.use({ resolvers: { Query: { nosuch: () => 1 } } });`,
    line('resolvers', 'Query.nosuch ').concat('.*; add the field to typeDefs, or remove the resolver'),
  ),
  refused(
    'types of the library',
    `${OTHER} other.use({ typeDefs: 'extend type Query { other: Int }' });
    extension.use(({ nexus }) => ({ types: [nexus.extendType({ type: 'Subscription', definition(t) { t.int('ticks'); } })] }));`,
    line('resolvers.Subscription.ticks', 'add a resolver { subscribe, resolve } to the field', BOTH),
  ),
  refused(
    'the SDL of a part',
    "app.graphql.add({ name: 'mine', description: 'A part', typeDefs: 'type Cat { owner: Nope }' });",
    line('typeDefs, line 1', 'Unknown type "Nope"'),
  ),
  {
    ...refused(
      'names of a part',
      `const route = { method: 'GET', path: '/api/ping', action: null, summary: 'Answers', handler: () => ({ json: {} }) };
      app.routes.add(route);
      app.graphql.add({ name: 'mine', description: 'A part', typeDefs: 'extend type Query { plains: Int }\\ntype Label { a: Int }\\ninput TagInput { a: Int }\\nscalar DateTime',
        fields: { 'Query.plains': { route }, 'Mutation.createTag': { route } } });`,
    ),
    saying: inAnyOrder([
      'Names of the GraphQL schema clash:',
      'Query\\.plains',
      'Mutation\\.createTag',
      ...['Label', 'TagInput', 'DateTime'].map((name) => `→ ${name}: two types have`),
    ]),
  },
  refused(
    'a function that throws',
    "extension.use(() => { throw new Error('no network'); });",
    line('use', 'no network'),
  ),
  ...[5, 'text', null, undefined].map((value) =>
    refused(
      `an extension that is ${value}`,
      `extension.use(() => (${JSON.stringify(value)}));`,
      line('use', `the extension is ${value}; use an object`),
    ),
  ),
  {
    ...refused(
      'switches',
      "extension.use(() => extension.shadowCRUD('api::plain.plain').disableAction('dlete'));",
    ),
    // The mistake has its own place, not that of the function.
    saying: `^(?![\\s\\S]*→ use:)[\\s\\S]*${line("disableAction('dlete')", 'unknown action; use one of create, find')}`,
  },
  {
    ...refused(
      'fields of switches',
      `extension.shadowCRUD('api::plain.plain').field('nme').disable();
      extension.shadowCRUD('api::plain.plain').field('other').disableOutput();
      extension.shadowCRUD('shared.seo').field('mteaTitle').disableFilters();
      extension.shadowCRUD('api::none.none').disable();`,
    ),
    saying: inAnyOrder([
      ...[
        "api::plain.plain').field('nme",
        "api::plain.plain').field('other",
        "shared.seo').field('mteaTitle",
      ].map((place) => line(`shadowCRUD('${place}')`, 'no attribute has this name; the attributes are: ')),
      line("shadowCRUD('api::none.none')", 'no content type and no component has this uid'),
    ]),
  },
  {
    rows: [row('allow-list')],
    name: 'wrong files',
    refuses: LISTED,
    saying: inAnyOrder([
      'Operations of graphql\\.allowList cannot run:',
      'wrong\\.graphql → [0-9a-f]{64}: Cannot query field "nosuch"',
      'wrong\\.graphql → [0-9a-f]{64}: Cannot query field "other"',
      'deeper/broken\\.gql → [0-9a-f]{64}: Syntax Error',
      'form\\.json: expected the persisted documents',
      'other\\.json: expected the persisted documents',
      'none\\.json: expected the persisted documents',
      'nameless\\.json: expected the persisted documents',
      'same\\.json → b: another operation has this id',
    ]),
  },
  {
    rows: [row('allow-list')],
    name: 'no files',
    refuses: { ...LISTED, files: { 'operations/notes.txt': 'This file lists no operation.' } },
    saying: 'operations of graphql\\.allowList has no operations; add \\.graphql files or a manifest',
  },
  {
    rows: [row('allow-list')],
    name: 'one wrong file',
    refuses: {
      ...LISTED,
      files: { 'operations/a.graphql': '{ plains { n } }', 'operations/b.graphql': '{ plains { nosuch } }' },
    },
    saying: 'b\\.graphql → [0-9a-f]{64}: Cannot query field "nosuch"',
  },
];
