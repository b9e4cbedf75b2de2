// Cases of mistakes in the configuration: the start must fail, and the message names all of them.
import { inAnyOrder } from '../build';
import type { Case, Deployment } from '../case';

/** Wrong values below a key of a section, and the line of the message about each of them. */
type Mistake = readonly [key: string, value: unknown, ...lines: string[]];
type Sections = Readonly<Record<string, readonly Mistake[]>>;

const PLUGINS: Sections = {
  graphql: [
    ['endpoint', 'graphql', 'endpoint: expected a path like "/graphql", got "graphql"'],
    ['shadowCRUD', 'yes', 'shadowCRUD: expected true or false, got "yes"'],
    ['depthLimit', 0, 'depthLimit: .*between 1 and \\d+, got 0'],
    ['maxLimit', -2, 'maxLimit: .*at least -1, got -2'],
    ['landingPage', 'yes', 'landingPage: expected true, false or a function'],
    ['recheckSeconds', 3601, 'recheckSeconds: .*between 1 and 3600, got 3601'],
    ['errorCodePrefix', 'x', 'errorCodePrefix: expected capital letters'],
    ['apolloServer', [], 'apolloServer: expected an object'],
    ['amountLimits', 3, 'amountLimits: unknown key "amountLimits"; did you mean "amountLimit"'],
  ],
  i18n: [
    ['locales', ['en', '!'], 'locales\\[1\\]: expected a code.*got "!"'],
    ['defaultLocale', 'e', 'defaultLocale: expected a code.*got "e"'],
    ['strictLocaleFields', 1, 'strictLocaleFields: expected true or false, got 1'],
  ],
  upload: [
    ['provider', '', 'provider: expected a non-empty string'],
    ['breakpoints', { small: 0 }, 'breakpoints\\.small: .*between 1 and 10000, got 0'],
    ['alsoAs', ['gif'], 'alsoAs\\[0\\]: expected one of "webp", "avif", got "gif"'],
    ['quality', 101, 'quality: .*between 1 and 100, got 101'],
    ['presets', { Card: { width: 40 } }, 'presets\\.Card: '],
    ['maxPixels', 0, 'maxPixels: .*at least 1, got 0'],
    ['realTypes', 'never', 'realTypes: expected one of "check", "trust"'],
    ['maxAge', -1, 'maxAge: .*at least 0, got -1'],
  ],
  'users-permissions': [
    ['jwtManagement', 'legacy', 'jwtManagement: expected one of "legacy-support", "refresh"'],
    ['jwt', { expiresIn: '30 years' }, 'jwt\\.expiresIn: expected seconds, or a text'],
    ['sessions', { refreshGrace: 3601 }, 'sessions\\.refreshGrace: .*between 0 and 3600, got 3601'],
    ['register', { allowedFields: ['a', 'a'] }, 'register\\.allowedFields: .*without repeated values'],
    ['ratelimit', { max: 0 }, 'ratelimit\\.max: .*at least 1, got 0'],
    ['roles', { 'Wrong Type': {} }, 'roles\\.Wrong Type: expected a role type'],
    ['cacheSeconds', 301, 'cacheSeconds: .*between 0 and 300, got 301'],
  ],
  'api-tokens': [
    [
      'tokens',
      [
        { name: 'x', type: 'read-only', secretFrom: '0-secret' },
        { name: 'y', type: 'custom', secretFrom: 'SECRET', actions: ['api::a.a.find', 'api::a.a.find'] },
      ],
      'tokens\\[0\\]\\.secretFrom: expected the name of an environment variable',
      'tokens\\[1\\]\\.actions: expected a list without repeated values',
    ],
    ['ratelimit', { interval: { min: 0 } }, 'ratelimit\\.interval\\.min: .*at least 1, got 0'],
    ['cacheSeconds', 302, 'tokens.*cacheSeconds: .*between 0 and 300, got 302'],
  ],
  email: [['settings', { defaultFrom: 'sender' }, 'settings\\.defaultFrom: expected a mail address']],
};
const FILES: Sections = {
  server: [
    ['proxy', -1, 'proxy: .*between 0 and 32, got -1'],
    ['timeouts', { headers: -1 }, 'timeouts\\.headers: .*between 0 and \\d+, got -1'],
    ['buffers', { total: 'x' }, 'buffers\\.total: expected a whole number.*got "x"'],
    ['logs', { level: 'loud' }, 'logs\\.level: expected one of "silent".*got "loud"'],
  ],
  api: [
    ['rest', { prefix: 'api' }, 'rest\\.prefix: expected a path like /api.*got "api"'],
    ['limits', { depth: 0 }, 'limits\\.depth: .*between 1 and 1000, got 0'],
  ],
};
const STEPS: readonly Mistake[] = [
  [
    'cors',
    { credentials: true, maxAge: 'x' },
    'cors → maxAge: .*at least 0, got "x"',
    'cors → credentials: credentials need a list of origins',
  ],
  ['query', { depth: 0 }, 'query → depth: .*at least 1, got 0'],
  ['security', { headers: { 'bad name': 'x' } }, 'security → headers\\.bad name: expected a header name'],
  ['nosuch', {}, 'unknown middleware "nosuch"; registered: errors'],
];
/** A variable of the environment that is not set. */
const MISSING = 'module.exports = { graphql: { config: { allowList: process.env.CONFORMANCE_NOT_SET } } };';
const MISSING_FOLDER: Mistake = [
  'allowList',
  undefined,
  'allowList: expected the name of a folder, not undefined',
];

