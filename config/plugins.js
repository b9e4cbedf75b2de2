// The plugins. `false` disables a plugin. An object configures it, or names the file of your own plugin.

const OPEN = ['article', 'author', 'category', 'tag'];
const READING = [
  ...OPEN.flatMap((name) => ['find', 'findOne'].map((verb) => `api::${name}.${name}.${verb}`)),
  'plugin::openapi.document.find',
  'plugin::upload.content-api.find',
  'plugin::upload.content-api.findOne',
];

/** @type {Record<string, boolean | { enabled?: boolean, resolve?: string, config?: unknown }>} */
module.exports = {
  rest: true,
  admin: true, // the editor in the browser: /admin
  openapi: true, // /api/openapi.json and the page /api/docs
  graphql: true, // the same content over GraphQL, with a page to try it: /graphql
  i18n: { config: { defaultLocale: 'en', locales: ['en', 'fr'] } },
  'draft-and-publish': true,
  upload: true, // files, and smaller versions of images
  'api-tokens': true, // npx quire token create --help
  'users-permissions': {
    config: {
      // `public` is for anonymous requests. The role of a user replaces it. Grant more with: npx quire role grant --help
      roles: { public: { actions: READING }, authenticated: { actions: READING } },
    },
  },
};
