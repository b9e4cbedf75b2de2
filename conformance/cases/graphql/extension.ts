// Cases of the GraphQL extension service. All share one deployment: each case switches a type, a field or a query of its own.
// The cases with Nexus have a second one.
import { plain } from '../build';
import type { Case, Deployment, Step } from '../case';
import { fieldsAre, gives, typeIs } from '../graphql-build';
import { is } from '../pattern';
import { type Part, query, RULES } from './extension-rules';

const typeOf = (name: string): string => `extension.shadowCRUD('api::${name}.${name}')`;
const queries = (present: string[], absent: string[]): Step =>
  typeIs('Query', 'fields { name }', fieldsAre(present, absent));
const mutations = (present: string[], absent: string[]): Step =>
  typeIs('Mutation', 'fields { name }', fieldsAre(present, absent));
const inType = (present: string[], absent: string[] = []): Step =>
  typeIs('Plain', 'fields { name }', fieldsAre(present, absent));
const inInput = (present: string[], absent: string[] = []): Step =>
  typeIs('PlainInput', 'inputFields { name }', fieldsAre(present, absent, 'inputFields'));
const inFilters = (present: string[], absent: string[] = []): Step =>
  typeIs('PlainFiltersInput', 'inputFields { name }', fieldsAre(present, absent, 'inputFields'));

/** A query that lists, for each moment, which of the getters answered true. */
const getters = (name: string, code: string): string => `const seen = [];
  const look = (what, ...names) => seen.push(names.filter((one) => { const [get, of] = one.split(' '); return what[get](of) === true; }).join());
  ${code}
  extension.use({ typeDefs: 'extend type Query { ${name}: [String] }', resolvers: { Query: { ${name}: () => seen } },
    resolversConfig: { 'Query.${name}': { auth: false } } });`;
const TYPE_GETTERS =
  "'isEnabled', 'isDisabled', 'areQueriesEnabled', 'areQueriesDisabled', 'areMutationsEnabled', 'areMutationsDisabled'";
const ENABLED = 'isEnabled,areQueriesEnabled,areMutationsEnabled';
const CREATE =
  "'isActionEnabled create', 'isActionDisabled create', 'isActionEnabled update', 'isActionDisabled update'";
const FIELD_GETTERS = "'hasOutputEnabled', 'hasInputEnabled', 'hasFiltersEnabled'";

