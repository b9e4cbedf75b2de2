// A second process on the same database: what one process revokes, the other refuses. The caches keep everything for five minutes, so only
// a message of the first process can be the reason.
import { setTimeout as wait } from 'node:timers/promises';
import type { Kernel } from '../../../core';
import { createKernel } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { bearer, CONTENT, PASSWORD, register, SECRET } from './app';

const CACHED = { cacheSeconds: 300 };
const ACTION = 'api::article.article.find';
const TOKEN = 'token-secret-0123456789abcdefghijklmnopqrstuvwxyz';

const config = (database?: object) => ({
  ...(database ? { database } : {}),
  server: { port: 0 },
  plugins: {
    rest: true,
    'users-permissions': {
      config: {
        ...CACHED,
        jwtSecret: SECRET,
        ratelimit: { enabled: false },
        roles: { authenticated: { actions: [ACTION] } },
      },
    },
    'api-tokens': {
      config: {
        ...CACHED,
        tokens: [{ name: 'ci', type: 'custom', actions: [ACTION], secretFrom: 'CI_TOKEN' }],
      },
    },
  },
});

describe.each(testDatabases())('on %s', (database) => {
  let first: TestApp;
  let second: Kernel;
  beforeAll(async () => {
    const env = { CI_TOKEN: TOKEN };
    first = await createTestApp({ ...CONTENT, database, env, config: config() as never });
    second = await createKernel({
      dir: first.dir,
      env: { NODE_ENV: 'test', ...env },
      overrides: config(first.kernel.config.database) as never,
      writeLog: () => undefined,
    });
    await second.listen();
  });
  afterAll(async () => {
    await second.stop();
    await first.close();
  });

  const statusOf = async (credentials: string) => {
    const { status } = await fetch(`${second.server.url}/api/articles`, {
      headers: { authorization: credentials },
    });
    return status;
  };
  /** The second process caches the rights just before they change. Ends when it refuses. */
  const revoked = async (credentials: string, revoke: () => Promise<unknown>) => {
    const before = await statusOf(credentials);
    await revoke();
    let after = await statusOf(credentials);
    for (; after === 200; after = await statusOf(credentials)) await wait(20);
    return [before, after];
  };

  it('a blocked user', async () => {
    const { jwt, documentId } = await register(first, 'ann');
    const block = () =>
      first.documents('plugin::users-permissions.user').update({ documentId, data: { blocked: true } });
    expect(await revoked(bearer(jwt), block)).toEqual([200, 401]);
  });

  it('a changed password', async () => {
    const { jwt } = await register(first, 'ben');
    const data = {
      currentPassword: PASSWORD,
      password: 'An0ther!pass',
      passwordConfirmation: 'An0ther!pass',
    };
    const change = async () => {
      const { status } = await first.agent
        .post('/api/auth/change-password')
        .set('Authorization', bearer(jwt))
        .send(data);
      expect(status).toBe(200);
    };
    expect(await revoked(bearer(jwt), change)).toEqual([200, 401]);
  });

  it('a deleted token', async () => {
    const [token] = await first.documents('plugin::api-tokens.token').findMany({ pagination: { limit: 1 } });
    const remove = () =>
      first.documents('plugin::api-tokens.token').delete({ documentId: token?.documentId ?? '' });
    expect(await revoked(bearer(TOKEN), remove)).toEqual([200, 401]);
  });

  it('another role', async () => {
    const { jwt, documentId } = await register(first, 'cleo');
    const role = await first
      .documents('plugin::users-permissions.role')
      .create({ data: { name: 'empty', type: 'empty' } });
    const move = () =>
      first
        .documents('plugin::users-permissions.user')
        .update({ documentId, data: { role: role.documentId } });
    expect(await revoked(bearer(jwt), move)).toEqual([200, 403]);
  });

  it('a revoked permission', async () => {
    const { jwt } = await register(first, 'dan');
    const permissions = first.documents('plugin::users-permissions.permission');
    const revoke = async () => {
      const found = await permissions.findMany({ filters: { action: ACTION } });
      for (const { documentId } of found) await permissions.delete({ documentId });
    };
    expect(await revoked(bearer(jwt), revoke)).toEqual([200, 403]);
  });
});
