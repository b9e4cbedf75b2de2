// Logins with a second factor, over HTTP.
import { type TestApp, testDatabases } from '../../../core/testing';
import { USER } from '../../users-permissions';
import { bearer, codeIn, logIn, mailbox, me, PASSWORD, register } from '../../users-permissions/tests/app';
import { enable, openApp, Phone, type Settings, send } from './app';

let app: TestApp | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

async function open(settings: Settings = {}): Promise<TestApp> {
  app = await openApp(settings);
  return app;
}

const second = (to: TestApp, challenge: string, code: string) =>
  to.agent.post('/api/auth/local').send({ challenge, code });

async function challengeOf(to: TestApp, name: string): Promise<string> {
  const { body } = await logIn(to, name).expect(401);
  expect(body.jwt).toBeUndefined();
  return body.error.details.challenge;
}

describe.each(testDatabases())('on %s', (database) => {
  it('a login needs a code of the app, and each code works once', async () => {
    const to = await open({ options: { database } });
    const { jwt } = await register(to, 'ann');
    await logIn(to, 'ann').expect(200);
    const { phone, first } = await enable(to, jwt);
    const { body } = await logIn(to, 'ann').expect(401);
    expect(body.error).toMatchObject({
      name: 'UnauthorizedError',
      message: 'Send the code of your app: log in with `challenge` and `code`',
      details: { step: 'code' },
    });
    const { challenge } = body.error.details;
    const noText = { toString: 1, valueOf: 1 };
    for (const wrong of [first, '000000', '', 'abc', '1'.repeat(7), undefined, noText])
      await second(to, challenge, wrong as string).expect(400);
    const code = phone.next();
    const done = await second(to, challenge, code).expect(200);
    expect(done.body.user).toMatchObject({ username: 'ann' });
    await me(to, done.body.jwt).expect(200);
    const again = await second(to, challenge, code).expect(400);
    expect(again.body.error.message).toContain('The code is wrong or was used already');
  });

  it('of many uses of one code at once, one works', async () => {
    const to = await open({ options: { database } });
    const { phone } = await enable(to, (await register(to, 'ann')).jwt);
    const challenge = await challengeOf(to, 'ann');
    const code = phone.next();
    const all = await Promise.all(Array.from({ length: 8 }, () => second(to, challenge, code)));
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
  });

  it('a recovery code works once, in any spelling; new codes end the old ones', async () => {
    const to = await open({ options: { database } });
    const { phone, recoveryCodes, jwt } = await enable(to, (await register(to, 'ann')).jwt);
    expect(recoveryCodes).toHaveLength(10);
    const [one = '', two = ''] = recoveryCodes;
    const spelled = one.toLowerCase().replaceAll('-', ' ');
    const used = await Promise.all(
      Array.from({ length: 4 }, async () => second(to, await challengeOf(to, 'ann'), spelled)),
    );
    expect(used.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const state = () => to.agent.get('/api/auth/two-factor').set('authorization', bearer(jwt));
    expect((await state()).body).toEqual({ enabled: true, required: false, recoveryCodes: 9 });
    const renewed = await send(to, 'recovery-codes', { code: phone.next() }, jwt).expect(200);
    await second(to, await challengeOf(to, 'ann'), two).expect(400);
    await second(to, await challengeOf(to, 'ann'), renewed.body.recoveryCodes[0]).expect(200);
  });

  it('a deleted user leaves no keys; the key of one user does not open for another', async () => {
    const to = await open({ options: { database } });
    const [ann, bea] = [await register(to, 'ann'), await register(to, 'bea')];
    const { phone, first } = await enable(to, ann.jwt);
    await enable(to, bea.jwt);
    const { knex } = to.kernel.database;
    const stored = await knex('two_factor_keys').where({ user: ann.documentId }).first();
    expect(String(stored.key)).not.toContain(first);
    await to.kernel.database.transaction(() =>
      Promise.resolve(
        knex('two_factor_keys').where({ user: bea.documentId }).update({ key: stored.key, last_step: 0 }),
      ),
    );
    await second(to, await challengeOf(to, 'bea'), phone.next()).expect(400);
    await to.kernel.documents(USER).delete({ documentId: ann.documentId });
    for (const table of ['two_factor_keys', 'two_factor_recovery'])
      expect(await knex(table).where({ user: ann.documentId })).toEqual([]);
  });

  it('two setups at once leave one key', async () => {
    const to = await open({ options: { database } });
    const { jwt } = await register(to, 'ann');
    const all = await Promise.all(Array.from({ length: 4 }, () => send(to, 'setup', {}, jwt)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const codes = all.map(({ body }) => new Phone(body.url).next());
    const enabled: number[] = [];
    for (const code of codes)
      enabled.push((await send(to, 'enable', { code, currentPassword: PASSWORD }, jwt)).status);
    expect(enabled.filter((status) => status === 200)).toHaveLength(1);
  });
});

it('wrong codes of a user are limited, over all challenges', async () => {
  const to = await open({ factor: { attempts: 3 } });
  const { phone } = await enable(to, (await register(to, 'ann')).jwt);
  for (let attempt = 0; attempt < 3; attempt++)
    await second(to, await challengeOf(to, 'ann'), '000000').expect(400);
  const { headers } = await second(to, await challengeOf(to, 'ann'), phone.next()).expect(429);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

it.each([
  ['of another text', 'nonsense'],
  ['that is empty', ''],
  ['that is no text', { a: 1 }],
  ['that is null', null],
  ['that is changed', 'changed'],
])('a challenge %s is refused', async (_, given) => {
  const to = await open();
  const { phone } = await enable(to, (await register(to, 'ann')).jwt);
  const real = await challengeOf(to, 'ann');
  const challenge = given === 'changed' ? `${real.slice(0, -2)}${real.endsWith('AA') ? 'BB' : 'AA'}` : given;
  const { body } = await second(to, challenge as string, phone.next()).expect(400);
  expect(body.error.message).toContain('The challenge is unknown or older than ten minutes');
});

it('a challenge ends with the password, and for a blocked user', async () => {
  const to = await open();
  const { jwt, documentId } = await register(to, 'ann');
  const { phone } = await enable(to, jwt);
  const before = await challengeOf(to, 'ann');
  await to.kernel.documents(USER).update({ documentId, data: { password: 'Another-1' } });
  const { body } = await second(to, before, phone.next()).expect(400);
  expect(body.error.message).toContain('log in again');
  await to.kernel.documents(USER).update({ documentId, data: { blocked: true } });
  await logIn(to, 'ann', 'Another-1').expect(400);
});

it('a code of a mail is no second factor: a reset password needs the app, too', async () => {
  const { mails, plugin } = mailbox();
  const to = await open({ options: { plugins: [plugin] } });
  const { phone } = await enable(to, (await register(to, 'ann')).jwt);
  await to.agent.post('/api/auth/forgot-password').send({ email: 'ann@example.com' }).expect(200);
  const { body } = await to.agent
    .post('/api/auth/reset-password')
    .send({ code: codeIn(mails), password: 'Another-1', passwordConfirmation: 'Another-1' })
    .expect(401);
  await second(to, body.error.details.challenge, phone.next()).expect(200);
  await logIn(to, 'ann', 'Another-1').expect(401);
});

it('a user who changes the password stays logged in', async () => {
  const to = await open({
    users: { roles: { authenticated: { actions: ['plugin::users-permissions.auth.changePassword'] } } },
  });
  const { jwt } = await enable(to, (await register(to, 'ann')).jwt);
  await to.agent
    .post('/api/auth/change-password')
    .set('authorization', bearer(jwt))
    .send({ currentPassword: PASSWORD, password: 'Another-1', passwordConfirmation: 'Another-1' })
    .expect(200);
});

it('a role may need a second factor: its users set it up at the login, and cannot disable it', async () => {
  const to = await open({ factor: { roles: ['staff'] } });
  const { documentId } = await register(to, 'ann');
  const role = await to.kernel
    .documents('plugin::users-permissions.role')
    .findFirst({ filters: { type: 'staff' } });
  await to.kernel.documents(USER).update({ documentId, data: { role: role?.documentId } });
  const { body } = await logIn(to, 'ann').expect(401);
  expect(body.error).toMatchObject({ details: { step: 'setup' } });
  const { challenge } = body.error.details;
  await second(to, challenge, '000000').expect(400);
  const setup = await send(to, 'setup', { challenge }).expect(200);
  expect(setup.body.secret).toMatch(/^[A-Z2-7]{32}$/);
  const phone = new Phone(setup.body.url);
  await send(to, 'enable', { challenge, code: '000000' }).expect(400);
  const done = await send(to, 'enable', { challenge, code: phone.next() }).expect(200);
  expect(done.body.recoveryCodes).toHaveLength(10);
  const { jwt } = done.body;
  await me(to, jwt).expect(200);
  await send(to, 'disable', { code: phone.next() }, jwt).expect(403);
  // The password alone replaces no factor that exists.
  const later = await challengeOf(to, 'ann');
  for (const path of ['setup', 'enable']) {
    const refused = await send(to, path, {
      challenge: later,
      ...(path === 'enable' ? { code: '1' } : {}),
    }).expect(400);
    expect(refused.body.error.message).toContain('is enabled already');
  }
  await register(to, 'bea');
  await logIn(to, 'bea').expect(200);
});

it('a user disables the factor with a code; an operator removes it without', async () => {
  const to = await open();
  const { phone, recoveryCodes, jwt } = await enable(to, (await register(to, 'ann')).jwt);
  await send(to, 'disable', { code: '000000' }, jwt).expect(400);
  await send(to, 'disable', { code: phone.next() }, jwt).expect(200);
  await logIn(to, 'ann').expect(200);
  await send(to, 'disable', { code: recoveryCodes[0] }, jwt).expect(400);
  const again = await send(to, 'setup', {}, jwt).expect(200);
  const code = new Phone(again.body.url).next();
  await send(to, 'enable', { code, currentPassword: PASSWORD }, jwt).expect(200);
  await logIn(to, 'ann').expect(401);
  const lines: string[] = [];
  const command = to.kernel.commands.get('two-factor');
  await command?.run({
    words: ['remove', 'ann'],
    flags: {},
    print: (line: string) => lines.push(line),
  } as never);
  expect(lines).toEqual(['removed the second factor of ann']);
  await logIn(to, 'ann').expect(200);
});

it('anonymous requests and bad bodies are refused', async () => {
  const to = await open();
  await to.agent.get('/api/auth/two-factor').expect(401);
  for (const path of ['setup', 'enable', 'recovery-codes', 'disable'])
    await send(to, path, { code: '123456' }).expect(path === 'setup' ? 400 : 401);
  await send(to, 'setup', {}).expect(401);
  await send(to, 'enable', { code: 1 }).expect(400);
  const { jwt } = await register(to, 'ann');
  for (const path of ['recovery-codes', 'disable']) await send(to, path, { code: '123456' }, jwt).expect(400);
});

it.each([
  [{ secret: undefined }, 'two-factor.config.secret'],
  [{ secret: 'short' }, 'expected at least 32 random characters'],
  [{ roles: ['unknown'] }, 'there is no role "unknown"'],
])('a wrong configuration stops startup: %j', async (factor, message) => {
  await expect(open({ factor })).rejects.toThrow(message);
});
