// `quire create app DIR --from-strapi PROJECT`: the files of the application, and the list of what is left to do.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const MAIN = join(__dirname, '..', '..', '..', 'core', 'main.js');
const folder = mkdtempSync(join(tmpdir(), 'quire-from-strapi-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PROJECT = {
  'package.json': '{ "name": "shop", "dependencies": { "@strapi/plugin-graphql": "5.54.0" } }',
  '.env':
    'HOST=0.0.0.0\nJWT_SECRET=in-the-env\nDATABASE_PASSWORD=of-strapi\nURL=https://shop.example\nV4=1\n',
  'config/server.ts': `
    import tasks from './cron-tasks';
    export default ({ env }) => ({
      host: env('HOST', '0.0.0.0'), port: env.int('PORT', 1337), url: env('URL'), proxy: { koa: true },
      app: { keys: env.array('APP_KEYS') }, cron: { enabled: true, tasks },
    });`,
  'config/cron-tasks.ts': "export default { '0 3 * * *': () => {} };",
  'config/database.js': `
    const path = require('path');
    module.exports = ({ env }) => ({ connection: { client: env('DATABASE_CLIENT', 'sqlite'),
      connection: { filename: path.join(__dirname, '..', env('DATABASE_FILENAME', 'data/shop.db')) } } });`,
  'data/shop.db': '',
  'config/api.js':
    "module.exports = { rest: { maxLimit: 250, prefix: 'api' }, responses: { privateAttributes: ['createdAt', 'nick'] } };",
  'config/middlewares.js': `
    module.exports = ({ env }) => ['strapi::errors', { name: 'strapi::cors', config: { origin: ['https://shop.example'] } }, 'global::timing', { name: 'tenant', resolve: './src/middlewares/tenant.js', config: { name: env('TENANT', 'acme') } }, { resolve: 'koa-own' }, 'strapi::public', () => (ctx, next) => next()];`,
  'config/plugins.js': `
    module.exports = ({ env }) => ({
      'users-permissions': { config: { jwtSecret: env('JWT_SECRET'), register: { allowedFields: ['nick'] }, layout: {} } },
      upload: { config: { provider: 'aws-s3', sizeLimit: 5e6, providerOptions: { baseUrl: env('CDN'), s3Options: {
        credentials: { accessKeyId: env('KEY'), secretAccessKey: env('SECRET') }, region: 'eu', params: { Bucket: env('BUCKET') } } } } },
      email: { config: { provider: 'sendgrid', settings: { defaultFrom: "o'neil@example.com" } } },
      graphql: { config: { ...(env('V4') ? { v4CompatibilityMode: true } : {}), ...(env('NOT_SET') ? { depthLimit: 3 } : {}) } },
      sentry: { enabled: true },
      'own-thing': { resolve: './src/plugins/own-thing' },
    });`,
  'src/api/note/content-types/note/schema.json': JSON.stringify({
    kind: 'collectionType',
    collectionName: 'notes',
    info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
    options: { draftAndPublish: true, privateAttributes: ['text'] },
    pluginOptions: { i18n: { localized: true } },
    attributes: { text: { type: 'string' }, file: { type: 'media', multiple: false } },
  }),
  'src/extensions/users-permissions/content-types/user/schema.json': JSON.stringify({
    attributes: { nick: { type: 'string' } },
  }),
  'src/extensions/upload/strapi-server.js': 'module.exports = (plugin) => plugin;',
  'src/plugins/own-thing/index.js': '',
  'src/admin/app.js': '',
};

/** A name for npm. */
const targetOf = (name: string): string => `${name.replace(/\W+/g, '-')}-quire`.replace(/^-+/, '');

function create(
  name: string,
  files: Readonly<Record<string, string>>,
  more: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  prepare: (dir: string) => void = () => {},
) {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  prepare(join(folder, name));
  const args = [
    MAIN,
    'create',
    'app',
    join(folder, targetOf(name)),
    '--from-strapi',
    join(folder, name),
    ...more,
  ];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, ...env },
    timeout: 300_000,
  });
  const read = (path: string): string => readFileSync(join(folder, targetOf(name), path), 'utf8');
  return { status, stdout, stderr, read };
}

