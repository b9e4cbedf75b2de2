// A SQLite file, or a server that the environment names.
import { defineConfig } from 'quire-cms';

const CLIENTS = ['sqlite', 'mysql', 'postgres'] as const;

export default defineConfig('database', ({ env }) => ({
  client: CLIENTS.find((client) => client === env('DATABASE_CLIENT')) ?? 'sqlite',
  filename: env('DATABASE_FILENAME', 'data/quire.db'),
  host: env('DATABASE_HOST', '127.0.0.1'),
  port: env.int('DATABASE_PORT'),
  user: env('DATABASE_USER'),
  password: env('DATABASE_PASSWORD', ''), // or DATABASE_PASSWORD_FILE
  database: env('DATABASE_NAME', 'quire'),
}));