/** Plugins find these mistakes when the keys above are correct. */
const LATER: Sections = {
  i18n: [
    [
      'fallbacks',
      { de: ['fr', 'fr'], fr: ['fr'], xx: ['en'], 'fr-CA': ['xy', 'fr', 'en'] },
      'fallbacks\\.de\\[1\\]: "fr" is listed twice',
      'fallbacks\\.fr\\[0\\]: "fr" is its own fallback',
      'fallbacks\\.xx: "xx" is neither a language code nor a configured locale',
      'fallbacks\\.fr-CA\\[0\\]: "xy" is neither a language code nor a configured locale',
    ],
  ],
  graphql: [
    [
      'apolloServer',
      { introspection: 'yes', csrfPrevention: 1, allowBatchedHttpRequests: null },
      'apolloServer\\.introspection: expected true or false',
      'apolloServer\\.csrfPrevention: expected true or false',
      'apolloServer\\.allowBatchedHttpRequests: expected true or false',
    ],
  ],
};
const TOKENS: Sections = {
  'api-tokens': [
    [
      'tokens',
      [
        { name: 'x', type: 'custom', secretFrom: 'CONFORMANCE_NOT_SET' },
        { name: 'x', type: 'read-only', secretFrom: 'CONFORMANCE_FULL', actions: ['api::plain.plain.find'] },
      ],
      'tokens\\[0\\]\\.actions: a custom token needs at least one action',
      'CONFORMANCE_NOT_SET: \\(for api-tokens\\.config\\.tokens\\[0\\]\\) is not set',
      'tokens\\[1\\]\\.actions: a read-only token has no actions',
      'tokens\\[1\\]: has the same name as tokens\\[0\\]',
    ],
  ],
};
const ROUTES: Sections = {
  api: [
    [
      'rest',
      {
        types: {
          'api::none.none': {},
          'api::plain.plain': { actions: { fnd: {} } },
          'api::label.label': { only: ['fnd'] },
          'api::tag.tag': { only: ['find'], except: ['delete'] },
        },
      },
      'rest\\.types\\.api::none\\.none: no content type with this name has routes',
      'api::plain\\.plain\\.actions\\.fnd: this type has no "fnd"; did you mean "find"',
      'api::label\\.label\\.only: this type has no "fnd"; did you mean "find"',
      'api::tag\\.tag\\.except: cannot be combined with "only"',
    ],
  ],
};
/** Queries of routes, which are compared with the content types. */
const DEFAULTS: Sections = {
  api: [
    [
      'rest',
      {
        types: {
          'api::plain.plain': { fields: ['nosuch'] },
          'api::label.label': { populate: { absent: true } },
          'api::tag.tag': { fields: ['name'] },
        },
      },
      'config/api → rest\\.types\\.api::plain\\.plain: .*nosuch',
      'config/api → rest\\.types\\.api::label\\.label: .*absent',
    ],
  ],
};
/** Attributes of users, which are compared with the content type. */
const REGISTRATION: Sections = {
  'users-permissions': [
    [
      'register',
      { allowedFields: ['nick', 'role', 'nosuch'] },
      'register\\.allowedFields: users must not set "role" themselves',
      'register\\.allowedFields: a user has no writable attribute "nosuch"; available: nick',
    ],
    ['user', { attributes: { nick: { type: 'string' } } }],
  ],
};

