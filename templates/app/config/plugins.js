// The plugins. `true` enables a plugin, `false` disables it. An object configures it.

/** @type {(context: { env: import('quire-cms').Env }) => import('quire-cms').ConfigSettings<'plugins'>} */
module.exports = ({ env }) => ({
  rest: true,
  openapi: true, // /api/openapi.json and, in development, the page /api/docs
  'draft-and-publish': true,
  'api-tokens': true, // npx quire token create --help
  'users-permissions': {
    config: {
      // `public` is for requests without a user. Grant more with: npx quire role grant --help
      roles: {
        public: {
          actions: [
            'api::article.article.find',
            'api::article.article.findOne',
            // The page /api/docs reads the document of the API.
            ...(env('NODE_ENV', 'development') === 'development' ? ['plugin::openapi.document.find'] : []),
          ],
        },
      },
    },
  },
});
