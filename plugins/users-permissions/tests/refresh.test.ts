// Refresh mode: short access tokens, refresh tokens for one use each, sessions that end.
import { setTimeout as wait } from 'node:timers/promises';
import type { TestApp } from '../../../core/testing';
import { bearer, createUsersApp, PASSWORD, register } from './app';

let app: TestApp;
beforeAll(async () => {
  app = await createUsersApp({ jwtManagement: 'refresh' });
  await register(app, 'alice');
});
afterAll(() => app.close());

const logIn = async (): Promise<{ jwt: string; refreshToken: string }> =>
  (await app.agent.post('/api/auth/local').send({ identifier: 'alice', password: PASSWORD }).expect(200))
    .body;
const refresh = (refreshToken: string) => app.agent.post('/api/auth/refresh').send({ refreshToken });
const me = async (jwt: string): Promise<number> =>
  (await app.agent.get('/api/users/me').set('Authorization', bearer(jwt))).status;
const payloadOf = (jwt: string) => JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());

it('answers both tokens, the access token for ten minutes', async () => {
  const answer = await logIn();
  expect(Object.keys(answer)).toEqual(['jwt', 'refreshToken', 'user']);
  const payload = payloadOf(answer.jwt);
  expect(payload).toMatchObject({ userId: '1', type: 'access' });
  expect(payload.exp - payload.iat).toBe(600);
  expect(await me(answer.jwt)).toBe(200);
  expect(await me(answer.refreshToken)).toBe(401);
});

it('rotates, and ends the session when a token comes twice', async () => {
  const first = await logIn();
  const { body: second } = await refresh(first.refreshToken).expect(200);
  expect(Object.keys(second)).toEqual(['jwt', 'refreshToken']);
  expect(await me(second.jwt)).toBe(200);
  const reused = await refresh(first.refreshToken);
  expect([reused.status, reused.body.error.message]).toEqual([401, 'Invalid refresh token']);
  expect((await refresh(second.refreshToken)).status).toBe(401);
  expect(await me(second.jwt)).toBe(401);
});

it('lets one of two uses at once win at most', async () => {
  const { refreshToken } = await logIn();
  const answers = await Promise.all([1, 2, 3].map(() => refresh(refreshToken)));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
});

it.each(['', 'x', 'a.b.c'])('refuses the refresh token %j', async (token) => {
  expect([400, 401]).toContain((await refresh(token)).status);
});

it('takes an access token for no refresh token', async () => {
  const { jwt } = await logIn();
  expect((await refresh(jwt)).status).toBe(401);
});

it('ends one session with a logout, not the other', async () => {
  const one = await logIn();
  const other = await logIn();
  expect(await me(one.jwt)).toBe(200);
  const { body } = await app.agent.post('/api/auth/logout').set('Authorization', bearer(one.jwt)).expect(200);
  expect(body).toEqual({ ok: true });
  expect(await me(one.jwt)).toBe(401);
  expect((await refresh(one.refreshToken)).status).toBe(401);
  expect(await me(other.jwt)).toBe(200);
});

it('ends all sessions with a changed password', async () => {
  const one = await logIn();
  const other = await logIn();
  const passwords = { currentPassword: PASSWORD, password: 'Another1!', passwordConfirmation: 'Another1!' };
  const { body } = await app.agent
    .post('/api/auth/change-password')
    .set('Authorization', bearer(one.jwt))
    .send(passwords)
    .expect(200);
  for (const { jwt, refreshToken } of [one, other]) {
    expect(await me(jwt)).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
  }
  expect(await me(body.jwt)).toBe(200);
});

it('ends a session at its hour, though its token has time left and was known just now', async () => {
  const sessions = { maxRefreshTokenLifespan: 2, idleRefreshTokenLifespan: 60 };
  const short = await createUsersApp({ jwtManagement: 'refresh', sessions, cacheSeconds: 60 });
  const { jwt } = await register(short, 'alice');
  const ask = async () => (await short.agent.get('/api/users/me').set('Authorization', bearer(jwt))).status;
  expect([await ask(), await ask()]).toEqual([200, 200]);
  await wait(2100);
  expect(await ask()).toBe(401);
  await short.close();
});

it('is of no use to whoever has the id of the account later', async () => {
  const { documentId } = await register(app, 'former');
  const credentials = { identifier: 'former', password: PASSWORD };
  const { refreshToken } = (await app.agent.post('/api/auth/local').send(credentials)).body;
  const created_at = new Date(Date.now() + 5000).toISOString();
  await app.kernel.database.knex('up_users').where({ username: 'former' }).update({ created_at });
  await app.documents('plugin::users-permissions.user').update({ documentId, data: { confirmed: true } });
  expect((await refresh(refreshToken)).status).toBe(401);
});
