// What a stolen token, a token from before the factor, and anonymous requests cannot do.
import type { TestApp } from '../../../core/testing';
import { AUTHENTICATION, USERS } from '../../users-permissions';
import { bearer, logIn, me, PASSWORD, register } from '../../users-permissions/tests/app';
import { enable, openApp, Phone, type Settings, send } from './app';

let app: TestApp | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

async function open(settings: Settings = {}): Promise<TestApp> {
  const users = {
    roles: { authenticated: { actions: ['user.me', 'auth.callback'].map(nameOf) } },
    ...settings.users,
  };
  app = await openApp({ ...settings, users });
  return app;
}

const nameOf = (verb: string) => `plugin::users-permissions.${verb}`;

it('tokens from before the factor end when it is enabled, and the user gets new ones', async () => {
  const to = await open();
  const before = await register(to, 'ann');
  const { jwt } = await enable(to, before.jwt);
  await me(to, before.jwt).expect(401);
  const { body } = await me(to, jwt).expect(200);
  expect(body).toMatchObject({ username: 'ann' });
});

it('the challenge of an enabled factor logs in without a code, and makes no new factor', async () => {
  const to = await open();
  const { jwt } = await register(to, 'ann');
  const { body } = await send(to, 'setup', {}, jwt).expect(200);
  const phone = new Phone(body.url);
  const enabled = await send(to, 'enable', { code: phone.next(), currentPassword: PASSWORD }, jwt).expect(
    200,
  );
  const { challenge } = enabled.body;
  const login = await to.agent.post('/api/auth/local').send({ challenge }).expect(200);
  await send(to, 'disable', { code: phone.next() }, login.body.jwt).expect(200);
  // A holder without the password could lock the user out.
  await send(to, 'setup', { challenge }).expect(400);
  await send(to, 'enable', { challenge, code: '000000' }).expect(400);
  // A new password ends it.
  const { id } = (await me(to, login.body.jwt)).body;
  await to.kernel.container.resolve(USERS).resetPassword(id, 'Another-pass1');
  await to.agent.post('/api/auth/local').send({ challenge }).expect(400);
});

it('in refresh mode, sessions from before the factor end, too', async () => {
  const to = await open({ users: { jwtManagement: 'refresh' } });
  await register(to, 'ann');
  const { body } = await logIn(to, 'ann').expect(200);
  const first = await send(to, 'setup', {}, body.jwt).expect(200);
  const code = new Phone(first.body.url).next();
  const enabled = await send(to, 'enable', { code, currentPassword: PASSWORD }, body.jwt).expect(200);
  const refresh = (refreshToken: string) => to.agent.post('/api/auth/refresh').send({ refreshToken });
  await refresh(body.refreshToken).expect(401);
  await refresh(enabled.body.refreshToken).expect(200);
});

it('a login with a token of the user needs a code as well', async () => {
  const to = await open();
  const { jwt } = await enable(to, (await register(to, 'ann')).jwt);
  const { body } = await logIn(to, 'ann').set('authorization', bearer(jwt)).expect(401);
  expect(body.error.details).toMatchObject({ step: 'code' });
});

it('a token alone enables no factor: it needs the password, which is limited as in a login', async () => {
  const to = await open({ users: { ratelimit: { max: 1000, accountMax: 3 } } });
  const { jwt } = await register(to, 'ann');
  const { body } = await send(to, 'setup', {}, jwt).expect(200);
  const code = new Phone(body.url).next();
  const withPassword = (currentPassword?: string) => send(to, 'enable', { code, currentPassword }, jwt);
  const missing = await withPassword().expect(400);
  expect(missing.body.error.message).toContain('currentPassword is a required field');
  for (let attempt = 0; attempt < 3; attempt++) await withPassword('Wrong-pass1').expect(400);
  await withPassword(PASSWORD).expect(429);
  const state = await to.agent.get('/api/auth/two-factor').set('authorization', bearer(jwt));
  expect(state.body.enabled).toBe(false);
});

