import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKernel, type Kernel } from '../../../core';
import { testDatabases } from '../../../core/testing';
import { createTestDatabase } from '../../../core/testing/databases';
import { API_TOKENS } from '../index';
import { CONTENT_TYPES, createTokenApp } from './token-app';

const SECRET = 'a1'.repeat(32);
const OTHER = 'b2'.repeat(32);
const SITE = {
  name: 'site',
  type: 'custom',
  actions: ['api::article.article.find'],
  secretFrom: 'SITE_TOKEN',
};

const statusOf = async (tokens: unknown, env: Record<string, string>, secret = SECRET): Promise<number[]> => {
  const { app, get } = await createTokenApp({ tokens: { tokens }, env });
  try {
    return [(await get('/api/articles', secret)).status, (await get('/api/authors', secret)).status];
  } finally {
    await app.close();
  }
};

describe('a declared token', () => {
  it('takes its secret from the environment and has the listed permissions', async () => {
    expect(await statusOf([SITE], { SITE_TOKEN: SECRET })).toEqual([200, 403]);
  });

  it('takes its secret from the file that X_FILE names', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quire-secret-'));
    writeFileSync(join(folder, 'site'), `${SECRET}\n`);
    expect(await statusOf([SITE], { SITE_TOKEN_FILE: join(folder, 'site') })).toEqual([200, 403]);
    rmSync(folder, { recursive: true });
  });

  it('cannot be changed over HTTP', async () => {
    const { app, make, send } = await createTokenApp({
      tokens: { tokens: [SITE] },
      env: { SITE_TOKEN: SECRET },
    });
    const { accessKey } = await make({});
    const [site] = await app.kernel.container.resolve(API_TOKENS).list();
    expect(site).toMatchObject({ name: 'site', declared: true });
    for (const [method, path] of [
      ['delete', `/api/api-tokens/${site?.documentId}`],
      ['post', `/api/api-tokens/${site?.documentId}/actions/regenerate`],
    ] as const) {
      const answer = await send(method, path, accessKey);
      expect(answer.status).toBe(400);
      expect(answer.body.error?.message).toContain('declared in the configuration');
    }
    await app.close();
  });

  it.each<[string, unknown[], Record<string, string>, string[]]>([
    ['no variable', [SITE], {}, ['environment → SITE_TOKEN', 'is not set', 'openssl rand -hex 32']],
    ['an absent file', [SITE], { SITE_TOKEN_FILE: '/nowhere/x' }, ['cannot read /nowhere/x']],
    ['a short secret', [SITE], { SITE_TOKEN: 'abc' }, ['environment → SITE_TOKEN', '32 to 512']],
    ['a secret that looks signed', [SITE], { SITE_TOKEN: `${SECRET}.${SECRET}` }, ['32 to 512']],
    [
      'an unknown action',
      [{ ...SITE, actions: ['api::article.article.fnd'] }],
      { SITE_TOKEN: SECRET },
      ['tokens[0].actions[0]', 'did you mean "api::article.article.find"?'],
    ],
    ['no actions', [{ ...SITE, actions: [] }], { SITE_TOKEN: SECRET }, ['at least one action']],
    [
      'the same name twice',
      [SITE, { ...SITE, secretFrom: 'B' }],
      { SITE_TOKEN: SECRET, B: OTHER },
      ['same name as tokens[0]'],
    ],
    [
      'the same secret twice',
      [SITE, { ...SITE, name: 'b' }],
      { SITE_TOKEN: SECRET },
      ['same secret as tokens[0]'],
    ],
    [
      'a secret in the place of the variable',
      [{ ...SITE, secretFrom: '0-secret' }],
      {},
      ['the name of an environment variable'],
    ],
  ])('stops startup: %s', async (_what, tokens, env, parts) => {
    const start = createTokenApp({ tokens: { tokens }, env });
    for (const part of parts) await expect(start).rejects.toThrow(part);
    await expect(start).rejects.not.toThrow(SECRET);
  });

  it('only warns about an action of a disabled plugin', async () => {
    const actions = [
      'plugin::shop.order.find',
      'plugin::upload.content-api.find',
      'api::article.article.publish',
    ];
    const { app } = await createTokenApp({
      tokens: { tokens: [{ ...SITE, actions: [...SITE.actions, ...actions] }] },
      env: { SITE_TOKEN: SECRET },
      others: { shop: false },
    });
    for (const action of actions) expect(JSON.stringify(app.logs)).toContain(action);
    await app.close();
  });
});

describe.each(testDatabases())('at the next startup on %s', (database) => {
  it('changes, renews and deletes declared tokens, and keeps tokens created at runtime', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'quire-declared-'));
    const created = await createTestDatabase(database);
    const start = async (tokens: unknown[], env: Record<string, string>): Promise<Kernel> => {
      const kernel = await createKernel({
        dir,
        env: { NODE_ENV: 'test', ...env },
        overrides: {
          database: { ...created.config },
          server: { logs: { level: 'silent' } },
          plugins: { 'api-tokens': { config: { tokens } } },
        },
        plugins: [
          {
            name: 'things',
            register: ({ hooks }) =>
              hooks.schema.collect((collector) => {
                for (const [uid, type] of Object.entries(CONTENT_TYPES)) collector.addContentType(uid, type);
              }),
          },
        ],
      });
      await kernel.start();
      return kernel;
    };
    const reader = { name: 'site', type: 'read-only', secretFrom: 'SITE_TOKEN' };

    const first = await start([reader], { SITE_TOKEN: SECRET });
    await first.container.resolve(API_TOKENS).create({ name: 'made', type: 'read-only' });
    const [before] = await first.container.resolve(API_TOKENS).list();
    await first.stop();

    const same = await start([reader], { SITE_TOKEN: SECRET });
    expect((await same.container.resolve(API_TOKENS).list())[0]).toEqual(before);
    await same.stop();

    const second = await start([{ ...reader, type: 'full-access' }], { SITE_TOKEN: OTHER });
    const [after] = await second.container.resolve(API_TOKENS).list();
    expect(after).toMatchObject({ documentId: before?.documentId, type: 'full-access' });
    await second.stop();

    await expect(start([{ ...reader, name: 'made' }], { SITE_TOKEN: SECRET })).rejects.toThrow(
      'the token "made" was created at runtime',
    );

    const third = await start([], {});
    expect((await third.container.resolve(API_TOKENS).list()).map(({ name }) => name)).toEqual(['made']);
    await third.stop();
    await created.drop();
    rmSync(dir, { recursive: true, force: true });
  });
});
