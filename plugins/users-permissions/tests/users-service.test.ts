// The service USERS, as a plugin with a login of its own uses it.
import { type AnyPlugin, definePlugin, type RequestContext } from '../../../core';
import type { TestApp } from '../../../core/testing';
import { type Issued, USERS } from '..';
import { bearer, createUsersApp, endTokensElsewhere, grant, register, type UsersConfig } from './app';

let app: TestApp;
afterEach(() => app.close());

/** The header `x-user` names the id of a user; a route logs in by the same header. */
const byHeader: AnyPlugin = definePlugin({
  name: 'by-header',
  dependencies: ['users-permissions'],
  register({ hooks, routes, container }) {
    const users = () => container.resolve(USERS);
    const idOf = (request: RequestContext) => request.header('x-user');
    hooks.request.authenticate((request) => {
      const id = idOf(request);
      return id === undefined ? undefined : users().principal(request, Number(id));
    });
    routes.add({
      method: 'POST',
      path: '/api/auth/by-header',
      action: null,
      summary: 'Logs in the user whom the header names',
      handler: async (request) => {
        const known = request.header('x-login') ?? '';
        const check = () => users().find(known);
        const issued: Issued = await users().logIn(request, { login: 'header', account: known, check });
        return users().answer(issued);
      },
    });
  },
});

async function open(config: UsersConfig = {}): Promise<{ id: number; documentId: string; jwt: string }> {
  app = await createUsersApp(config, { plugins: [byHeader] });
  const user = await register(app, 'ann');
  await grant(app, 'authenticated', 'api::article.article.find');
  return user;
}
const change = (documentId: string, data: object) =>
  app.kernel.documents('plugin::users-permissions.user').update({ documentId, data });
const service = () => app.kernel.container.resolve(USERS);
const articles = (id: number | string) => app.agent.get('/api/articles').set('x-user', String(id));
const logIn = (name: string) => app.agent.post('/api/auth/by-header').set('x-login', name);

it('a principal has the permissions and the account of its user', async () => {
  const { id } = await open();
  await app.agent.get('/api/articles').expect(403);
  await articles(id).expect(200);
  await app.agent
    .get('/api/users/me')
    .set('x-user', String(id))
    .expect(200)
    .expect(({ body }) => {
      expect(body).toMatchObject({ id, username: 'ann' });
    });
});

it.each(['blocked', 'unconfirmed', 'deleted', 'of no number'])(
  'a user who is %s is refused',
  async (state) => {
    const { id, documentId } = await open({ register: { emailConfirmation: true } });
    await change(documentId, { confirmed: true });
    await articles(id).expect(200);
    if (state === 'blocked') await change(documentId, { blocked: true });
    if (state === 'unconfirmed') await change(documentId, { confirmed: false });
    if (state === 'deleted')
      await app.kernel.documents('plugin::users-permissions.user').delete({ documentId });
    const { body } = await articles(state === 'of no number' ? '1e99' : id).expect(401);
    expect(body.error.message).toBe('Invalid credentials');
    expect(await service().can(id, 'api::article.article.find')).toBe(state === 'of no number');
  },
);

it('refused principals are limited per address; others are not', async () => {
  const { id } = await open({ ratelimit: { max: 3 } });
  for (let request = 0; request < 5; request++) await articles(id).expect(200);
  for (let request = 0; request < 3; request++) await articles(99).expect(401);
  const { headers } = await articles(99).expect(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  await articles(id).expect(200);
});

it('a login gives the tokens of the user, and refuses as the login by password does', async () => {
  const { id, documentId } = await open();
  const { body } = await logIn('ann').expect(200);
  expect(body.user).toMatchObject({ id, username: 'ann' });
  await app.agent.get('/api/articles').set('authorization', bearer(body.jwt)).expect(200);
  const wrong = await logIn('wrong').expect(400);
  expect(wrong.body.error.message).toBe('Invalid identifier or password');
  await change(documentId, { blocked: true });
  const blocked = await logIn('ann').expect(400);
  expect(blocked.body.error.message).toBe('Your account has been blocked by an administrator');
});

it('failed logins are limited per account, logins per address', async () => {
  await open({ ratelimit: { max: 6, accountMax: 2 } });
  await logIn('wrong').expect(400);
  await logIn('wrong').expect(400);
  await logIn('wrong').expect(429);
  await logIn('ann').expect(200);
  await logIn('ann').expect(200);
  await logIn('ann').expect(200);
  await logIn('ann').expect(429);
});

it('in refresh mode a browser may get the refresh token in a cookie', async () => {
  await open({ jwtManagement: 'refresh' });
  const plain = await logIn('ann').expect(200);
  expect(plain.body.refreshToken).toBeDefined();
  const hidden = await logIn('ann').set('x-strapi-refresh-cookie', 'httpOnly').expect(200);
  expect(hidden.body.refreshToken).toBeUndefined();
  expect(String(hidden.headers['set-cookie'])).toContain('HttpOnly');
});

it('finds users by name and address, and says what they may do', async () => {
  const { id } = await open();
  expect(await service().find('ann')).toMatchObject({ id });
  expect(await service().find('ANN@example.com')).toMatchObject({ id });
  expect(await service().find('bea')).toBeNull();
  expect(await service().can(id, 'api::article.article.find')).toBe(true);
  expect(await service().can(id, 'api::article.article.create')).toBe(false);
  expect(await service().can(99, 'api::article.article.find')).toBe(false);
  expect(await service().can(Number.NaN, 'api::article.article.find')).toBe(false);
});

it('reads the account as stored, also before the message of another process arrives', async () => {
  const { id, documentId, jwt } = await open();
  await app.agent.get('/api/users/me').set('authorization', bearer(jwt)).expect(200);
  const before = await service().account(id);
  await endTokensElsewhere(app, documentId);
  // This process still has the account from before.
  await app.agent.get('/api/users/me').set('authorization', bearer(jwt)).expect(200);
  for (const account of [await service().account(id), await service().find('ann')]) {
    expect(account?.tokenEpoch).toEqual(expect.any(String));
    expect(account?.tokenEpoch).not.toBe(before.tokenEpoch);
    expect(await service().locked({ id, tokenEpoch: account?.tokenEpoch ?? null }, async () => 'held')).toBe(
      'held',
    );
  }
});
