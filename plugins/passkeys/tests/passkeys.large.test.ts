// Passkeys over HTTP: adding them, signing in, and as the second factor.
import { join } from 'node:path';
import { runCommand, type TestApp, testDatabases } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { USER, USERS } from '../../users-permissions';
import {
  afterProof,
  endTokensElsewhere,
  logIn,
  me,
  PASSWORD,
  register,
  setPassword,
} from '../../users-permissions/tests/app';
import { Device } from '../conformance/device';
import {
  addPasskey,
  ask,
  challenge,
  DOMAIN,
  logInWith,
  ORIGIN,
  openApp,
  optionsOf,
  remove,
  type Settings,
  signIn,
} from './app';

let app: TestApp | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

afterAll(removeTemporary);

async function open(settings: Settings = {}): Promise<TestApp> {
  app = await openApp(settings);
  return app;
}

describe.each(testDatabases())('on %s', (database) => {
  it('a user adds a passkey, signs in with it, renames it and removes it; a deleted user leaves none', async () => {
    const to = await open({ database });
    const ann = await register(to, 'ann');
    const options = await optionsOf(to, ann.jwt);
    expect(options).toMatchObject({
      rp: { id: DOMAIN },
      user: { name: 'ann' },
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { device, id } = await addPasskey(to, ann);
    const { body } = await signIn(to, device);
    expect(body.user).toMatchObject({ username: 'ann' });
    await me(to, body.jwt).expect(200);
    await ask(to, 'put', `/${id}`, ann.jwt, { name: 'Old phone' }).expect(200);
    const list = await ask(to, 'get', '', ann.jwt).expect(200);
    expect(list.body.data).toEqual([
      { id, name: 'Old phone', signsIn: true, createdAt: expect.any(String), usedAt: expect.any(String) },
    ]);
    // Another user neither sees it nor changes it.
    const bea = await register(to, 'bea');
    expect((await ask(to, 'get', '', bea.jwt)).body.data).toEqual([]);
    await ask(to, 'put', `/${id}`, bea.jwt, { name: 'Mine' }).expect(404);
    await remove(to, id, bea.jwt).expect(404);
    await ask(to, 'post', `/${id}/confirm`, bea.jwt, { currentPassword: PASSWORD }).expect(404);
    // The same passkey twice.
    const again = device.create(await optionsOf(to, ann.jwt));
    const known = await ask(to, 'post', '', ann.jwt, { name: 'x', response: again }).expect(400);
    expect(known.body.error.message).toBe('This passkey was added already');
    await remove(to, id, ann.jwt).expect(200);
    expect((await signIn(to, device)).status).toBe(400);
    await addPasskey(to, ann);
    await to.kernel.documents(USER).delete({ documentId: ann.documentId });
    expect(await to.kernel.database.knex('passkeys')).toEqual([]);
  });

  it('of many uses of one challenge at once, one works', async () => {
    const to = await open({ database });
    const { device } = await addPasskey(to, await register(to, 'ann'));
    const passkey = device.get(await challenge(to));
    const all = await Promise.all(Array.from({ length: 6 }, () => logInWith(to, { passkey })));
    expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(5).fill(400)]);
  });

  it('a new password keeps a passkey from signing in, until the user confirms it with the password', async () => {
    const to = await open({ database });
    const ann = await register(to, 'ann');
    const { device, id } = await addPasskey(to, ann);
    await setPassword(to, ann.documentId, 'Another-1');
    const { status, body } = await signIn(to, device);
    expect([status, body.error?.message]).toEqual([400, expect.stringContaining('confirm the passkey')]);
    const { body: login } = await logIn(to, 'ann', 'Another-1').expect(200);
    await ask(to, 'post', `/${id}/confirm`, login.jwt, { currentPassword: PASSWORD }).expect(400);
    expect((await signIn(to, device)).status).toBe(400);
    await ask(to, 'post', `/${id}/confirm`, login.jwt, { currentPassword: 'Another-1' }).expect(200);
    expect((await signIn(to, device)).status).toBe(200);
  });

  it('a new password of another process ends what began before it: adding, confirming and removing', async () => {
    const to = await open({ database, users: { cacheSeconds: 300 } });
    const ann = await register(to, 'ann');
    const { device, id } = await addPasskey(to, ann);
    const options = await optionsOf(to, ann.jwt);
    const second = new Device(ORIGIN, DOMAIN).create(options);
    const users = to.kernel.container.resolve(USERS);
    const { provePassword } = users;
    // The new password comes right after the old one was proved.
    const spy = jest.spyOn(users, 'provePassword').mockImplementation(async (...given) => {
      const proved = await provePassword(...given);
      await endTokensElsewhere(to, ann.documentId);
      return proved;
    });
    const currentPassword = PASSWORD;
    await ask(to, 'post', `/${id}/confirm`, ann.jwt, { currentPassword }).expect(401);
    // This process still has the account from before.
    await ask(to, 'get', '', ann.jwt).expect(200);
    const renamed = await ask(to, 'put', `/${id}`, ann.jwt, { name: 'Phone' }).expect(200);
    expect(renamed.body.data).toMatchObject({ name: 'Phone', signsIn: false });
    await ask(to, 'post', '', ann.jwt, { name: 'x', response: second }).expect(401);
    const { jwt } = (await logIn(to, 'ann').expect(200)).body;
    await remove(to, id, jwt).expect(401);
    spy.mockRestore();
    await ask(to, 'post', '/options', jwt, { currentPassword }).expect(401);
    const rows = await to.kernel.database.knex('passkeys');
    expect(rows.map(({ id, epoch }) => [id, epoch])).toEqual([[id, null]]);
    expect((await signIn(to, device)).status).toBe(400);
  });

  it('a new password between the passkey and its tokens: none of them is valid', async () => {
    const after = afterProof();
    const to = await open({ database, own: [after.plugin] });
    const ann = await register(to, 'ann');
    const { device } = await addPasskey(to, ann);
    after.work = () => setPassword(to, ann.documentId, 'Another-1');
    const { status, body } = await signIn(to, device);
    expect([status, body.jwt]).toEqual([400, undefined]);
  });

  it('a user whose logins have ended confirms the passkey, also after more than one end', async () => {
    const to = await open({ database });
    const ann = await register(to, 'ann');
    const users = to.kernel.container.resolve(USERS);
    const { device, id } = await addPasskey(to, ann);
    for (let end = 0; end < 2; end++) {
      await users.endTokens(ann.id);
      expect((await signIn(to, device)).status).toBe(400);
      const { jwt } = (await logIn(to, 'ann').expect(200)).body;
      const list = async () => (await ask(to, 'get', '', jwt).expect(200)).body.data;
      expect(await list()).toMatchObject([{ id, signsIn: false }]);
      await ask(to, 'post', `/${id}/confirm`, jwt, { currentPassword: PASSWORD }).expect(200);
      expect(await list()).toMatchObject([{ id, signsIn: true }]);
      expect((await signIn(to, device)).status).toBe(200);
    }
  });

  it('parallel requests add no more passkeys than a user may have', async () => {
    const to = await open({ database, passkeys: { perUser: 2 } });
    const ann = await register(to, 'ann');
    const responses = [];
    for (let at = 0; at < 4; at++)
      responses.push(new Device(ORIGIN, DOMAIN).create(await optionsOf(to, ann.jwt)));
    const all = await Promise.all(
      responses.map((response) => ask(to, 'post', '', ann.jwt, { name: 'x', response })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400]);
  });
});

