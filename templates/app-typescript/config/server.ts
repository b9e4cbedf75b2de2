// The address of the API.
import { defineConfig } from 'quire-cms';

export default defineConfig('server', ({ env }) => ({
  host: env('HOST', '127.0.0.1'),
  port: env.int('PORT', 1337),
}));
