// Where the API listens. Every key: README, "Configuration".

/** @type {(context: { env: import('quire').Env }) => Partial<import('quire').ServerConfig>} */
module.exports = ({ env }) => ({
  host: env('HOST', '127.0.0.1'),
  port: env.int('PORT', 1337),
});
