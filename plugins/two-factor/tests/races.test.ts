// A second factor that is enabled twice at once, or beside a new password. Before it, the password keeps the factor disabled. After it, the
// password ends the new tokens, and the factor stays.
import { type TestApp, testDatabases } from '../../../core/testing';
import { USERS } from '../../users-permissions';
import {
  afterProof,
  bearer,
  endTokensElsewhere,
  logIn,
  me,
  PASSWORD,
  register,
  setPassword,
} from '../../users-permissions/tests/app';
import { enable, openApp, Phone, type Settings, send } from './app';

const CHANGED = 'Another-pass1';

let app: TestApp | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

async function open(settings: Settings = {}): Promise<{ to: TestApp; after: ReturnType<typeof afterProof> }> {
  const after = afterProof();
  const actions = ['user.me', 'auth.changePassword'].map((verb) => `plugin::users-permissions.${verb}`);
  app = await openApp({
    ...settings,
    users: { roles: { authenticated: { actions }, staff: { actions: [] } }, ...settings.users },
    options: { plugins: [after.plugin], ...settings.options },
  });
  return { to: app, after };
}

async function setup(to: TestApp, jwt: string): Promise<Phone> {
  const { body } = await send(to, 'setup', {}, jwt).expect(200);
  return new Phone(body.url);
}

const stateOf = async (to: TestApp) => ({
  keys: (await to.kernel.database.knex('two_factor_keys')).map(({ enabled }) => Boolean(enabled)),
  codes: (await to.kernel.database.knex('two_factor_recovery')).length,
});

const second = (to: TestApp, body: object) => to.agent.post('/api/auth/local').send(body);

describe.each(testDatabases())('on %s', (database) => {
  it('of many uses of one first code at once, one enables the factor, and its token works', async () => {
    const { to } = await open({ options: { database } });
    const { jwt } = await register(to, 'ann');
    const code = (await setup(to, jwt)).next();
    const all = await Promise.all(
      Array.from({ length: 5 }, () => send(to, 'enable', { code, currentPassword: PASSWORD }, jwt)),
    );
    const done = all.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect(all.filter(({ status }) => status >= 500)).toEqual([]);
    await me(to, done[0]?.body.jwt).expect(200);
    expect(await stateOf(to)).toEqual({ keys: [true], codes: 10 });
  });

  it('a new password right after the proof of the old one keeps the factor disabled', async () => {
    const { to } = await open({ options: { database } });
    const ann = await register(to, 'ann');
    const code = (await setup(to, ann.jwt)).next();
    const users = to.kernel.container.resolve(USERS);
    const { provePassword } = users;
    const spy = jest.spyOn(users, 'provePassword').mockImplementation(async (...given) => {
      const proved = await provePassword(...given);
      await setPassword(to, ann.documentId, PASSWORD);
      return proved;
    });
    const { body } = await send(to, 'enable', { code, currentPassword: PASSWORD }, ann.jwt).expect(401);
    spy.mockRestore();
    expect(body.error.message).toContain('Nothing was changed');
    expect(await stateOf(to)).toEqual({ keys: [false], codes: 0 });
    // The same code works later: nothing has used it.
    const login = await logIn(to, 'ann').expect(200);
    await send(to, 'enable', { code, currentPassword: PASSWORD }, login.body.jwt).expect(200);
  });

  it('the factor and a new password at once: the tokens of at most one of both work', async () => {
    const { to } = await open({ options: { database } });
    const { jwt } = await register(to, 'ann');
    const code = (await setup(to, jwt)).next();
    const [factor, password] = await Promise.all([
      send(to, 'enable', { code, currentPassword: PASSWORD }, jwt),
      to.agent
        .post('/api/auth/change-password')
        .set('authorization', bearer(jwt))
        .send({ currentPassword: PASSWORD, password: CHANGED, passwordConfirmation: CHANGED }),
    ]);
    expect([factor.status, password.status].filter((status) => status === 200)).toHaveLength(1);
    await me(to, (factor.status === 200 ? factor : password).body.jwt).expect(200);
    const isEnabled = factor.status === 200;
    expect(await stateOf(to)).toEqual({ keys: [isEnabled], codes: isEnabled ? 10 : 0 });
    await logIn(to, 'ann', isEnabled ? CHANGED : PASSWORD).expect(400);
  });
});

it.each(['disable', 'recovery-codes'])('%s with a token that has ended uses no code', async (path) => {
  const { to } = await open({ users: { cacheSeconds: 300 } });
  const ann = await register(to, 'ann');
  const { phone, jwt } = await enable(to, ann.jwt);
  await me(to, jwt).expect(200);
  await endTokensElsewhere(to, ann.documentId);
  const code = phone.next();
  await send(to, path, { code }, jwt).expect(401);
  const login = await logIn(to, 'ann').expect(401);
  await second(to, { challenge: login.body.error.details.challenge, code }).expect(200);
});

it('a new password between the first step and its challenge ends the challenge', async () => {
  const { to, after } = await open();
  const ann = await register(to, 'ann');
  const { phone } = await enable(to, ann.jwt);
  after.work = () => setPassword(to, ann.documentId, CHANGED);
  const { body } = await logIn(to, 'ann').expect(401);
  const { challenge } = body.error.details;
  const refused = await second(to, { challenge, code: phone.next() }).expect(400);
  expect(refused.body.error.message).toContain('The challenge is unknown');
});

it('a new password between the second step and its tokens ends the login', async () => {
  const { to, after } = await open();
  const ann = await register(to, 'ann');
  const { phone } = await enable(to, ann.jwt);
  const { body } = await logIn(to, 'ann').expect(401);
  after.work = () => setPassword(to, ann.documentId, CHANGED);
  const { challenge } = body.error.details;
  const login = await second(to, { challenge, code: phone.next() });
  expect([login.status, login.body.jwt]).toEqual([400, undefined]);
});

it('a new password right after the factor was enabled ends its tokens and its challenge', async () => {
  const { to, after } = await open();
  const ann = await register(to, 'ann');
  const phone = await setup(to, ann.jwt);
  after.work = () => setPassword(to, ann.documentId, CHANGED);
  const { status, body } = await send(
    to,
    'enable',
    { code: phone.next(), currentPassword: PASSWORD },
    ann.jwt,
  );
  expect([status, body.jwt, body.challenge]).toEqual([400, undefined, undefined]);
  // The app is set up, and the new password and a code log in.
  const login = await logIn(to, 'ann', CHANGED).expect(401);
  await second(to, { challenge: login.body.error.details.challenge, code: phone.next() }).expect(200);
});
