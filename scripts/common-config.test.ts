// Two processes on one database whose configuration differs in all that the core and the built-in plugins must have in common.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createKernel } from '../core';
import { createTestApp, type TestApp, testDatabases } from '../core/testing';

const ACTION = 'plugin::users-permissions.user.me';
const ROLES = { editor: { actions: ['plugin::users-permissions.user.me'] } };
const SECRETS = {
  TOKEN: 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6',
  HOOK: 'hook-secret-of-the-first-process',
  JWT_SECRET: 'k3-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK',
};
const OTHER_SECRETS = {
  TOKEN: 'b1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6',
  HOOK: 'hook-secret-of-the-other-process',
  JWT_SECRET: 'm7-9vQ2mX7cR4tY8wZ1aB6nL5pD0sF2gH3jK',
};

const plugins = (word: string, changed: Readonly<Record<string, object>> = {}) => {
  const configs: Readonly<Record<string, object>> = {
    rest: {},
    'rate-limit': { store: 'memory' },
    'users-permissions': {},
    'api-tokens': { tokens: [{ name: 'shop', type: 'full-access', secretFrom: 'TOKEN' }] },
    jobs: {},
    webhooks: {
      webhooks: [{ name: 'shop', url: 'https://example.com/hook', events: ['create'], secretFrom: 'HOOK' }],
    },
    audit: { secret: `audit secret of the ${word}` },
    i18n: { locales: ['en', 'de'], defaultLocale: 'en' },
    'two-factor': { secret: `two-factor secret of the ${word}, 32 characters` },
    upload: {},
  };
  return Object.fromEntries(
    Object.entries(configs).map(([name, config]) => [name, { config: { ...config, ...changed[name] } }]),
  );
};

const CHANGED = {
  'rate-limit': { store: 'database' },
  'users-permissions': { jwtManagement: 'refresh', roles: ROLES },
  jobs: { timeZone: 'Europe/Berlin' },
  i18n: { defaultLocale: 'de' },
};

describe.each(testDatabases())('common configuration on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ database, env: SECRETS, config: { plugins: plugins('first') } });
  });
  afterAll(() => app?.close());

  async function warningsOf(
    overrides: object,
    env: object,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const lines: Record<string, unknown>[] = [];
    const kernel = await createKernel({
      dir: app.dir,
      env: { NODE_ENV: 'test', ...env },
      overrides: { database: app.kernel.config.database, ...overrides } as never,
      writeLog: (line) => lines.push(JSON.parse(line)),
    });
    try {
      await kernel.start();
    } finally {
      await kernel.stop();
    }
    return lines.filter(({ own }) => own !== undefined);
  }

  it('every part that differs is a warning, and no secret is in the log', async () => {
    const overrides = {
      plugins: plugins('other', CHANGED),
      server: { bus: 'process' },
      api: { cache: { bytes: 1_000_000 } },
      database: { ...app.kernel.config.database, exclusive: database !== 'sqlite' },
    };
    const warnings = await warningsOf(overrides, OTHER_SECRETS);
    const onServers = database === 'sqlite' ? [] : ['api.cache', 'database.exclusive'];
    expect(warnings.map(({ name }) => name).sort()).toEqual(
      [
        ...onServers,
        'api-tokens.config.tokens',
        'audit.config.secret',
        'i18n.config.defaultLocale',
        'jobs.config.timeZone',
        'rate-limit.config.store',
        'server.bus',
        'two-factor.config.secret',
        'users-permissions.config.jwtManagement',
        'users-permissions.config.jwtSecret',
        'users-permissions.config.roles',
        'webhooks.config.webhooks',
      ].sort(),
    );
    const known = app.kernel.commonConfig.names();
    expect(warnings.every(({ name }) => known.includes(String(name)))).toBe(true);
    const text = JSON.stringify(warnings);
    for (const secret of [...Object.values(SECRETS), ...Object.values(OTHER_SECRETS), 'secret of the'])
      expect(text).not.toContain(secret);
  });

  it('a command in a shell with another bus prints the warning', async () => {
    const { database: settings } = app.kernel.config;
    const files = {
      'config/database.json': JSON.stringify(settings),
      'config/plugins.json': JSON.stringify(plugins('first')),
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(app.dir, name)), { recursive: true });
      writeFileSync(join(app.dir, name), text);
    }
    const run = (bus: string) => {
      writeFileSync(join(app.dir, 'config/server.json'), JSON.stringify({ bus }));
      return spawnSync(
        process.execPath,
        [join(__dirname, '../core/main.js'), 'role', 'grant', 'public', ACTION],
        { cwd: app.dir, encoding: 'utf8', env: { PATH: process.env.PATH, ...SECRETS } },
      );
    };
    expect(run('table')).toMatchObject({ status: 0, stderr: '' });
    const { status, stderr } = run('process');
    expect([status, stderr]).toEqual([
      0,
      expect.stringMatching(/^Warning: Two processes on this database differ in `server\.bus`: .*\n$/),
    ]);
  });
});
