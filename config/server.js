// The address of the API. docs/configuration.md lists every key.

/** @type {(context: { env: import('quire-cms').Env }) => Partial<import('quire-cms').ServerConfig>} */
module.exports = ({ env }) => ({
  host: env('HOST', '127.0.0.1'),
  port: env.int('PORT', 1337),
});
