// Mistakes of an extension stop startup, and the message names the place.
import { type AnyPlugin, definePlugin } from '../../../core';
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

it.each<[title: string, use: (extension: GraphqlExtension) => void, message: RegExp]>([
  [
    'an unknown content type',
    (it) => it.shadowCRUD('api::nope.nope').disable(),
    /shadowCRUD\('api::nope.nope'\)/,
  ],
  [
    'an unknown field',
    (it) => it.shadowCRUD('api::note.note').field('titel').disableOutput(),
    /field\('titel'\)[\s\S]*title/,
  ],
  ['an unknown action', (it) => it.shadowCRUD('api::note.note').disableAction('dlete' as 'delete'), /dlete/],
  ['an unknown type in SDL', (it) => it.use({ typeDefs: 'extend type Query { hello: Nope }' }), /Nope/],
  ['a resolver without a field', (it) => it.use({ resolvers: { Query: { nope: () => 1 } } }), /Query.nope/],
  ['rules of an unknown field', (it) => it.use({ resolversConfig: { 'Query.nope': {} } }), /Query.nope/],
  [
    'an unknown policy',
    (it) => it.use({ ...hello, resolversConfig: { 'Query.hello': { policies: ['nope'] } } }),
    /policy "nope"/,
  ],
  [
    'an unknown middleware',
    (it) => it.use({ ...hello, resolversConfig: { 'Query.hello': { middlewares: ['nope'] } } }),
    /middleware "nope"/,
  ],
  [
    'an unknown permission',
    (it) =>
      it.use({ ...hello, resolversConfig: { 'Query.hello': { auth: { scope: ['api::nope.nope.find'] } } } }),
    /api::nope.nope.find/,
  ],
])('%s', async (_title, use, message) => {
  const plugin = definePlugin({
    name: 'mistaken',
    dependencies: ['graphql'],
    register: (app) => use(app.container.resolve(EXTENSION)),
  });
  const started = createTestApp({
    contentTypes: [NOTE],
    plugins: [plugin as AnyPlugin],
    config: { plugins: { rest: true, graphql: true }, server: { logs: { level: 'silent' } } },
  });
  await expect(started.then((app) => app.close())).rejects.toThrow(message);
});