it('a user without a password sets one first: else a stolen token could lock the user out', async () => {
  const to = await open();
  const person = { name: 'pia', email: 'pia@example.com', provider: 'corp' };
  const { id } = await to.kernel.container.resolve(USERS).signUp(person);
  const { jwt } = await to.kernel.container.resolve(AUTHENTICATION).issue(id);
  const { body } = await send(to, 'setup', {}, jwt).expect(200);
  const phone = new Phone(body.url);
  const refused = await send(to, 'enable', { code: phone.next(), currentPassword: PASSWORD }, jwt).expect(
    400,
  );
  expect(refused.body.error.message).toContain('POST /api/auth/forgot-password');
  expect(await to.kernel.container.resolve(USERS).resetPassword(id, PASSWORD)).toEqual([]);
  const again = await to.kernel.container.resolve(AUTHENTICATION).issue(id);
  await send(to, 'enable', { code: phone.next(), currentPassword: PASSWORD }, again.jwt).expect(200);
});

it('names that look like keys of other limits do not lock the user out', async () => {
  const to = await open({ users: { ratelimit: { max: 1000, accountMax: 3 } } });
  const { jwt } = await register(to, 'ann');
  const { id } = (await me(to, jwt)).body;
  const names = [`user ${id}`, 'two-factor ann@example.com', 'login two-factor ann@example.com'];
  for (const name of [...names, `USER  ${id}`, String(id)])
    for (let attempt = 0; attempt < 4; attempt++) await logIn(to, name, 'Wrong-pass1');
  const { phone } = await enable(to, jwt);
  const { body } = await logIn(to, 'ann').expect(401);
  const { challenge } = body.error.details;
  await to.agent.post('/api/auth/local').send({ challenge, code: phone.next() }).expect(200);
});

it('a refused login leaves the factor disabled: the user would never see the recovery codes', async () => {
  const to = await open({ users: { ratelimit: { max: 2, interval: { min: 60 } } } });
  const { jwt } = await register(to, 'ann');
  const { body } = await send(to, 'setup', {}, jwt).expect(200);
  const phone = new Phone(body.url);
  const tryCode = (code: string) => send(to, 'enable', { code, currentPassword: PASSWORD }, jwt);
  for (let attempt = 0; attempt < 2; attempt++) await tryCode('000000').expect(400);
  await tryCode(phone.next()).expect(429);
  const state = await to.agent.get('/api/auth/two-factor').set('authorization', bearer(jwt));
  expect(state.body).toMatchObject({ enabled: false, recoveryCodes: 0 });
});

/** As a page of the admin sends it. */
const post = (to: TestApp, path: string, body: object) =>
  to.agent
    .post(`/admin/api/${path}`)
    .set({ 'quire-admin': '1', 'sec-fetch-site': 'same-origin', host: 'localhost' })
    .send(body);

/** The secret of `quire admin link`. */
async function makeLink(to: TestApp, flags: Readonly<Record<string, string>> = {}): Promise<string> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  await to.kernel.commands.get('admin')?.run({ words: ['link'], flags, print, ask: async () => '' });
  return lines[0]?.split('#')[1] ?? '';
}

it('a one-time link of the admin sets a password, and still needs the code', async () => {
  const to = await open({ options: { config: { plugins: { rest: true, admin: true } } } });
  const ada = { username: 'ada', email: 'ada@example.org', password: PASSWORD };
  await post(to, 'welcome', { ...ada, secret: await makeLink(to) }).expect(200);
  const { id = 0 } = (await to.kernel.container.resolve(USERS).find('ada')) ?? {};
  const { jwt } = await to.kernel.container.resolve(AUTHENTICATION).issue(id);
  const { recoveryCodes } = await enable(to, jwt);
  const given = { secret: await makeLink(to, { user: 'ada' }), password: 'another-password' };
  const { body, headers } = await post(to, 'welcome', given).expect(401);
  expect(body.error.details).toMatchObject({ step: 'code' });
  expect(headers['set-cookie']).toBeUndefined();
  const { challenge } = body.error.details;
  const entered = await post(to, 'login', { challenge, code: recoveryCodes[0] }).expect(200);
  expect(entered.headers['set-cookie']).toHaveLength(1);
  expect(entered.body.user).toMatchObject({ username: 'ada' });
});
