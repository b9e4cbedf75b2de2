// A person who is known here takes the address of another person, and waits for the first sign-in of that person.
import type { TestApp } from '../../../core/testing';
import { USER } from '../../users-permissions';
import { afterProof, bearer, setPassword } from '../../users-permissions/tests/app';
import { openApp, type Settings, signIn } from './app';
import { type RealProvider, startProvider } from './real-provider';

let provider: RealProvider;
let app: TestApp | null = null;
beforeAll(async () => {
  provider = await startProvider();
  for (const name of ['ann', 'mal'])
    provider.people.set(name, {
      email: `${name}@example.com`,
      email_verified: true,
      preferred_username: name,
    });
});
afterEach(async () => {
  await app?.close();
  app = null;
});
afterAll(() => provider.close());

async function open(settings: Settings): Promise<TestApp> {
  const actions = ['me', 'updateMe'].map((verb) => `plugin::users-permissions.user.${verb}`);
  const users = { roles: { authenticated: { actions } }, ...settings.users };
  app = await openApp(provider, { ...settings, users });
  return app;
}

/** Returns the documentId of the attacker, who now has the address of `ann`. */
async function takeAddress(to: TestApp): Promise<string> {
  const { body } = await signIn(to, 'mal');
  const { documentId = '' } = (body.user ?? {}) as { documentId?: string };
  await to.agent
    .put('/api/users/me')
    .set('authorization', bearer(body.jwt ?? ''))
    .send({ email: 'ann@example.com' })
    .expect(200);
  return documentId;
}

it('a user who changes the address is no longer a user of the provider', async () => {
  const to = await open({ provider: { link: 'sameProvider' } });
  const documentId = await takeAddress(to);
  expect(await to.kernel.documents(USER).findOne({ documentId })).toMatchObject({ provider: 'local' });
  // Without the identity, as of a user that was imported, only the attribute decides.
  await to.kernel.database.transaction(async () => {
    await to.kernel.database.knex('sign_in_identities').where({ user: documentId }).delete();
  });
  const { status, body } = await signIn(to, 'ann');
  expect([status, body.error?.message]).toEqual([
    400,
    expect.stringContaining('There is an account with your email address'),
  ]);
});

it('a user of another person of the provider is not linked, also with an address from before', async () => {
  const to = await open({ provider: { link: 'sameProvider' } });
  const documentId = await takeAddress(to);
  await to.kernel.documents(USER).update({ documentId, data: { provider: 'corp' } });
  expect((await signIn(to, 'ann')).status).toBe(400);
  // The attacker keeps the own user.
  expect((await signIn(to, 'mal')).body.user).toMatchObject({ documentId });
});

it('a new spelling of the address keeps the provider', async () => {
  const to = await open({ provider: { link: 'sameProvider' } });
  const { body } = await signIn(to, 'mal');
  const { documentId = '' } = (body.user ?? {}) as { documentId?: string };
  await to.kernel.documents(USER).update({ documentId, data: { email: 'MAL@example.com' } });
  expect(await to.kernel.documents(USER).findOne({ documentId })).toMatchObject({ provider: 'corp' });
});

it('a new password between the sign-in and its tokens ends the sign-in', async () => {
  const after = afterProof();
  const to = await open({ own: [after.plugin] });
  const { documentId } = (await signIn(to, 'ann')).body.user as { documentId: string };
  after.work = () => setPassword(to, documentId, 'Another-pass1');
  const { status, body } = await signIn(to, 'ann');
  expect([status, body.jwt]).toEqual([400, undefined]);
  expect((await signIn(to, 'ann')).status).toBe(200);
});

it('no provider has the name of users with a password', async () => {
  const local = { issuer: provider.issuer, clientId: 'a', callback: 'https://front.example.com' };
  await expect(open({ signIn: { providers: { local } } })).rejects.toThrow('other than "local"');
});

it('the log hides ID tokens in errors of providers', async () => {
  const to = await open({});
  const error = new Error('wrong answer', { cause: { body: { id_token: 'S3CRET' } } });
  to.kernel.log.warn('a provider could not confirm a sign-in', { error });
  const logs = JSON.stringify(to.logs);
  expect(logs).toContain('wrong answer');
  expect(logs).not.toContain('S3CRET');
});