type Config = NonNullable<Deployment['config']>;
const configOf = (mistakes: readonly Mistake[]): object =>
  Object.fromEntries(mistakes.map(([key, value]) => [key, value]));
const mapped = (sections: Sections, work: (config: object) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(sections).map(([name, mistakes]) => [name, work(configOf(mistakes))]));
const inPlugins = (sections: Sections): Config => ({
  plugins: mapped(sections, (config) => ({ enabled: true, config })),
});
const inFiles = (sections: Sections): Config => mapped(sections, (config) => config);
const steps = (all: readonly Mistake[]): Config => ({
  middlewares: ['errors', ...all.map(([name, config]) => ({ name, config }))],
});

const saying = (mistakes: readonly Mistake[]): string =>
  inAnyOrder(mistakes.flatMap(([, , ...lines]) => lines));
const allOf = (sections: Sections): readonly Mistake[] => Object.values(sections).flat();

const refused = (name: string, config: Config, said: string): Case => ({
  ...{ rows: ['quire.config.refused'], name, saying: said },
  refuses: { config },
});

export const quireConfigMistakeCases: readonly Case[] = [
  refused(
    'values',
    { ...inPlugins(PLUGINS), ...inFiles(FILES), ...steps(STEPS), 'plugins.js': MISSING },
    saying([...allOf(PLUGINS), ...allOf(FILES), ...STEPS, MISSING_FOLDER]),
  ),
  refused('values that exclude each other', inPlugins(LATER), saying(allOf(LATER))),
  refused('declared tokens', inPlugins(TOKENS), saying(allOf(TOKENS))),
  refused(
    'options of the local storage',
    { plugins: { upload: { enabled: true, config: { providerOptions: { folder: '' } } } } },
    'folder expected a folder',
  ),
  // An error of the connection has a reason of the driver.
  refused(
    'a file that is no database',
    { database: { client: 'sqlite', filename: 'config/server.json' } },
    'file of the database is damaged: sqlite, config/server.json: file is not a database[^]*restore a backup',
  ),
  refused(
    'a folder as a database',
    { database: { client: 'sqlite', filename: 'config' } },
    'No connection to the database \\(sqlite, config\\): [^]*check that the file is a database',
  ),
  refused(
    'a server that is absent',
    { database: { client: 'mysql', host: '127.0.0.1', port: 1, user: 'editor', database: 'none' } },
    'No connection to the database \\(mysql, editor@127.0.0.1:1/none\\): .*ECONNREFUSED[^]*check that the server runs',
  ),
  refused(
    'a socket that is absent',
    { database: { client: 'mysql', socket: '/none/of.sock', user: 'editor', database: 'none' } },
    'No connection to the database \\(mysql, editor@/none/of.sock/none\\): .*ENOENT',
  ),
  // One mistake is enough to stop the start.
  refused(
    'one middleware',
    { middlewares: ['errors', { name: 'conformance-own', resolve: './absent.js' }] },
    'The middlewares cannot be set up:[^]*absent\\.js',
  ),
  refused('routes of types', inFiles(ROUTES), saying(allOf(ROUTES))),
  refused('fields of new users', inPlugins(REGISTRATION), saying(allOf(REGISTRATION))),
  refused('defaults of routes', inFiles(DEFAULTS), saying(allOf(DEFAULTS))),
];
