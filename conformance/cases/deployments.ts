// Deployments that several files of cases share. A start costs about a second, so options that do not touch each other share one.
import type { Deployment } from './case';

const typeFile = (name: string): string => `api/${name}/content-types/${name}/schema.json`;

/** A type of which only the attributes matter. */
export const typeOf = (name: string, attributes: object): Readonly<Record<string, unknown>> => ({
  [typeFile(name)]: {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: {},
    pluginOptions: {},
    attributes,
  },
});

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
