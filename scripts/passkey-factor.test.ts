// A passkey as the second factor of a login, with the plugin two-factor.
import { createHash } from 'node:crypto';
import type { TestApp } from '../core/testing';
import type { Device } from '../plugins/passkeys/conformance/device';
import {
  addPasskey,
  ask,
  challenge,
  logInWith,
  openApp,
  remove,
  type Settings,
  signIn,
} from '../plugins/passkeys/tests/app';
import { enable, SECRET, send } from '../plugins/two-factor/tests/app';
import { USER } from '../plugins/users-permissions';
import {
  endTokensElsewhere,
  logIn,
  PASSWORD,
  register,
  setPassword,
} from '../plugins/users-permissions/tests/app';

let app: TestApp | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

async function open(users: Settings['users'] = {}, plugins: Settings['plugins'] = {}): Promise<TestApp> {
  app = await openApp({ plugins: { ...TWO_FACTOR, ...plugins }, users });
  return app;
}

const TWO_FACTOR = { 'two-factor': { config: { secret: SECRET, attempts: 100, roles: ['staff'] } } };

async function makeRole(to: TestApp, documentId: string, type: string): Promise<void> {
  const role = await to.kernel.documents('plugin::users-permissions.role').findFirst({ filters: { type } });
  await to.kernel.documents(USER).update({ documentId, data: { role: role?.documentId } });
}

it('a passkey is the factor that a role needs, and the password alone replaces none', async () => {
  const to = await open();
  const [ann, bea] = [await register(to, 'ann'), await register(to, 'bea')];
  const [{ device }, other] = [await addPasskey(to, ann), await addPasskey(to, bea)];
  await makeRole(to, ann.documentId, 'staff');
  // It proves two factors.
  expect((await signIn(to, device)).status).toBe(200);
  const { body } = await logIn(to, 'ann').expect(401);
  const { challenge: first, ...step } = body.error.details;
  expect(step).toEqual({ step: 'passkey', factors: ['passkey'] });
  expect(body.error.message).toBe('Send your second factor: log in with `challenge` and `passkey`');
  for (const [path, more] of [
    ['setup', {}],
    ['enable', { code: '123456' }],
  ] as const) {
    const refused = await send(to, path, { challenge: first, ...more }).expect(400);
    expect(refused.body.error.message).toContain('You have another second factor');
  }
  await logInWith(to, { challenge: first, code: '000000' }).expect(400);
  const passkeyOf = async (from: Device) => from.get(await challenge(to));
  await logInWith(to, { challenge: first, passkey: await passkeyOf(other.device) }).expect(400);
  await logInWith(to, { challenge: first, passkey: null }).expect(400);
  const done = await logInWith(to, { challenge: first, passkey: await passkeyOf(device) }).expect(200);
  expect(done.body.user).toMatchObject({ username: 'ann' });
  // An operator removes it, and the next login sets up a factor.
  const lines: string[] = [];
  await to.kernel.commands
    .get('passkeys')
    ?.run({ words: ['remove', 'ann'], flags: {}, print: (line: string) => lines.push(line) } as never);
  expect(lines).toEqual(['removed 1 passkey of ann']);
  const next = await logIn(to, 'ann').expect(401);
  expect(next.body.error.details).toMatchObject({ step: 'setup' });
});

it('a user with an app may use either, and remove the app while there is a passkey', async () => {
  const to = await open();
  const ann = await register(to, 'ann');
  const { phone, jwt } = await enable(to, ann.jwt);
  const { device, id } = await addPasskey(to, { jwt });
  await makeRole(to, ann.documentId, 'staff');
  const { body } = await logIn(to, 'ann').expect(401);
  expect(body.error.details).toMatchObject({ step: 'code', factors: ['code', 'passkey'] });
  // After a new password it signs in with the password only, and that confirms it.
  await setPassword(to, ann.documentId, 'Another-1');
  expect((await signIn(to, device)).status).toBe(400);
  const second = await logIn(to, 'ann', 'Another-1').expect(401);
  const passkey = device.get(await challenge(to));
  const done = await logInWith(to, { challenge: second.body.error.details.challenge, passkey }).expect(200);
  expect((await signIn(to, device)).status).toBe(200);
  await send(to, 'disable', { code: phone.next() }, done.body.jwt).expect(200);
  // Now the role keeps the user from removing the passkey, too: the password alone would set up a new factor.
  const last = await remove(to, id, done.body.jwt, 'Another-1').expect(403);
  expect(last.body.error.message).toContain('Your role needs a second factor');
  expect((await signIn(to, device)).status).toBe(200);
  // Without the role the user may.
  await makeRole(to, ann.documentId, 'authenticated');
  await remove(to, id, done.body.jwt, 'Another-1').expect(200);
});

