// The switches. `false` turns a plugin off; an object gives it configuration, or says where a plugin of your own is.

const OPEN = ['article', 'author', 'category', 'tag'];
const READING = [
  ...OPEN.flatMap((name) => ['find', 'findOne'].map((verb) => `api::${name}.${name}.${verb}`)),
  'plugin::openapi.document.find',
];

/** @type {Record<string, boolean | { enabled?: boolean, resolve?: string, config?: unknown }>} */
module.exports = {
  rest: true,
  openapi: true, // the API's own description: /api/openapi.json, and the page /api/docs
  i18n: { config: { defaultLocale: 'en', locales: ['en', 'fr'] } },
  'draft-and-publish': true,
  'api-tokens': true, // npx quire token create --help
  'users-permissions': {
    config: {
      // Who is not logged in, and who is: a role replaces the public one. Everything else is closed until a role opens it:
      // npx quire role grant --help
      roles: { public: { actions: READING }, authenticated: { actions: READING } },
    },
  },
  // An application's own plugin, by path. It fills an empty database once; remove this line when you have content.
  demo: { resolve: './config/demo', config: { file: './config/demo/content.json' } },
};
