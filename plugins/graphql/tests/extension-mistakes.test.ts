// Mistakes of an extension stop startup. The message names the plugin of the extension, the place and the remedy.
import { type AnyPlugin, type App, definePlugin, route } from '../../../core';
import { createTestApp } from '../../../core/testing';
import { EXTENSION, type GraphqlExtension } from '../index';

const NOTE = {
  kind: 'collectionType',
  info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
  attributes: { title: { type: 'string' } },
} as const;

const hello = {
  typeDefs: 'extend type Query { hello: String }',
  resolvers: { Query: { hello: () => 'world' } },
};

const ping = route({
  method: 'GET',
  path: '/ping',
  action: null,
  summary: 'Pings',
  handler: () => ({ json: 1 }),
});
const part = { name: 'mine', description: 'A part' };

type Extend = (extension: GraphqlExtension, app: App) => void;

type Wrong = readonly [title: string, extend: Extend, messages: readonly string[]];

const MISTAKES: readonly Wrong[] = [
  [
    'an unknown content type',
    (it) => it.shadowCRUD('api::nope.nope').disable(),
    ["→ shadowCRUD('api::nope.nope'): no content type and no component has this uid; correct the uid"],
  ],
  [
    'an unknown field',
    (it) => it.shadowCRUD('api::note.note').field('titel').disableOutput(),
    ["→ shadowCRUD('api::note.note').field('titel'): no attribute has this name; the attributes are: title"],
  ],
  [
    'an unknown action',
    (it) => it.shadowCRUD('api::note.note').disableAction('dlete' as 'delete'),
    ["→ disableAction('dlete'): unknown action; use one of create, find"],
  ],
  [
    'SDL that is not SDL',
    (it) => it.use({ typeDefs: 'extend typo Query' }),
    ['→ typeDefs: Syntax Error: Unexpected Name "typo"; correct the SDL of the plugin'],
  ],
  [
    'an unknown type in SDL',
    (it) => it.use({ typeDefs: '\nextend type Query { hello: Nope }' }),
    ['→ typeDefs, line 2: Unknown type "Nope"', 'correct the SDL of the plugin'],
  ],
  [
    'an extension of an unknown type',
    (it) => it.use({ typeDefs: 'extend type Nope { a: Int }' }),
    ['→ typeDefs, line 1: Cannot extend type "Nope" because it is not defined'],
  ],
  [
    'a generated field with another type',
    (it) => it.use({ typeDefs: 'extend type Note { title: Int }' }),
    ['→ typeDefs: Unable to merge GraphQL type "Note"', 'correct the SDL of the plugin'],
  ],
  [
    'a type that does not have the fields of its interface',
    (it) => it.use({ typeDefs: 'interface Named { name: String }\ntype Cat implements Named { age: Int }' }),
    ['→ typeDefs, line 1: Interface field Named.name expected but Cat does not provide it'],
  ],
  [
    'a resolver without a field',
    (it) => it.use({ resolvers: { Query: { nope: () => 1 } } }),
    ['→ resolvers: Query.nope', 'add the field to typeDefs, or remove the resolver'],
  ],
  [
    'a subscription without subscribe',
    (it) => it.use({ typeDefs: 'type Subscription { ticks: Int }' }),
    ['→ resolvers.Subscription.ticks: add a resolver { subscribe, resolve } to the field'],
  ],
  [
    'rules of an unknown field',
    (it) => it.use({ resolversConfig: { 'Query.nope': {} } }),
    ['→ resolversConfig["Query.nope"]: the schema has no field Query.nope; add it to typeDefs, or use a key'],
  ],
  [
    'an unknown policy',
    (it) => it.use({ ...hello, resolversConfig: { 'Query.hello': { policies: ['nope'] } } }),
    ['→ resolversConfig["Query.hello"].policies[0]: no policy "nope" is registered; register a policy'],
  ],
  [
    'an unknown middleware that resembles another',
    (it) => {
      it.middlewares.add('timed', (next, ...rest) => next(...(rest as Parameters<typeof next>)));
      it.use({ ...hello, resolversConfig: { 'Query.hello': { middlewares: ['timde'] } } });
    },
    ['.middlewares[0]: no GraphQL middleware "timde" is registered; do you mean "timed"?'],
  ],
  [
    'an unknown permission',
    (it) =>
      it.use({ ...hello, resolversConfig: { 'Query.hello': { auth: { scope: ['api::note.note.fnd'] } } } }),
    ['.auth.scope: no plugin declares the action "api::note.note.fnd"; do you mean "api::note.note.find"?'],
  ],
  ...([null, true, 'x', { scope: 'x' }, { scopes: [] }] as never[]).map(
    (auth): Wrong => [
      `auth: ${JSON.stringify(auth)}`,
      (it) => it.use({ ...hello, resolversConfig: { 'Query.hello': { auth } } }),
      [
        '→ resolversConfig["Query.hello"].auth: expected false, or an object { scope } with a list of actions',
      ],
    ],
  ),
  [
    'no extension',
    (it) => it.use((() => undefined) as never),
    ['→ use: the extension is undefined; use an object'],
  ],
  [
    'a function that throws',
    (it) =>
      it.use(() => {
        throw new Error('no network');
      }),
    ['→ use: no network'],
  ],
  [
    'a type of Nexus that Nexus refuses',
    (it) =>
      it.use(({ nexus }) => ({ types: [(nexus as Nexus).objectType({ name: 'Cat', definition() {} })] })),
    ['→ types: Type Cat must define one or more fields; correct the types of the plugin'],
  ],
  [
    'the SDL of a part',
    (_it, app) => app.graphql.add({ ...part, typeDefs: 'type Cat { owner: Nope }' }),
    ['→ typeDefs, line 1: Unknown type "Nope"'],
  ],
  [
    'a type of a part that exists already',
    (_it, app) => app.graphql.add({ ...part, typeDefs: 'type Note { a: Int }' }),
    ['→ Note: two types have this name; rename it in the SDL of the plugin'],
  ],
  [
    'a field of a part without SDL',
    (_it, app) => {
      app.routes.add(ping);
      app.graphql.add({ ...part, fields: { 'Query.ping': { route: ping } } });
    },
    ['→ graphql part "mine", fields["Query.ping"]: the schema has no field Query.ping; add it to typeDefs'],
  ],
  [
    'queries of a part for an unknown content type',
    (_it, app) => app.graphql.add({ ...part, queries: [{ uid: 'api::nope.nope', find: 'a', findOne: 'b' }] }),
    ['→ graphql part "mine", queries: no content type "api::nope.nope" exists; correct the uid'],
  ],
];