it('after another first step than the password, a passkey from before a new password still does not sign in alone', async () => {
  const to = await open();
  const ann = await register(to, 'ann');
  const { device } = await addPasskey(to, ann);
  await makeRole(to, ann.documentId, 'staff');
  const resetPasswordToken = createHash('sha256').update('mailed').digest('hex');
  const resetPasswordExpiresAt = new Date(Date.now() + 60_000).toISOString();
  const data = { resetPasswordToken, resetPasswordExpiresAt };
  await to.kernel.documents(USER).update({ documentId: ann.documentId, data });
  const { body } = await to.agent
    .post('/api/auth/reset-password')
    .send({ code: 'mailed', password: 'Another-1', passwordConfirmation: 'Another-1' })
    .expect(401);
  const passkey = device.get(await challenge(to));
  await logInWith(to, { challenge: body.error.details.challenge, passkey }).expect(200);
  expect((await signIn(to, device)).status).toBe(400);
});

it('a new password between the two steps ends the challenge, also in a process that does not know yet', async () => {
  const to = await open({ cacheSeconds: 300 });
  const ann = await register(to, 'ann');
  const { device } = await addPasskey(to, ann);
  await makeRole(to, ann.documentId, 'staff');
  const { body } = await logIn(to, 'ann').expect(401);
  const passkey = device.get(await challenge(to));
  await endTokensElsewhere(to, ann.documentId);
  await logInWith(to, { challenge: body.error.details.challenge, passkey }).expect(400);
  expect((await signIn(to, device)).status).toBe(400);
});

it('without a passkey, a role keeps the user from removing the app', async () => {
  const to = await open();
  const ann = await register(to, 'ann');
  const { phone, jwt } = await enable(to, ann.jwt);
  await makeRole(to, ann.documentId, 'staff');
  await send(to, 'disable', { code: phone.next() }, jwt).expect(403);
});

it('an app that the user enables ends the sign-in of earlier passkeys, until the user confirms them', async () => {
  const to = await open();
  const ann = await register(to, 'ann');
  const { device, id } = await addPasskey(to, ann);
  const { jwt } = await enable(to, ann.jwt);
  // Like a token, it is from before the factor.
  expect((await signIn(to, device)).status).toBe(400);
  await ask(to, 'post', `/${id}/confirm`, jwt, { currentPassword: PASSWORD }).expect(200);
  expect((await signIn(to, device)).status).toBe(200);
});

it('a passkey is a second step only where the account needs one: with an app, or with a role of `roles`', async () => {
  const to = await open();
  const ann = await register(to, 'ann');
  await addPasskey(to, ann);
  await logIn(to, 'ann').expect(200);
  await makeRole(to, ann.documentId, 'staff');
  await logIn(to, 'ann').expect(401);
});

it('the audit log says that a passkey has proved a second step', async () => {
  const to = await open({}, { jobs: true, audit: true });
  const ann = await register(to, 'ann');
  const { device, id } = await addPasskey(to, ann);
  await makeRole(to, ann.documentId, 'staff');
  const { body } = await logIn(to, 'ann').expect(401);
  const passkey = device.get(await challenge(to));
  await logInWith(to, { challenge: body.error.details.challenge, passkey }).expect(200);
  const [row] = await to.kernel.database.transaction((tx) =>
    tx.all("SELECT details FROM audit_entries WHERE event = 'passkey.confirmed'"),
  );
  expect(JSON.parse(String(row?.[0]))).toMatchObject({ user: ann.id, passkey: id, signsIn: true });
});
