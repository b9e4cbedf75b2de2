// Where the API listens. Every key: README, "Configuration".

/** @type {(context: { env: import('quire').Env }) => Partial<import('quire').ServerConfig>} */
module.exports = ({ env }) => ({
  host: env('HOST', '127.0.0.1'),
  port: env.int('PORT', 1337),

  // Nobody has to log in while developing. In production nothing is open until somebody says so.
  anonymous: env('ANONYMOUS', env('NODE_ENV', 'development') === 'development' ? 'full' : 'none'),
});
