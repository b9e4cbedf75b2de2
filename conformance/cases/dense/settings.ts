// A deployment with settings that do not touch each other: of routes, requests and plugins.
import type { Deployment } from '../case';

const OWN_ACTIONS = ['me', 'updateMe'].map((verb) => `plugin::users-permissions.user.${verb}`);

/** A store of counts without windows. It fails for one address, and gives no count or no time for two others. */
const OWN_STORE = `
  const counts = new Map();
  const at = (key) => ({ count: counts.get(key), resetAt: Date.now() + 60_000 });
  module.exports = ({ fails }) => ({
    add(key) {
      if (key.includes(fails)) throw new Error('a secret of the program');
      counts.set(key, (counts.get(key) ?? 0) + 1);
      if (key.includes('192.0.2.78')) return { count: 'x', resetAt: 1 };
      return key.includes('192.0.2.79') ? { count: 1 } : at(key);
    },
    get: (key) => (counts.has(key) ? at(key) : null),
    remove: (key) => void counts.delete(key),
  });`;

export const SETTINGS: Deployment = {
  files: {
    'own-store.js': OWN_STORE,
    'own-step.js':
      "module.exports = ({ header }) => async (context, next) => { await next(); context.set(header, 'passed'); };",
  },
  config: {
    api: {
      rest: {
        etag: false,
        withCount: false,
        types: {
          'api::plain.plain': {
            path: '/simple',
            fields: ['name', 'mail'],
            populate: { labels: { fields: ['name'] } },
            pageSize: 2,
            actions: { find: { cacheControl: 'public, max-age=5' } },
          },
          'api::label.label': { only: ['find', 'create'] },
          'api::group.group': { except: ['findOne', 'update'] },
          'api::setting.setting': { only: ['find'] },
        },
      },
    },
    middlewares: [
      'errors',
      { name: 'request-id', config: { header: 'X-Trace' } },
      'logger',
      {
        name: 'security',
        config: { headers: { 'x-frame-options': 'DENY', 'Referrer-Policy': false, 'X-Own': 'y' } },
      },
      {
        name: 'cors',
        config: {
          ...{ origin: ['https://a.conform.test', 'https://b.conform.test'], methods: ['GET', 'PUT'] },
          ...{ headers: ['X-Asked'], expose: ['X-Trace'], maxAge: 60 },
        },
      },
      { resolve: './src/own-step', config: { header: 'X-Own-Step' } },
      ...['timeout', 'query', 'body'],
    ],
    server: { proxy: 1 },
    plugins: {
      graphql: {
        enabled: true,
        config: {
          ...{ errorCodePrefix: 'CONFORM_', maxCharacters: 400, maxTokens: 60, maxDirectives: 3 },
          ...{ maxRootFields: 4, persistedQueries: false, apolloServer: { introspection: false } },
        },
      },
      upload: {
        enabled: true,
        config: { alsoAs: ['webp'], placeholder: true, breakpoints: { tiny: 50, small: 100 } },
      },
      'users-permissions': {
        config: {
          jwt: { expiresIn: '2h' },
          ratelimit: { enabled: true, max: 1000, accountMax: 2 },
          register: { allowedFields: ['nick'], role: 'editor' },
          user: { attributes: { nick: { type: 'string' }, rank: { type: 'integer' } } },
          roles: {
            editor: {
              actions: [
                ...['api::plain.plain.find', ...OWN_ACTIONS],
                { action: 'api::peek.peek.find', where: { name: '$user.nick' } },
              ],
            },
          },
        },
      },
      'rate-limit': { config: { store: './src/own-store', storeOptions: { fails: '192.0.2.77' } } },
      'api-tokens': { config: { followMaker: false, ratelimit: { enabled: true, max: 3 } } },
    },
  },
};
