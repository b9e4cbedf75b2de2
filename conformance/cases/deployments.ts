// Deployments with other options, which several files of cases share. A start costs about a second, so options that do not touch each other share one.
import type { Deployment } from './case';

/** Limits of lists in REST and in GraphQL; the reader of queries is strict. */
export const LIST_LIMITS: Deployment = {
  config: {
    api: { rest: { defaultLimit: 3, maxLimit: 4, strictParams: true } },
    plugins: {
      graphql: { enabled: true, config: { defaultLimit: 2, maxLimit: 3, v4CompatibilityMode: true } },
    },
  },
};

/**
 * Few conditions in one query, and twelve levels over GraphQL. An answer with more than 25 rows is sent in pieces, and each piece has at
 * most 25.
 */
export const FEW_AT_ONCE: Deployment = {
  config: {
    api: { limits: { maxRows: 25, conditions: 4 } },
    plugins: { graphql: { config: { depthLimit: 12 } } },
  },
};

/** A secret that cases know. They sign tokens with it. */
export const SECRET = 'conformance signs tokens with these words';

/** Bytes of one answer of `LIMITED`. */
export const MOST_BYTES = 60_000;
/** Low limits of GraphQL, no page, and batches. Cases sign tokens of users. */
export const LIMITED: Deployment = {
  config: {
    api: { limits: { answerBytes: MOST_BYTES } },
    plugins: {
      graphql: {
        enabled: true,
        config: {
          ...{ depthLimit: 3, amountLimit: 3, landingPage: false },
          apolloServer: { allowBatchedHttpRequests: true, cache: 'bounded' },
        },
      },
      'users-permissions': { config: { jwtSecret: SECRET } },
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

/**
 * Sessions with refresh tokens, fallbacks of locales, tokens that cases sign, few documents over GraphQL, and options of uploads. One
 * fallback is that of a language that is no locale yet.
 */
export const OTHER_OPTIONS: Deployment = {
  config: {
    plugins: {
      graphql: { enabled: true, config: { amountLimit: 3, nodeLimit: 20 } },
      'users-permissions': { config: { jwtManagement: 'refresh', jwtSecret: SECRET } },
      i18n: {
        config: { strictLocaleFields: false, fallbacks: { de: ['fr', 'en'], fr: ['en'], nl: ['en'] } },
      },
      upload: {
        enabled: true,
        config: {
          ...{
            protectUsed: true,
            onDemand: true,
            maxPixels: 500_000,
            maxAge: 60,
            linkWithoutPermission: true,
          },
          ...{ allow: ['image/*', 'text/plain'], deny: ['image/bmp'], alsoAs: ['webp'] },
          presets: {
            card: { width: 40, height: 40, fit: 'cover', format: 'png' },
            boxed: { width: 50, height: 60, fit: 'contain', format: 'png' },
            wide: { width: 100, format: 'png' },
            tall: { height: 30, fit: 'cover' },
            own: { width: 30 },
            crop: { width: 40, height: 40, fit: 'cover', format: 'webp' },
            poor: { width: 150, format: 'jpeg', quality: 1 },
            rich: { width: 150, format: 'jpeg', quality: 100 },
          },
        },
      },
    },
    middlewares: [
      ...['errors', 'request-id', 'logger', 'security', 'cors', 'timeout', 'query'],
      { name: 'body', config: { file: 20_000, request: 30_000, files: 3, fields: 2_000 } },
    ],
  },
};

/** A route shows the mails. */
const SHOWS_MAILS = `(_extension, app) => {
    const { readdirSync, readFileSync } = require('node:fs');
    const folder = require('node:path').join(app.dir, 'data', 'mails');
    app.routes.add({ method: 'GET', path: '/api/conformance/mails', action: null, summary: 'Mails', policies: [],
      handler: () => ({ json: { mails: readdirSync(folder).sort().map((name) => readFileSync(folder + '/' + name, 'utf8')) } }) });
  }`;

/** Users confirm their addresses, and a refresh token works once. */
export const MAILED: Deployment = {
  config: {
    plugins: {
      'users-permissions': {
        config: {
          jwtManagement: 'refresh',
          sessions: { refreshGrace: 0 },
          register: { emailConfirmation: true },
        },
      },
    },
  },
  extension: SHOWS_MAILS,
};

/** Seconds until an access token of `SHORT_LIVED` expires. */
export const ACCESS_LIFESPAN = 5;
/** Seconds until a code in a mail of `SHORT_LIVED` expires. */
export const CODE_LIFESPAN = 4;
/** Seconds until every session of `SHORT_LIVED` ends. */
export const SESSION_LIFESPAN = 9;
/** Sessions with refresh tokens. Sessions, access tokens and codes in mails expire soon. */
export const SHORT_LIVED: Deployment = {
  alone: true,
  config: {
    plugins: {
      'users-permissions': {
        config: {
          jwtManagement: 'refresh',
          sessions: { accessTokenLifespan: ACCESS_LIFESPAN, maxRefreshTokenLifespan: SESSION_LIFESPAN },
          resetCodeLifespan: CODE_LIFESPAN,
        },
      },
    },
  },
  extension: SHOWS_MAILS,
};
