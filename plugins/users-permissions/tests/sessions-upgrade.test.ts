// A database of the version that stored sessions as documents: the sessions go on.
import { createHash, randomBytes } from 'node:crypto';
import { createKernel, definePlugin } from '../../../core';
import { createTestApp, testDatabases } from '../../../core/testing';
import { examine } from '../../../core/testing/examine';
import { createJwt } from '../tokens/jwt';
import { PASSWORD, SECRET } from './app';

const UID = 'plugin::users-permissions.session';
const text = { type: 'string', private: true };
const datetime = { type: 'datetime', required: true, private: true };

/** The content type of that version. */
const before = definePlugin({
  name: 'before',
  register: ({ hooks }) =>
    hooks.schema.collect((collector) =>
      collector.addContentType(UID, {
        collectionName: 'up_sessions',
        info: { singularName: 'session', pluralName: 'sessions', displayName: 'Session' },
        attributes: {
          key: { type: 'string', unique: true, required: true, private: true },
          user: { type: 'integer', required: true, private: true },
          secret: { type: 'string', required: true, private: true },
          epoch: text,
          inCookie: { type: 'boolean', default: false, private: true },
          deviceId: text,
          deviceName: text,
          rotatedAt: { type: 'datetime', private: true },
          idleUntil: datetime,
          endsAt: datetime,
        },
      }),
    ),
});

const USERS = { config: { jwtSecret: SECRET, jwtManagement: 'refresh', ratelimit: { enabled: false } } };
interface Body {
  readonly user: { readonly id: number };
  readonly jwt: string;
  readonly refreshToken: string;
  readonly data: readonly object[];
}

const FUTURE = '2099-01-01T00:00:00.000Z';

test.each(testDatabases())('sessions of an older version go on, on %s', async (database) => {
  const app = await createTestApp({ database, plugins: [before] });
  const secret = randomBytes(24).toString('base64url');
  const hashed = createHash('sha256').update(secret).digest('hex');
  const data = { key: 'the-old-session', user: 1, secret: hashed, idleUntil: FUTURE, endsAt: FUTURE };
  await app.documents(UID).create({ data: { ...data, deviceName: 'Chrome on macOS' } });
  const upgraded = await createKernel({
    dir: app.dir,
    env: { NODE_ENV: 'test' },
    overrides: {
      database: app.kernel.config.database,
      server: { port: 0, host: '127.0.0.1' },
      plugins: { rest: true, 'users-permissions': USERS },
    } as never,
    writeLog: () => undefined,
  });
  await upgraded.listen();
  try {
    const send = async (path: string, body?: object, jwt?: string) => {
      const headers = {
        'content-type': 'application/json',
        ...(jwt === undefined ? {} : { authorization: `Bearer ${jwt}` }),
      };
      const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
      const response = await fetch(`${upgraded.server.url}/api/auth/${path}`, init);
      return { status: response.status, body: (await response.json()) as Body };
    };
    // The user of the session, with the id 1, is a little older than the session.
    const ann = { username: 'ann', email: 'ann@example.com', password: PASSWORD };
    expect((await send('local/register', ann)).body.user.id).toBe(1);
    const { knex } = upgraded.database;
    const old = () => knex('up_sessions').where({ key: data.key });
    await old().update({ created_at: new Date().toISOString() });

    const jwt = createJwt({ secret: SECRET }, {
      jwt: { algorithm: 'HS256', expiresIn: '30d' },
      jwtManagement: 'refresh',
      sessions: { accessTokenLifespan: 600 },
    } as never);
    const token = jwt.issueRefresh(1, data.key, secret, 1000);
    const refreshed = await send('refresh', { refreshToken: token });
    expect(refreshed.status).toBe(200);
    const list = await send('sessions', undefined, refreshed.body.jwt);
    expect(list.body.data[0]).toMatchObject({ id: data.key, deviceName: 'Chrome on macOS', current: true });
    expect(list.body.data).toHaveLength(2);
    expect((await send('refresh', { refreshToken: refreshed.body.refreshToken })).status).toBe(200);
    expect(await examine(upgraded)).toEqual([]);
  } finally {
    await upgraded.stop();
    await app.close();
  }
});