interface Nexus {
  objectType(type: { name: string; definition(): void }): unknown;
}

it.each(MISTAKES)('%s', async (_title, extend, messages) => {
  const message = await failureOf(extend);
  for (const each of messages) expect(message).toContain(each);
  expect(message).toMatch(/plugin "?mistaken"?/);
  expect(message).not.toMatch(/plugin "?innocent"?/);
});

it('names both plugins of a middleware that is added twice', async () => {
  const message = await failureOf((it) => it.middlewares.add('innocent', () => null));
  expect(message).toContain(
    'The GraphQL middleware "innocent" is added by the plugin "innocent" and by the plugin "mistaken"',
  );
});

it('the log names the plugin and the field of a resolver that fails', async () => {
  const plugin = definePlugin({
    name: 'mistaken',
    dependencies: ['graphql'],
    register(app) {
      const fail = () => {
        throw new Error('no answer');
      };
      app.container.resolve(EXTENSION).use({
        typeDefs: 'extend type Query { hello: String }',
        resolvers: { Query: { hello: fail } },
        resolversConfig: { 'Query.hello': { auth: false } },
      });
    },
  });
  const app = await createTestApp({
    contentTypes: [NOTE],
    plugins: [plugin] as AnyPlugin[],
    config: { plugins: { graphql: true } },
  });
  const { body } = await app.agent.post('/graphql').send({ query: '{ hello }' });
  await app.close();
  expect(body.errors).toMatchObject([{ message: 'Internal Server Error', path: ['hello'] }]);
  expect(app.logs).toContainEqual(
    expect.objectContaining({
      message: 'a GraphQL resolver failed',
      plugin: 'mistaken',
      at: 'the field Query.hello',
    }),
  );
});

/** The message of a startup with the extension, between extensions of another plugin without mistakes. */
async function failureOf(extend: Extend): Promise<string> {
  const innocent = (name: string) =>
    definePlugin({
      name,
      dependencies: ['graphql'],
      register(app) {
        const extension = app.container.resolve(EXTENSION);
        extension.shadowCRUD('api::note.note').field('title').disableFilters();
        if (name === 'innocent')
          extension.middlewares.add(name, (next, ...rest) => next(...(rest as Parameters<typeof next>)));
        extension.use({
          typeDefs: `extend type Query { ${name.replace('-', '_')}: Int }`,
          resolvers: { Query: { [name.replace('-', '_')]: () => 1 } },
          resolversConfig: { [`Query.${name.replace('-', '_')}`]: { auth: false } },
        });
      },
    });
  const mistaken = definePlugin({
    name: 'mistaken',
    dependencies: ['graphql'],
    register: (app) => extend(app.container.resolve(EXTENSION), app),
  });
  const started = createTestApp({
    contentTypes: [NOTE],
    plugins: [innocent('innocent'), mistaken, innocent('innocent-too')] as AnyPlugin[],
    config: { plugins: { rest: true, graphql: true }, server: { logs: { level: 'silent' } } },
  });
  return started.then(
    async (app) => {
      await app.close();
      return 'started';
    },
    (error: Error) => error.message,
  );
}