const PARTS: readonly Part[] = [
  {
    row: 'service',
    code: `const kinds = [typeof extension.shadowCRUD, typeof extension.use];
      extension.use({ typeDefs: 'extend type Query { service: [String] }', resolvers: { Query: { service: () => kinds } },
        resolversConfig: { 'Query.service': { auth: false } } });`,
    steps: [gives('{ service }', { service: ['function', 'function'] })],
  },
  {
    row: 'disable',
    code: `${typeOf('strictdoc')}.disable();`,
    steps: [
      queries(['plains'], ['strictdoc', 'strictdocs', 'strictdocs_connection']),
      mutations(['createPlain'], ['createStrictdoc', 'updateStrictdoc', 'deleteStrictdoc']),
      gives('{ __type(name: "Strictdoc") { name } }', { __type: null }),
    ],
  },
  {
    row: 'disable-queries',
    code: `${typeOf('label')}.disableQueries();`,
    steps: [
      queries(['plains'], ['label', 'labels', 'labels_connection']),
      mutations(['createLabel', 'updateLabel', 'deleteLabel'], []),
    ],
  },
  {
    row: 'disable-mutations',
    code: `${typeOf('group')}.disableMutations();`,
    steps: [
      queries(['group', 'groups', 'groups_connection'], []),
      mutations(['createPlain'], ['createGroup', 'updateGroup', 'deleteGroup']),
    ],
  },
  {
    row: 'disable-action',
    code: `${typeOf('peek')}.disableAction('update');`,
    steps: [
      mutations(['createPeek', 'deletePeek'], ['updatePeek']),
      queries(['peek', 'peeks', 'peeks_connection'], []),
    ],
  },
  {
    row: 'disable-actions',
    code: `${typeOf('profile')}.disableActions(['update', 'delete']);`,
    steps: [
      mutations(['createProfile'], ['updateProfile', 'deleteProfile']),
      queries(['profile', 'profiles'], []),
    ],
  },
  {
    row: 'action.create',
    code: `${typeOf('author')}.disableAction('create');`,
    steps: [mutations(['updateAuthor', 'deleteAuthor'], ['createAuthor'])],
  },
  {
    row: 'action.find',
    code: `${typeOf('category')}.disableAction('find');`,
    steps: [queries(['category'], ['categories', 'categories_connection'])],
  },
  {
    row: 'action.find-one',
    code: `${typeOf('tag')}.disableAction('findOne');`,
    steps: [queries(['tags', 'tags_connection'], ['tag'])],
  },
  {
    row: 'action.update',
    code: `${typeOf('restaurant')}.disableAction('update');`,
    steps: [mutations(['createRestaurant', 'deleteRestaurant'], ['updateRestaurant'])],
  },
  {
    row: 'action.delete',
    code: `${typeOf('hidden')}.disableAction('delete');`,
    steps: [mutations(['createHidden', 'updateHidden'], ['deleteHidden'])],
  },
  {
    row: 'field.disable',
    code: `${typeOf('plain')}.field('n').disable();`,
    steps: [
      inType(['name'], ['n']),
      inInput(['name'], ['n']),
      inFilters(['name'], ['n']),
      // No group and no bucket shows the field.
      ...['Sum', 'Max'].map((name) =>
        typeIs(`PlainAggregate${name}`, 'fields { name }', fieldsAre(['ratio'], ['n'])),
      ),
      typeIs('PlainGroupBy', 'fields { name }', fieldsAre(['name'], ['n'])),
    ],
  },
  {
    row: 'quire.graphql.switches',
    code: "extension.shadowCRUD('shared.meta').field('value').disable(); extension.shadowCRUD('shared.pin').field('place').disableInput();",
    steps: [
      typeIs('ComponentSharedMeta', 'fields { name }', fieldsAre(['key'], ['value'])),
      typeIs(
        'ComponentSharedMetaInput',
        'inputFields { name }',
        fieldsAre(['key'], ['value'], 'inputFields'),
      ),
      typeIs(
        'ComponentSharedMetaFiltersInput',
        'inputFields { name }',
        fieldsAre(['key'], ['value'], 'inputFields'),
      ),
      typeIs('ComponentSharedPin', 'fields { name }', fieldsAre(['place'], [])),
      typeIs(
        'ComponentSharedPinInput',
        'inputFields { name }',
        fieldsAre(['label'], ['place', 'place_relation'], 'inputFields'),
      ),
    ],
  },
  {
    row: 'field.disable-output',
    code: `${typeOf('plain')}.field('kind').disableOutput(); ${typeOf('plain')}.field('labels').disableOutput();`,
    steps: [
      inType(['name'], ['kind', 'labels', 'labels_connection']),
      inInput(['kind', 'labels']),
      inFilters(['kind', 'labels']),
    ],
  },
  {
    row: 'field.disable-input',
    code: `${typeOf('plain')}.field('price').disableInput(); ${typeOf('plain')}.field('group').disableInput();`,
    steps: [
      inType(['price', 'group']),
      inInput(['name'], ['price', 'group', 'group_relation']),
      inFilters(['price', 'group']),
    ],
  },
  {
    row: 'field.disable-filters',
    code: `${typeOf('plain')}.field('flag').disableFilters();`,
    steps: [inType(['flag']), inInput(['flag']), inFilters(['name'], ['flag'])],
  },
  {
    row: 'getters.type',
    code: getters(
      'typeGetters',
      `const type = ${typeOf('zoo')};
      look(type, ${TYPE_GETTERS}, ${CREATE});
      type.disableAction('create'); look(type, ${CREATE}, ${TYPE_GETTERS});
      type.disableAction('find'); look(type, ${TYPE_GETTERS});
      type.disableMutations(); look(type, ${TYPE_GETTERS});
      type.disableQueries(); look(type, ${TYPE_GETTERS});
      type.disable(); look(type, 'isEnabled', 'isDisabled');`,
    ),
    steps: [
      gives('{ typeGetters }', {
        typeGetters: [
          'isEnabled,areQueriesEnabled,areMutationsEnabled,isActionEnabled create,isActionEnabled update',
          `isActionDisabled create,isActionEnabled update,${ENABLED}`,
          ENABLED,
          'isEnabled,areQueriesEnabled,areMutationsDisabled',
          'isEnabled,areQueriesDisabled,areMutationsDisabled',
          'isDisabled',
        ],
      }),
    ],
  },
  {
    row: 'getters.field',
    code: getters(
      'fieldGetters',
      `const [part, whole] = [${typeOf('check')}.field('req'), ${typeOf('check')}.field('txt')];
      look(part, 'isEnabled', 'isDisabled', ${FIELD_GETTERS});
      part.disableInput(); look(part, 'isEnabled', 'isDisabled', ${FIELD_GETTERS});
      part.disableOutput(); look(part, 'isEnabled', 'isDisabled', ${FIELD_GETTERS});
      part.disableFilters(); look(part, ${FIELD_GETTERS});
      whole.disable(); look(whole, 'isEnabled', 'isDisabled');`,
    ),
    steps: [
      gives('{ fieldGetters }', {
        fieldGetters: [
          'isEnabled,hasOutputEnabled,hasInputEnabled,hasFiltersEnabled',
          'isEnabled,hasOutputEnabled,hasFiltersEnabled',
          'isEnabled,hasFiltersEnabled',
          '',
          'isDisabled',
        ],
      }),
    ],
  },
  {
    row: 'quire.graphql.switches',
    code:
      `${typeOf('article')}.disableMutations();` +
      getters(
        'disabledGetters',
        `const type = ${typeOf('setting')}; type.disable(); look(type, ${TYPE_GETTERS}, ${CREATE});`,
      ),
    steps: [
      gives('{ disabledGetters }', {
        disabledGetters: [
          'isDisabled,areQueriesDisabled,areMutationsDisabled,isActionDisabled create,isActionDisabled update',
        ],
      }),
      mutations(
        ['createPlain'],
        ['create', 'update', 'delete', 'publish', 'unpublish', 'discardDraft'].map(
          (verb) => `${verb}Article`,
        ),
      ),
    ],
  },
  { row: 'use.object', code: query('byObject'), steps: [gives('{ byObject }', { byObject: 'world' })] },
  {
    row: 'use.function',
    code: query('byFunction').replace('use({', 'use(() => ({').replace(/\);$/, '));'),
    steps: [gives('{ byFunction }', { byFunction: 'world' })],
  },
  {
    row: 'type-defs',
    code: "extension.use({ typeDefs: 'type Greeting { text: String! }  extend type Query { greeting(word: String!): Greeting }' });",
    steps: [
      typeIs('Greeting', 'kind fields { name }', { kind: 'OBJECT', fields: [{ name: 'text' }] }),
      typeIs('Query', 'fields { name type { name } args { name type { kind } } }', {
        fields: is.including({
          name: 'greeting',
          type: { name: 'Greeting' },
          args: [{ name: 'word', type: { kind: 'NON_NULL' } }],
        }),
      }),
    ],
  },
  {
    row: 'resolvers',
    code: `extension.use({ typeDefs: 'type Echo { text: String }  extend type Query { echo(word: String): Echo }',
      resolvers: { Query: { echo: (_parent, { word }) => ({ word }) }, Echo: { text: ({ word }) => word + '!' } },
      resolversConfig: { 'Query.echo': { auth: false } } });`,
    steps: [gives('{ echo(word: "{mark}") { text } }', { echo: { text: '{mark}!' } })],
  },
  ...RULES,
];

