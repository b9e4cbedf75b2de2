// Refresh mode: short access tokens, refresh tokens that rotate, sessions.
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

it('returns both tokens, with an access token for ten minutes', async () => {
  const answer = await logIn();
  expect(Object.keys(answer)).toEqual(['jwt', 'refreshToken', 'user']);
  const payload = payloadOf(answer.jwt);
  expect(payload).toMatchObject({ userId: '1', type: 'access' });
  expect(payload.exp - payload.iat).toBe(600);
  expect(await me(answer.jwt)).toBe(200);
  expect(await me(answer.refreshToken)).toBe(401);
});

it('rotates, and accepts further uses within the grace time', async () => {
  const first = await logIn();
  const { body: second } = await refresh(first.refreshToken).expect(200);
  expect(Object.keys(second)).toEqual(['jwt', 'refreshToken']);
  await refresh(first.refreshToken).expect(200);
  const { body: again } = await refresh(first.refreshToken).expect(200);
  for (const { jwt } of [second, again]) expect(await me(jwt)).toBe(200);
  const { body: third } = await refresh(again.refreshToken).expect(200);
  // A token that is two rotations old is not the token of another tab.
  const reused = await refresh(first.refreshToken);
  expect([reused.status, reused.body.error.message]).toEqual([401, 'Invalid refresh token']);
  expect((await refresh(third.refreshToken)).status).toBe(401);
  expect(await me(third.jwt)).toBe(401);
});

it.each([0, 1])('ends the session at a second use after refreshGrace %i', async (refreshGrace) => {
  const other = await createUsersApp({ jwtManagement: 'refresh', sessions: { refreshGrace } });
  const { body } = await other.agent
    .post('/api/auth/local/register')
    .send({ username: 'alice', email: 'alice@example.com', password: PASSWORD });
  const use = async (refreshToken: string) => other.agent.post('/api/auth/refresh').send({ refreshToken });
  const { body: second } = await use(body.refreshToken);
  await wait(refreshGrace * 1000 + 50);
  expect((await use(body.refreshToken)).status).toBe(401);
  expect((await use(second.refreshToken)).status).toBe(401);
  await other.close();
});

it('gives parallel uses the same session', async () => {
  const { refreshToken } = await logIn();
  const answers = await Promise.all([1, 2, 3].map(() => refresh(refreshToken)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  for (const { body } of answers) expect(await me(body.jwt)).toBe(200);
  expect((await refresh(answers[2]?.body.refreshToken)).status).toBe(200);
});

it('ends all sessions with a logout of the scope "all"', async () => {
  const one = await logIn();
  const other = await logIn();
  await app.agent
    .post('/api/auth/logout')
    .set('Authorization', bearer(one.jwt))
    .send({ scope: 'all' })
    .expect(200);
  expect([await me(one.jwt), await me(other.jwt)]).toEqual([401, 401]);
  expect((await refresh(other.refreshToken)).status).toBe(401);
});

it.each(['', 'x', 'a.b.c'])('refuses the refresh token %j', async (token) => {
  expect([400, 401]).toContain((await refresh(token)).status);
});

it('refuses an access token as a refresh token', async () => {
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

it('ends a session at its end time, although its token is cached and not expired', async () => {
  const sessions = { maxRefreshTokenLifespan: 2, idleRefreshTokenLifespan: 60 };
  const short = await createUsersApp({ jwtManagement: 'refresh', sessions, cacheSeconds: 60 });
  const { jwt } = await register(short, 'alice');
  const ask = async () => (await short.agent.get('/api/users/me').set('Authorization', bearer(jwt))).status;
  expect([await ask(), await ask()]).toEqual([200, 200]);
  await wait(2100);
  expect(await ask()).toBe(401);
  await short.close();
});

it('does not work for a later account with the same id', async () => {
  const { documentId } = await register(app, 'former');
  const credentials = { identifier: 'former', password: PASSWORD };
  const { refreshToken } = (await app.agent.post('/api/auth/local').send(credentials)).body;
  const created_at = new Date(Date.now() + 5000).toISOString();
  await app.kernel.database.knex('up_users').where({ username: 'former' }).update({ created_at });
  await app.documents('plugin::users-permissions.user').update({ documentId, data: { confirmed: true } });
  expect((await refresh(refreshToken)).status).toBe(401);
});
