// Deployments that several files of cases share. A start costs about a second, so options that do not touch each other share one.
import type { Deployment } from './case';

const typeFile = (name: string): string => `api/${name}/content-types/${name}/schema.json`;

/** A type of which only the attributes matter. */
export const typeOf = (
  name: string,
  attributes: object,
  more: object = {},
): Readonly<Record<string, unknown>> => ({
  [typeFile(name)]: {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: {},
    pluginOptions: {},
    ...more,
    attributes,
  },
});
/** A component of the category `shared`. */
export const entryOf = (name: string, attributes: object): Readonly<Record<string, unknown>> => ({
  [`components/shared/${name}.json`]: {
    collectionName: `components_shared_${name}s`,
    info: { displayName: name },
    attributes,
  },
});
export const localized = { i18n: { localized: true } };

const thing = (over: object = {}, info: object = {}): object => ({
  kind: 'collectionType',
  collectionName: 'things',
  info: { singularName: 'thing', pluralName: 'thingies', displayName: 'A thing', ...info },
  options: {},
  pluginOptions: {},
  attributes: { label: { type: 'string' }, text: { type: 'richtext' }, on: { type: 'boolean' } },
  ...over,
});

/** A collection type, a single type and a type with drafts. */
export const THINGS: Readonly<Record<string, unknown>> = {
  [typeFile('thing')]: thing({ pluginOptions: { 'unknown-key': { a: 1 } } }, { name: 'thing' }),
  [typeFile('alone')]: thing(
    { kind: 'singleType', collectionName: 'alones' },
    { singularName: 'alone', pluralName: 'alones', displayName: 'Alone' },
  ),
  [typeFile('versioned')]: thing(
    { collectionName: 'versioneds', options: { draftAndPublish: true } },
    { singularName: 'versioned', pluralName: 'versioneds', displayName: 'Versioned' },
  ),
};
/** The same types, with a change of the first one. */
export const changedThing = (info: object): Readonly<Record<string, unknown>> => ({
  ...THINGS,
  [typeFile('thing')]: thing({}, info),
});
/** One more type, in the table of the first one. */
export const clashingThing = (): Readonly<Record<string, unknown>> => ({
  ...THINGS,
  [typeFile('other')]: thing({}, { singularName: 'other', pluralName: 'others', displayName: 'Other' }),
});

/** Types that the section "Attribute kinds" names and the definition of a content type does not. */
export const OTHER_TYPES: Readonly<Record<string, object>> = Object.fromEntries(
  [
    ...['text', 'email', 'password', 'uid', 'date', 'time', 'datetime', 'timestamp', 'integer'],
    ...['biginteger', 'float', 'decimal', 'json', 'blocks'],
  ].map((type) => [type, { type }]),
);

/** More content types, and a larger array limit in the query parser. */
export const OWN_TYPES: Deployment = {
  files: {
    ...THINGS,
    ...typeOf('list', { items: { type: 'array' } }),
    ...typeOf('mixture', OTHER_TYPES),
    // The only unique attribute of the type is in the second component of the zone.
    ...typeOf('zoned', { zone: { type: 'dynamiczone', components: ['shared.quote', 'shared.strict'] } }),
  },
  config: {
    middlewares: [
      ...['errors', 'request-id', 'logger', 'security', 'cors', 'timeout'],
      { name: 'query', config: { arrayLimit: 150 } },
      'body',
    ],
  },
};

/** Limits of lists in REST and in GraphQL; the reader of queries is strict. */
export const LIST_LIMITS: Deployment = {
  config: {
    api: { rest: { defaultLimit: 3, maxLimit: 4, strictParams: true } },
    plugins: {
      graphql: { enabled: true, config: { defaultLimit: 2, maxLimit: 3, v4CompatibilityMode: true } },
    },
  },
};

/** Low limits of GraphQL, no page, and batches. */
export const LIMITED: Deployment = {
  config: {
    plugins: {
      graphql: {
        enabled: true,
        config: {
          ...{ depthLimit: 3, amountLimit: 3, landingPage: false },
          apolloServer: { allowBatchedHttpRequests: true, cache: 'bounded' },
        },
      },
    },
  },
};

/** Few logins, another path of GraphQL, and only the maximum of the two limits of REST. */
export const FEW_LOGINS: Deployment = {
  config: {
    api: { rest: { maxLimit: 2 } },
    plugins: {
      graphql: { enabled: true, config: { endpoint: '/elsewhere' } },
      'users-permissions': {
        config: {
          ratelimit: {
            ...{ enabled: true, interval: { min: 5 }, max: 8 },
            ...{ accountInterval: { min: 5 }, accountMax: 2 },
          },
        },
      },
    },
  },
};

/** Sessions with refresh tokens, fallbacks of locales, and options of uploads. */
export const OTHER_OPTIONS: Deployment = {
  config: {
    plugins: {
      'users-permissions': { config: { jwtManagement: 'refresh' } },
      i18n: { config: { strictLocaleFields: false, fallbacks: { de: ['fr', 'en'], fr: ['en'] } } },
      upload: {
        enabled: true,
        config: {
          ...{ protectUsed: true, onDemand: true, maxPixels: 500_000, maxAge: 60 },
          ...{ allow: ['image/*', 'text/plain'], deny: ['image/gif'] },
          presets: {
            card: { width: 40, height: 40, fit: 'cover', format: 'png' },
            boxed: { width: 50, height: 60, fit: 'contain', format: 'png' },
            wide: { width: 100, format: 'png' },
          },
        },
      },
    },
    middlewares: [
      ...['errors', 'request-id', 'logger', 'security', 'cors', 'timeout', 'query'],
      { name: 'body', config: { file: 20_000, request: 30_000, files: 3 } },
    ],
  },
};

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
    ...typeOf('holder', { deeps: { type: 'relation', relation: 'manyToMany', target: 'api::deep.deep' } }),
  },
  config: {
    middlewares: [
      ...['errors', 'request-id', 'logger', 'security'],
      { name: 'cors', config: { origin: ['https://pages.conform.test'], credentials: true, maxAge: 60 } },
      ...['timeout', 'query', 'body'],
    ],
  },
  extension: `(extension, app) => {
    extension.use({
      typeDefs: 'extend type Mutation { cloneSample(documentId: ID!): ID }',
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
    const policies = {
      true: () => true, nothing: () => undefined, 'later-true': async () => true, 'later-nothing': async () => {},
      false: () => false, null: () => null, text: () => 'true', one: () => 1, object: () => ({}),
      throws: () => { throw new Error('a secret of the program'); }, 'later-false': async () => false,
      'later-text': async () => 'true', rejects: async () => { throw new Error('a secret of the program'); },
      let: { name: 'conformance-if', config: { let: true } }, shut: { name: 'conformance-if', config: { let: false } },
    };
    for (const [name, policy] of Object.entries(policies)) answer('policies/' + name, () => ({ json: { name } }), [policy]);
    answer('policies/second', () => ({ json: {} }), ['conformance-let', 'conformance-deny']);
  }`,
};

/** Users confirm their addresses. */
export const CONFIRMING: Deployment = {
  config: { plugins: { 'users-permissions': { config: { register: { emailConfirmation: true } } } } },
};
