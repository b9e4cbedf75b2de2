// A SQLite file, or a server that the environment names.

/** @type {(context: { env: import('quire-cms').Env }) => Partial<import('quire-cms').DatabaseConfig>} */
module.exports = ({ env }) => ({
  client: env('DATABASE_CLIENT', 'sqlite'), // or mysql, postgres
  filename: env('DATABASE_FILENAME', 'data/quire.db'),
  host: env('DATABASE_HOST', '127.0.0.1'),
  port: env.int('DATABASE_PORT'),
  user: env('DATABASE_USER'),
  password: env('DATABASE_PASSWORD', ''), // or DATABASE_PASSWORD_FILE
  database: env('DATABASE_NAME', 'quire'),
});
