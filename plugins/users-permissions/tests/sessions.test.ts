// The list of sessions, and the end of one or all of them.
import type { TestApp } from '../../../core/testing';
import { bearer, createUsersApp, grant, PASSWORD, register } from './app';

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_1) AppleWebKit/537.36 Chrome/120.0 Safari/537.36';
interface Session {
  readonly id: string;
  readonly deviceId: string | null;
  readonly deviceName?: string;
  readonly current: boolean;
  readonly loginAt: string;
  readonly lastActiveAt: string;
}
interface Login {
  readonly jwt: string;
  readonly refreshToken: string;
}

let app: TestApp;
beforeAll(async () => {
  app = await createUsersApp({ jwtManagement: 'refresh' });
  for (const name of ['alice', 'bob', 'carol', 'dora']) await register(app, name);
});
afterAll(() => app.close());

const rows = () => app.kernel.database.knex('up_sessions');
const logIn = async (identifier: string, body: object = {}, agent = 'curl/8'): Promise<Login> =>
  (
    await app.agent
      .post('/api/auth/local')
      .set('User-Agent', agent)
      .send({ identifier, password: PASSWORD, ...body })
      .expect(200)
  ).body;
const ask = (method: 'get' | 'delete', path: string, jwt: string) =>
  app.agent[method](path).set('Authorization', bearer(jwt));
const listOf = async (jwt: string): Promise<Session[]> =>
  (await ask('get', '/api/auth/sessions', jwt).expect(200)).body.data;
const me = async (jwt: string): Promise<number> => (await ask('get', '/api/users/me', jwt)).status;
const refresh = (refreshToken: string) => app.agent.post('/api/auth/refresh').send({ refreshToken });
const sessionOf = (jwt: string): string =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()).sessionId;

it('lists the sessions of the user in the form of the peer, the own one first', async () => {
  const one = await logIn('carol', { deviceId: 'phone 1' }, MAC);
  const two = await logIn('carol', { deviceName: 'ignored' });
  await logIn('bob');
  const { body } = await ask('get', '/api/auth/sessions', one.jwt).expect(200);
  expect(Object.keys(body)).toEqual(['data']);
  const [own, other, first, ...more] = body.data as Session[];
  expect(more).toEqual([]);
  expect(own).toEqual({
    id: sessionOf(one.jwt),
    deviceId: 'phone 1',
    deviceName: 'Chrome on macOS',
    current: true,
    loginAt: expect.stringMatching(/^\d{4}-.*Z$/),
    lastActiveAt: own?.loginAt,
  });
  expect(Object.keys(own ?? {})).toEqual([
    'id',
    'deviceId',
    'deviceName',
    'current',
    'loginAt',
    'lastActiveAt',
  ]);
  expect(other).toEqual({
    id: sessionOf(two.jwt),
    deviceId: null,
    current: false,
    loginAt: expect.any(String),
    lastActiveAt: expect.any(String),
  });
  expect(first?.current).toBe(false);
});

it('shows the last refresh, and keeps the device', async () => {
  const { refreshToken } = await logIn('alice', { deviceId: 'phone' });
  const { body } = await refresh(refreshToken).expect(200);
  const own = (await listOf(body.jwt)).find(({ current }) => current);
  expect(own?.deviceId).toBe('phone');
  const stored = await rows()
    .where({ key: sessionOf(body.jwt) })
    .first();
  expect([own?.loginAt, own?.lastActiveAt]).toEqual([stored.created_at, stored.rotated_at]);
  expect(stored.rotated_at).toEqual(expect.any(String));
});

it.each([[['x']], [5], [{}], [''], [null], ['x'.repeat(256)], ['a\nb'], ['\ud800']])(
  'ignores the deviceId %j',
  async (deviceId) => {
    const { jwt } = await logIn('alice', { deviceId });
    expect((await listOf(jwt))[0]?.deviceId).toBeNull();
  },
);

it('lists more sessions than a page of documents has', async () => {
  const { jwt } = await logIn('dora');
  const { id: _id, ...newest } = await rows().orderBy('id', 'desc').first();
  for (let n = 0; n < 110; n++)
    await rows().insert({ ...newest, key: `other-${n}`, document_id: `other-${n}` });
  expect(await listOf(jwt)).toHaveLength(112);
});

it('ends one session of the user, and only one of the own user', async () => {
  const [one, two, bob] = [await logIn('alice'), await logIn('alice'), await logIn('bob')];
  const [own = '', other = '', others = ''] = [one, two, bob].map(({ jwt }) => sessionOf(jwt));
  const notFound = { status: 404, name: 'NotFoundError', message: 'Session not found', details: {} };
  const stored = await rows().where({ key: other }).first();
  for (const id of ['nope', '1', String(stored.id), others, '%00']) {
    const { status, body } = await ask('delete', `/api/auth/sessions/${id}`, one.jwt);
    expect([id, status]).toEqual([id, id === '%00' ? 400 : 404]);
    if (status === 404) expect(body.error).toEqual(notFound);
  }
  expect([await me(two.jwt), await me(bob.jwt)]).toEqual([200, 200]);
  const ended = await ask('delete', `/api/auth/sessions/${other}`, one.jwt);
  expect([ended.status, ended.body]).toEqual([200, { data: {} }]);
  expect([await me(one.jwt), await me(two.jwt), await me(bob.jwt)]).toEqual([200, 401, 200]);
  expect((await refresh(two.refreshToken)).status).toBe(401);
  expect((await ask('delete', `/api/auth/sessions/${other}`, one.jwt)).status).toBe(404);
  expect((await ask('delete', `/api/auth/sessions/${own}`, one.jwt)).status).toBe(200);
  expect(await me(one.jwt)).toBe(401);
});

it('has actions of its own for the list and for the end of one session', async () => {
  const { jwt } = await logIn('alice');
  const { body } = await ask('get', '/api/auth/sessions', jwt);
  await grant(app, 'public', 'plugin::users-permissions.auth.getSessions');
  expect((await app.agent.get('/api/auth/sessions')).status).toBe(401);
  expect((await app.agent.delete(`/api/auth/sessions/${body.data[0].id}`)).status).toBe(403);
});

it('ends all sessions of the user', async () => {
  const [one, two, bob] = [await logIn('alice'), await logIn('alice'), await logIn('bob')];
  const { body } = await ask('delete', '/api/auth/sessions', one.jwt).expect(200);
  expect(body).toEqual({ ok: true });
  expect([await me(one.jwt), await me(two.jwt), await me(bob.jwt)]).toEqual([401, 401, 200]);
});
