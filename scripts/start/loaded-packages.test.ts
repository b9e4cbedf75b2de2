// A start of every plugin loads no package or file that its first answer does not need.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ENV, folder, removeFolders } from '../../core/kernel/cli/testing-command-line';

const KERNEL = join(__dirname, '..', '..', 'core', 'create-kernel.js');
const PLUGINS = {
  rest: true,
  graphql: true,
  openapi: true,
  'draft-and-publish': true,
  i18n: { config: { locales: ['en', 'fr'] } },
  'users-permissions': {
    config: { jwtSecret: 's'.repeat(40), roles: { public: { actions: ['api::thing.thing.find'] } } },
  },
  'api-tokens': true,
  email: { config: { provider: 'file' } },
  upload: true,
  'rate-limit': true,
};
/** Prints the status of a list, and the names of the loaded files. */
const SERVE = `
  const { createKernel } = require(process.argv[1]);
  (async () => {
    const overrides = { server: { port: 0, anonymous: 'full', logs: { level: 'error' } } };
    const kernel = await createKernel({ dir: process.argv[2], overrides });
    await kernel.listen();
    const { status } = await fetch(kernel.server.url + '/api/things');
    console.log(JSON.stringify({ status, files: Object.keys(require.cache) }));
    await kernel.stop();
  })();`;

/** Each loaded with the first request, file, mail, token or write that needs it. */
const LATER = [
  'node_modules/formidable/',
  'node_modules/graphql/',
  'node_modules/jsonwebtoken/',
  'node_modules/knex/',
  'node_modules/koa/',
  'node_modules/lodash/',
  'node_modules/magic-bytes.js/',
  'node_modules/mime-types/',
  'node_modules/mysql2/',
  'node_modules/nodemailer/',
  'node_modules/objection/',
  'node_modules/pg/',
  'node_modules/reflect-metadata/',
  'node_modules/sharp/',
  'node_modules/tsyringe/',
  'node_modules/ws/',
  'core/content/migrate/migrate.js',
  'core/content/documents/writes.js',
  'plugins/openapi/document.js',
];

/** Of plugins that are disabled. */
const OF_OTHERS = [
  'node_modules/@opentelemetry/',
  'node_modules/@simplewebauthn/',
  'node_modules/croner/',
  'node_modules/ioredis/',
  'node_modules/openid-client/',
  'node_modules/prom-client/',
  'plugins/admin/',
  'plugins/history/',
  'plugins/jobs/',
  'plugins/metrics/',
  'plugins/strapi/',
  'plugins/tracing/',
];

afterAll(removeFolders);

const serve = (dir: string): { status: number; files: string[] } =>
  JSON.parse(execFileSync(process.execPath, ['-e', SERVE, KERNEL, dir], { env: ENV, encoding: 'utf8' }));

test('disabled plugins load no package and no file', () => {
  const { status, files } = serve(folder({ 'config/plugins.json': JSON.stringify({ rest: true }) }));
  expect(status).toBe(200);
  expect(OF_OTHERS.filter((part) => files.some((file) => file.includes(part)))).toEqual([]);
});

test('the first answer of every plugin loads only what it needs', () => {
  const dir = folder({ 'config/plugins.json': JSON.stringify(PLUGINS) });
  const loaded = (files: readonly string[]): string[] =>
    LATER.filter((part) => files.some((file) => file.includes(part)));
  // The first start makes the tables, and the rows of plugins.
  const first = serve(dir);
  expect(first.status).toBe(200);
  expect(loaded(first.files)).toEqual([
    'core/content/migrate/migrate.js',
    'core/content/documents/writes.js',
  ]);
  const { status, files } = serve(dir);
  expect(status).toBe(200);
  expect(files.some((file) => file.includes('node_modules/better-sqlite3/'))).toBe(true);
  expect(loaded(files)).toEqual([]);
});