it('writes an application that starts, with a reason for each setting', () => {
  const { status, stdout, read } = create('shop', PROJECT);
  expect([status, stdout]).toEqual([
    0,
    expect.stringContaining('quire import-strapi ../shop/data/shop.db --dry-run'),
  ]);
  expect(stdout).not.toContain('does not start yet');
  const server = read('config/server.js');
  expect(server).toContain("host: env('HOST', '0.0.0.0'), // as in Strapi");
  expect(server).toContain("url: env('URL'), // as in Strapi");
  expect(server).toContain('proxy: 1, // Strapi trusted every proxy');
  expect(read('config/api.js')).toContain('maxLimit: 250, // as in Strapi');
  expect(read('config/middlewares.js')).toContain(
    "{ name: 'cors', config: { origin: ['https://shop.example'], credentials: true } }",
  );
  expect(read('config/middlewares.js')).toContain("{ name: 'body', config: { file: 5000000 } }");
  expect(read('config/middlewares.js')).toMatch(
    /\{ resolve: 'global::timing' \},\s*\{ resolve: 'global::tenant', config: \{ name: env\('TENANT', 'acme'\) \} \}/,
  );
  const plugins = read('config/plugins.js');
  for (const line of [
    "dir: '../shop', // runs the code of the project",
    "'draft-and-publish': true, // Strapi always has it: answers show publishedAt",
    'i18n: true, // a schema file is localized',
    "allowedFields: ['nick'], // as in Strapi",
    "provider: 's3', // install",
    "bucket: env('BUCKET'), // params.Bucket of Strapi",
    "s3Options: { credentials: { accessKeyId: env('KEY'), secretAccessKey: env('SECRET') }, region: 'eu' }",
    "defaultFrom: 'o\\'neil@example.com'",
    'v4CompatibilityMode: true, // as in Strapi',
    'jobs: true, // the project has cron tasks',
  ])
    expect(plugins).toContain(line);
  expect(plugins).not.toMatch(/depthLimit|jwtSecret|layout/);
  expect(read('.env')).toBe('HOST=0.0.0.0\nJWT_SECRET=in-the-env\nURL=https://shop.example\nV4=1\n');
  expect(read('MOVE.md')).toContain(
    'Production refuses `JWT_SECRET`: the secret has 10 characters, fewer than 32.',
  );
  const list = read('MOVE.md');
  for (const line of [
    '`config/server: app`',
    "`config/api: rest.prefix`: Quire does not take 'api'",
    '`config/middlewares: koa-own`',
    "`config/plugins: email.provider`: write a provider for 'sendgrid'",
    '`config/plugins: sentry`: tap request.error',
    '`config/plugins: own-thing`',
    'src/plugins/own-thing: write it as a plugin',
    'src/extensions/upload: move the changes',
    'src/admin',
  ])
    expect(list).toContain(line);
  expect(list).not.toMatch(/of-strapi|config\/database\.conn|next\(/);
  expect(existsSync(join(folder, 'shop-quire/src/plugins'))).toBe(false);
  const note = JSON.parse(read('src/api/note/content-types/note/schema.json'));
  expect(note).toMatchObject({ options: { privateAttributes: ['text', 'createdAt', 'nick'] } });
  const user = JSON.parse(read('src/extensions/users-permissions/content-types/user/schema.json'));
  expect(user.options).toEqual({ privateAttributes: ['nick'] });
});

it('lists what startup refuses, and keeps a secret out of the configuration', () => {
  const { status, stdout, read } = create('live', {
    'config/server.js': "throw new Error('no server');",
    'config/plugins.js':
      "module.exports = { 'users-permissions': { config: { jwtSecret: 'written-in-the-file' } } };",
    'src/index.js': "module.exports = { io: strapi.io.on('connection', () => {}) };",
  });
  expect([status, stdout]).toEqual([0, expect.stringContaining('does not start yet')]);
  expect(read('MOVE.md')).toContain('config/server.js: cannot be loaded: no server');
  expect(read('MOVE.md')).toMatch(
    /## Startup stops[\s\S]*src\/index\.js:1: strapi\.io is out of reach[\s\S]*config\/server.*: no server/,
  );
  expect(read('config/plugins.js')).not.toContain('written-in-the-file');
  expect(read('.env')).toContain('JWT_SECRET="written-in-the-file"');
});

const SECRETS: Readonly<Record<string, string>> = {
  'config/plugins.js': `
    const key = process.env.SENDING_KEY;
    module.exports = {
      email: { config: { provider: 'nodemailer', providerOptions: { auth: { user: 'me', pass: process.env.SMTP_PASS, key, both: 'x-' + key,
        list: (process.env.LIST_OF_KEYS || '').split(','), encoded: Buffer.from(key || '').toString('base64') } } } },
    };`,
  'config/server.ts':
    "export default { host: process.env.OWN_HOST || '127.0.0.2', port: Number(process.env.OWN_PORT) || 1400 };",
  'src/readme': '',
};

it('writes no value of process.env', () => {
  const env = '# DATABASE_OLD=a-commented-one\nSMTP_PASS=pass-of-env-file\n';
  const { status, stderr, read } = create('secrets', { ...SECRETS, '.env': env }, [], {
    SENDING_KEY: 'key-of-the-shell',
    LIST_OF_KEYS: 'first-key,second-key',
    OWN_HOST: '127.0.0.3',
    OWN_PORT: '1500',
  });
  expect([status, stderr]).toEqual([0, '']);
  const plugins = read('config/plugins.js');
  expect(plugins).toContain(
    "user: 'me', pass: env('SMTP_PASS'), key: env('SENDING_KEY'), both: 'x-undefined'",
  );
  const server = read('config/server.js');
  expect(server).toContain("host: env('OWN_HOST', '127.0.0.2'), //");
  expect(server).toContain('port: 1400, //');
  const list = read('MOVE.md');
  for (const key of ['both', 'list', 'encoded'])
    expect(list).toContain(`\`config/plugins.email.config.providerOptions.auth.${key}\`: its value depends`);
  expect(list).toContain('`config/server.port`: its value depends on the environment');
  for (const text of [plugins, list, server])
    expect(text).not.toMatch(/key-of-the-shell|pass-of-env-file|first-key|a2V5LW9m|127\.0\.0\.3|1500/);
  expect(read('.env')).toBe('SMTP_PASS=pass-of-env-file\n');
  expect(statSync(join(folder, 'secrets-quire/.env')).mode & 0o777).toBe(0o600);
});

it('keeps plugins disabled, origins listed, and assignments whole', () => {
  const { status, stdout, read } = create('closed', {
    'package.json': '{ "dependencies": { "@strapi/plugin-graphql": "5.54.0" } }',
    '.env':
      'export JWT_SECRET=old\nDATABASE_CA="first\nSECOND=line\n"\n  # DATABASE_URL=postgres://u:p@h/x\nKEPT="a\nb"\n',
    'config/plugins.js': `module.exports = ({ env }) => ({ graphql: false, upload: { enabled: false, config: { provider: 'aws-s3' } },
      email: { enabled: env.bool('MAIL', false), config: { settings: { defaultFrom: 'a@example.com' } } }, sentry: { enabled: false },
      'users-permissions': { config: { jwtSecret: 'of-the-file' } } });`,
    'config/middlewares.js':
      "module.exports = ({ env }) => [{ name: 'strapi::cors', config: { origin: env.array('ORIGINS', ['*']), maxAge: 5, headers: () => [] } }];",
    'config/cron-tasks.js': "module.exports = { '0 3 * * *': () => {} };",
    'src/api/note/content-types/note/schema.json': PROJECT['src/api/note/content-types/note/schema.json'],
    'src/index.js': `
      const { writeFileSync } = require('fs');
      setInterval(() => {}, 1000);
      module.exports = { destroy() { writeFileSync(${JSON.stringify(join(folder, 'destroyed'))}, ''); } };`,
  });
  expect([status, stdout]).toEqual([0, expect.not.stringContaining('does not start yet')]);
  const plugins = read('config/plugins.js');
  expect(plugins).toContain('graphql: false, // as in Strapi');
  expect(plugins).toContain('upload: false, // as in Strapi');
  expect(plugins).toContain("enabled: env.bool('MAIL', false), // as in Strapi");
  expect(plugins).not.toMatch(/s3|jobs/);
  expect(read('config/middlewares.js')).toContain(
    "config: { origin: env.array('ORIGINS'), credentials: env.array('ORIGINS') !== undefined, maxAge: 5 } }",
  );
  expect(read('MOVE.md')).toContain('`config/middlewares: cors: headers`: Quire takes a list, no function');
  expect(read('MOVE.md')).not.toContain('sentry');
  expect(read('.env')).toBe('KEPT="a\nb"\nJWT_SECRET="of-the-file"\n');
  expect(existsSync(join(folder, 'destroyed'))).toBe(false);
});

it.each([
  [
    "'https://a.example, https://b.example'",
    "origin: ['https://a.example', 'https://b.example'], credentials: true",
  ],
  ["env('ONE', 'https://a.example')", "origin: env.array('ONE', ['https://a.example']), credentials: true"],
  [
    "env.array('TWO', ['https://a.example'])",
    "origin: env.array('TWO', ['https://a.example']), credentials: true",
  ],
  [
    "env('THREE', '*'), credentials: false",
    "origin: env.array('THREE'), credentials: env.array('THREE') !== undefined && false",
  ],
])('writes the origins %s as a list', (origin, written) => {
  const name = `cors-${written.length}-${origin.length}`;
  const config = `module.exports = ({ env }) => [{ name: 'strapi::cors', config: { origin: ${origin} } }];`;
  expect(
    create(name, { 'config/middlewares.js': config, 'src/readme': '' }).read('config/middlewares.js'),
  ).toContain(written);
});

it('lists settings without a text, and files without a copy', () => {
  const { status, stdout, read } = create(
    "it's a shop",
    {
      '.env': 'BUCKET=b\n',
      'config/plugins.js': `module.exports = ({ env }) => ({ upload: { config: { provider: 'aws-s3', providerOptions: { s3Options: {
      requestHandler: new (class Handler {})(), credentials: () => 1, region: env('REGION', 'eu'),
      params: { Bucket: env('BUCKET'), ACL: 'private', signedUrlExpires: 600, StorageClass: 'X' } } } } },
      email: { config: { provider: env('MAILER'), settings: { defaultFrom: () => 1 } } } });`,
      'shared.json': '{}',
      'src/components/.keep': '',
      'public/uploads/.keep': '',
    },
    [],
    {},
    (dir) => symlinkSync(join(dir, 'shared.json'), join(dir, 'src/components/shared.json')),
  );
  expect(status).toBe(0);
  expect(stdout).toContain(
    "import-strapi '../it'\\''s a shop/.tmp/data.db' --files '../it'\\''s a shop/public/uploads'",
  );
  const plugins = read('config/plugins.js');
  expect(plugins).toContain('private: true, // params.ACL');
  expect(plugins).toContain('signedUrlExpires: 600, // as in Strapi');
  expect(plugins).toContain("s3Options: { region: env('REGION', 'eu') }, // as in Strapi");
  expect(plugins).not.toContain('undefined');
  const list = read('MOVE.md');
  for (const line of [
    '`config/plugins: upload.providerOptions.s3Options.requestHandler`: code is not copied',
    '`config/plugins: upload.providerOptions.s3Options.credentials`: code is not copied',
    '`config/plugins: upload.providerOptions.params.StorageClass`',
    '`config/plugins: email.provider`: a variable names the provider',
    '`config/plugins: email.settings.defaultFrom`: code is not copied',
    'src/components/shared.json: a symbolic link',
    '`.env` has no `JWT_SECRET`',
  ])
    expect(list).toContain(line);
});

it('refuses a project of Strapi 4, and a folder in the project', () => {
  const four = {
    'package.json': '{ "dependencies": { "@strapi/strapi": "^4.25.1" } }',
    'src/a': '',
    'config/a': '',
  };
  expect(create('four', four)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is a project of Strapi ^4.25.1. Upgrade it to Strapi 5 first'),
  });
  expect(create('.', { 'src/a': '', 'config/a': '' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is in the project. Choose a folder beside it'),
  });
});

it('refuses a folder without a project, and --ts', () => {
  expect(create('empty', { 'readme.md': '' })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is no Strapi project: it has no folder src, and no folder config'),
  });
  expect(create('typed', PROJECT, ['--ts'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('leave out --ts'),
  });
});
