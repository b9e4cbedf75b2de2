// The switches. `false` turns a plugin off; an object gives it configuration, or says where a plugin of your own is.

const READING = ['find', 'findOne'];
const OPEN = ['article', 'author', 'category', 'tag'];

/** @type {Record<string, boolean | { enabled?: boolean, resolve?: string, config?: unknown }>} */
module.exports = {
  rest: true,
  openapi: true, // the API's own description: /api/openapi.json, and the page /api/docs
  i18n: { config: { defaultLocale: 'en', locales: ['en', 'fr'] } },
  'draft-and-publish': true,
  'api-tokens': true, // npx quire token create --help
  'users-permissions': {
    config: {
      // Who is not logged in. Everything else is closed until a role opens it: npx quire role grant --help
      roles: {
        public: { actions: OPEN.flatMap((name) => READING.map((verb) => `api::${name}.${name}.${verb}`)) },
      },
    },
  },
  // An application's own plugin, by path. It fills an empty database once; remove this line when you have content.
  demo: { resolve: './config/demo', config: { file: './config/demo/content.json' } },
};