const NEXUS: readonly Part[] = [
  {
    row: 'types',
    code: `extension.use(({ nexus }) => ({
      plugins: [nexus.plugin({ name: 'quiet', onCreateFieldResolver: () => async (root, args, context, info, next) => {
        const value = await next(root, args, context, info);
        return info.fieldName === 'built' ? value.toLowerCase() : value; } })],
      types: [nexus.extendType({ type: 'Query', definition(t) { t.string('built', { resolve: () => 'WORLD' }); } }),
        nexus.objectType({ name: 'Made', definition(t) { t.int('n'); } }),
        nexus.extendType({ type: 'Query', definition(t) { t.field('made', { type: 'Made', resolve: () => ({ n: 7 }) }); } })],
      resolversConfig: { 'Query.built': { auth: false }, 'Query.made': { auth: false } } }));`,
    steps: [gives('{ built made { n } }', { built: 'world', made: { n: 7 } })],
  },
  {
    row: 'plugins',
    code: `extension.use(({ nexus }) => ({
      plugins: [nexus.plugin({ name: 'loud', onCreateFieldResolver: () => async (root, args, context, info, next) => {
        const value = await next(root, args, context, info);
        return info.fieldName === 'plugged' ? value.toUpperCase() : value; } })],
      types: [nexus.extendType({ type: 'Query', definition(t) { t.string('plugged', { resolve: () => 'world' }); } })],
      resolversConfig: { 'Query.plugged': { auth: false } } }));`,
    steps: [gives('{ plugged }', { plugged: 'WORLD' })],
  },
];

/** A plugin of Nexus without types, and one generated mutation. */
const NARROW: readonly Part[] = [
  {
    row: 'plugins',
    given: { a: plain({ body: 'a word' }) },
    code: `extension.use(({ nexus }) => ({
      plugins: [nexus.plugin({ name: 'loud', onCreateFieldResolver: () => async (root, args, context, info, next) => {
        const value = await next(root, args, context, info);
        return info.fieldName === 'body' ? value.toUpperCase() : value; } })] }));`,
    steps: [
      gives('{ plain(documentId: "{a.documentId}") { name body } }', {
        plain: { name: '{mark}', body: 'A WORD' },
      }),
    ],
  },
  {
    row: 'disable-mutations',
    code: `app.hooks.schema.ready(({ types }) => {
      for (const uid of types.keys())
        if (uid === 'api::label.label') extension.shadowCRUD(uid).disableActions(['update', 'delete']);
        else extension.shadowCRUD(uid).disableMutations(); });`,
    steps: [
      mutations(['createLabel'], ['updateLabel', 'createPlain', 'updateSetting']),
      gives('mutation { createLabel(data: { name: "{mark}" }) { name } }', {
        createLabel: { name: '{mark}' },
      }),
    ],
  },
];

const together = (parts: readonly Part[]): Deployment => ({
  extension: `(extension, app) => {\n${parts.map(({ code }) => `{ ${code} }`).join('\n')}\n}`,
});

const casesOf = (parts: readonly Part[]): Case[] => {
  const deploy = together(parts);
  return parts.map(({ row, code: _code, ...more }) => ({
    rows: [row.startsWith('quire.') ? row : `graphql.extension.${row}`],
    deploy,
    ...more,
  }));
};

export const graphqlExtensionCases: readonly Case[] = [
  ...casesOf(PARTS),
  ...casesOf(NEXUS),
  ...casesOf(NARROW),
];