it('an archive with secrets carries passkeys to another application', async () => {
  const archive = join(temporary(), 'a.tar.gz');
  const from = await open({ plugins: { transfer: true } });
  const ann = await register(from, 'ann');
  const { device, id } = await addPasskey(from, ann);
  expect(await runCommand(from.kernel, ['export', archive, '--secrets'])).toMatchObject({ code: 0 });
  await from.close();
  const to = await open({ plugins: { transfer: true } });
  expect((await signIn(to, device)).status).toBe(400);
  expect(await runCommand(to.kernel, ['import', archive])).toMatchObject({ code: 0 });
  // An import ends all tokens of a user, and with them the sign-in of the passkey.
  expect((await signIn(to, device)).body.error.message).toContain('confirm the passkey');
  const { jwt } = (await logIn(to, 'ann').expect(200)).body;
  await ask(to, 'post', `/${id}/confirm`, jwt, { currentPassword: PASSWORD }).expect(200);
  expect((await signIn(to, device)).body.user).toMatchObject({ username: 'ann' });
});

it('adding and removing a passkey need the password, within the limits of the user', async () => {
  const to = await open({ passkeys: { perUser: 1 }, users: { ratelimit: { max: 1000, accountMax: 3 } } });
  const ann = await register(to, 'ann');
  await ask(to, 'post', '/options', ann.jwt, {}).expect(400);
  await ask(to, 'post', '/options').expect(401);
  const { id } = await addPasskey(to, ann);
  const over = await ask(to, 'post', '/options', ann.jwt, { currentPassword: PASSWORD }).expect(400);
  expect(over.body.error.message).toContain('You have 1 passkeys already');
  for (const unknown of ['0', 'x', '99999999999999999999', id + 1])
    await remove(to, unknown, ann.jwt).expect(404);
  await ask(to, 'delete', `/${id}`, ann.jwt).expect(400);
  await remove(to, id, ann.jwt, 'Wrong-pass1').expect(400);
  for (let attempt = 0; attempt < 2; attempt++)
    await ask(to, 'post', '/options', ann.jwt, { currentPassword: 'Wrong-pass1' }).expect(400);
  await ask(to, 'post', '/options', ann.jwt, { currentPassword: PASSWORD }).expect(429);
  await remove(to, id, ann.jwt).expect(429);
  expect((await ask(to, 'get', '', ann.jwt)).body.data).toHaveLength(1);
});

