// Deployments with a plugin of the application, as JavaScript.
import type { Deployment } from './case';
import { entryOf, localized, typeOf } from './definition-files';
import { CALLS_DOCUMENTS, DOCUMENT_TYPES, OPERATORS } from './document-plugin';
import { ROUTE_STEPS } from './route-steps';

/** The plugin's code: `source` runs when the application has started. */
export const writing = (source: string): string =>
  `(_extension, app) => app.hooks.boot.after(async () => { const of = (name) => app.documents('api::' + name + '.' + name); ${source} })`;

/**
 * A deployment with a plugin of the application. The plugin clones samples, and returns the events of a document. Its routes have policies.
 * The plugin marks each tag that is read. Pages of one origin may send credentials.
 */
export const HOOKED: Deployment = {
  files: {
    ...typeOf(
      'deep',
      {
        name: { type: 'string', pluginOptions: localized },
        items: { type: 'component', component: 'shared.pin', repeatable: true, pluginOptions: localized },
      },
      { pluginOptions: localized },
    ),
    ...entryOf('bolt', { key: { type: 'password' } }),
    ...entryOf('lock', {
      key: { type: 'password' },
      inner: { type: 'component', component: 'shared.bolt', repeatable: true },
    }),
    ...typeOf('safe', {
      key: { type: 'password' },
      one: { type: 'component', component: 'shared.lock' },
      many: { type: 'component', component: 'shared.lock', repeatable: true },
      zone: { type: 'dynamiczone', components: ['shared.lock'] },
    }),
    ...DOCUMENT_TYPES,
    ...typeOf('holder', { deeps: { type: 'relation', relation: 'manyToMany', target: 'api::deep.deep' } }),
  },
  config: {
    // No limit, unless a transaction has its own.
    database: { transactionTimeout: 0 },
    api: {
      rest: {
        types: {
          'api::holder.holder': {
            actions: {
              find: {
                policies: ['conformance-let', { name: 'conformance-if', config: { let: true } }],
                middlewares: ['conformance-mark', { name: 'conformance-mark', config: { mark: 'second' } }],
              },
              update: { policies: ['conformance-let', { name: 'conformance-if', config: { let: false } }] },
            },
          },
        },
      },
    },
    middlewares: [
      ...['errors', 'request-id', 'logger', 'security'],
      { name: 'cors', config: { origin: ['https://pages.conform.test'], credentials: true, maxAge: 60 } },
      ...['timeout', 'query', 'body'],
    ],
  },
  extension: `(extension, app) => {
    extension.use({
      typeDefs: 'extend type Mutation { cloneSample(documentId: ID!): ID } extend type Tag { seen: Int }',
      resolvers: { Mutation: { cloneSample: async (_parent, { documentId }) =>
        (await app.documents('api::sample.sample').clone({ documentId, data: {} }))?.documentId ?? null } },
      resolversConfig: { 'Mutation.cloneSample': { auth: false } } });
    const events = [];
    app.hooks.documents.committed(({ operation, type, documentId, rows, facts, document }) =>
      events.push({ operation, type, documentId, facts, document, rows: rows.map(({ axes, became }) => ({ ...axes, became })) }));
    app.hooks.documents.loaded((set) => {
      for (const tag of set.of('api::tag.tag')) tag.seen = tag.name.length;
    });
    const answer = (path, handler, policies = []) =>
      app.routes.add({ method: 'GET', path: '/api/conformance/' + path, action: null, summary: path, policies, handler });
    answer('events/:documentId', (_request, { params }) =>
      ({ json: { events: events.filter(({ documentId }) => documentId === params.documentId) } }));
    // Counts the passwords in the table: those in clear text, and the hashes.
    answer('stored', async () => {
      const text = JSON.stringify(await app.database.knex('safes'));
      const count = (part) => text.split(part).length - 1;
      return { json: { clear: count('clear-'), hashes: count('$scrypt$') } };
    });
    const { anyOf, array, boolean, integer, number, object, oneOf, optional, record, string } = check;
    app.routes.add({ method: 'POST', path: '/api/conformance/shelves/:shelf/:kind', action: null, summary: 'Shelves', body: 'json',
      checks: {
        params: object({ shelf: integer({ min: 1 }), kind: oneOf('book', 'map') }),
        query: object({ notify: optional(boolean(), false), sizes: optional(array(number())), only: optional(string()),
          level: optional(anyOf('low, or a number', oneOf('low'), integer())), deep: optional(object({ count: integer() })),
          step: optional(oneOf(1, 2.5, true, 'x')), by: optional(record(integer(), { key: /^[a-z]+$/, expectedKey: 'small letters' })) }),
        body: object({ title: string({ min: 1 }), count: optional(integer(), 1), by: optional(record(integer())) }) },
      handler: (_request, input) => ({ json: input }) });
    const policies = {
      true: () => true, nothing: () => undefined, 'later-true': async () => true, 'later-nothing': async () => {},
      false: () => false, null: () => null, text: () => 'true', one: () => 1, object: () => ({}),
      throws: () => { throw new Error('a secret of the program'); }, 'later-false': async () => false,
      'later-text': async () => 'true', rejects: async () => { throw new Error('a secret of the program'); },
      let: { name: 'conformance-if', config: { let: true } }, shut: { name: 'conformance-if', config: { let: false } },
    };
    for (const [name, policy] of Object.entries(policies)) answer('policies/' + name, () => ({ json: { name } }), [policy]);
    answer('policies/second', () => ({ json: {} }), ['conformance-let', 'conformance-deny']);
    // A policy that is attached to a route, and one of the route itself.
    answer('policies/attached', () => ({ json: {} }), ['conformance-let']);
    answer('policies/own', () => ({ json: {} }), ['conformance-deny']);
    app.hooks.http.route((route) => {
      if (route.path.endsWith('/policies/attached')) route.addPolicy('conformance-deny');
      if (route.path.endsWith('/policies/own')) route.addPolicy('conformance-let');
    });
    const fails = {
      throws: () => { throw new Error('a secret of the program'); },
      rejects: async () => { throw new Error('a secret of the program'); },
      'no-error': async () => { throw { status: 401, message: 'a secret of the program' }; },
      nothing: () => undefined, 'later-nothing': async () => null, text: () => 'a secret of the program',
      unsendable: () => ({ json: { secret: 1n } }),
    };
    for (const [name, handler] of Object.entries(fails)) answer('fails/' + name, handler);
    ${ROUTE_STEPS}
    app.hooks.documents.prepare((action) => {
      if (String(action.data?.name).endsWith(' unexpected')) throw new Error('a secret of the program');
    });
    // The plugin gives an account the name of another.
    app.hooks.documents.prepare((action) => {
      const name = action.type.uid === 'plugin::users-permissions.user' ? action.data?.username : undefined;
      if (String(name).endsWith('-renamed')) action.set('username', name.slice(0, -'-renamed'.length));
    });
    app.hooks.documents.written((result) => {
      if (String(result.document?.name).endsWith(' late')) throw new Error('a secret of the program');
    });${OPERATORS}${CALLS_DOCUMENTS}
  }`,
};
