// The address of the API.

/** @type {(context: { env: import('quire-cms').Env }) => Partial<import('quire-cms').ServerConfig>} */
module.exports = ({ env }) => ({
  host: env('HOST', '127.0.0.1'),
  port: env.int('PORT', 1337),
});