it('sign-ins are limited as logins are, and blocked users have none', async () => {
  const to = await open({ users: { ratelimit: { max: 4, interval: { min: 60 } } } });
  const ann = await register(to, 'ann');
  const { device } = await addPasskey(to, ann);
  await to.kernel.documents(USER).update({ documentId: ann.documentId, data: { blocked: true } });
  const { status, body } = await signIn(to, device);
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('blocked')]);
  for (let more = 0; more < 3; more++) await ask(to, 'post', '/sign-in').expect(200);
  await ask(to, 'post', '/sign-in').expect(429);
});

it('the log says why a passkey was refused, and the answer does not', async () => {
  const to = await open({ server: { logs: { level: 'info' } } });
  const { device } = await addPasskey(to, await register(to, 'ann'));
  const used = device.get(await challenge(to));
  await logInWith(to, { passkey: used }).expect(200);
  const stranger = new Device(ORIGIN, DOMAIN);
  stranger.create({ challenge: '', user: { id: 'AAAA' } });
  const attempts = [
    [used, 'the challenge is unknown, older than five minutes, or was used already'],
    [stranger.get(await challenge(to)), 'the passkey is unknown'],
    [device.get(await challenge(to), { userHandle: 'AAAA' }), 'the device names another user'],
    [device.get(await challenge(to), { isForged: true }), 'the signed answer is wrong'],
    [device.get(await challenge(to), { origin: 'https://evil.example.com' }), 'the signed answer is wrong'],
  ] as const;
  for (const [passkey, reason] of attempts) {
    const before = to.logs.length;
    const { body } = await logInWith(to, { passkey }).expect(400);
    expect(JSON.stringify(body)).not.toContain(reason);
    expect(body.error.message).toContain('The passkey was refused');
    expect(JSON.stringify(to.logs.slice(before))).toContain(reason);
  }
  expect(JSON.stringify(to.logs)).toContain('https://evil.example.com');
});

it('the audit log has the passkeys of a user', async () => {
  const to = await open({ plugins: { jobs: true, audit: true } });
  const ann = await register(to, 'ann');
  const { device, id } = await addPasskey(to, ann);
  await logInWith(to, { passkey: device.get(await challenge(to), { isForged: true }) }).expect(400);
  await to.kernel.container.resolve(USERS).endTokens(ann.id);
  expect((await signIn(to, device)).status).toBe(400);
  const { jwt } = (await logIn(to, 'ann').expect(200)).body;
  await ask(to, 'post', `/${id}/confirm`, jwt, { currentPassword: PASSWORD }).expect(200);
  await remove(to, id, jwt).expect(200);
  const rows = await to.kernel.database.transaction((tx) =>
    tx.all("SELECT event FROM audit_entries WHERE event LIKE 'passkey.%' ORDER BY id"),
  );
  expect(rows.map(([event]) => event)).toEqual(
    ['added', 'refused', 'refused', 'confirmed', 'removed'].map((word) => `passkey.${word}`),
  );
});

it.each<[string, Settings, string]>([
  ['an address', { passkeys: { rpId: '127.0.0.1' } }, 'expected a domain in lower-case letters'],
  ['another domain', { passkeys: { rpId: 'other.com' } }, 'is neither "other.com" nor below it'],
  [
    'an origin that ends like the domain',
    { passkeys: { origins: ['https://evilexample.com'] } },
    'is neither "example.com"',
  ],
  ['HTTP', { passkeys: { origins: ['http://app.example.com'] } }, 'expected an origin with HTTPS'],
  [
    'a domain without pages',
    { passkeys: { rpId: 'example.test', origins: undefined } },
    'is missing; list the origins of your pages',
  ],
  [
    'a public address without HTTPS',
    { passkeys: { rpId: undefined, origins: undefined }, server: { url: 'http://shop.example.org' } },
    'expected HTTPS, got "http://shop.example.org"',
  ],
  ['a path', { passkeys: { origins: ['https://app.example.com/x'] } }, 'expected an origin with HTTPS'],
])('a configuration with %s stops startup', async (_, settings, message) => {
  await expect(open(settings)).rejects.toThrow(message);
});

it('the domain is that of the public address; without one, only localhost works', async () => {
  const none = { rpId: undefined, origins: undefined };
  const to = await open({ passkeys: none, server: { url: 'https://shop.example.org/base' } });
  const ann = await register(to, 'ann');
  expect((await optionsOf(to, ann.jwt)).rp).toMatchObject({ id: 'shop.example.org' });
  await to.close();
  const local = await open({ passkeys: none });
  const bea = await register(local, 'bea');
  const add = async (host: string, origin: string) => {
    const options = await optionsOf(local, bea.jwt);
    const response = new Device(origin, 'localhost').create(options);
    return ask(local, 'post', '', bea.jwt, { name: 'x', response }).set('host', host);
  };
  expect((await add('localhost:1337', 'http://localhost:1337')).status).toBe(201);
  expect((await add('evil.example', 'http://evil.example')).status).toBe(400);
  expect((await add('localhost:1337', ORIGIN)).status).toBe(400);
});
