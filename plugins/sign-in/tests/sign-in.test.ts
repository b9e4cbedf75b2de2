// A sign-in from end to end, at a real OpenID provider.
import { type TestApp, testDatabases } from '../../../core/testing';
import { USER } from '../../users-permissions';
import { FRONT, openApp, type Settings, signIn } from './app';
import { Person } from './person';
import { type RealProvider, startProvider } from './real-provider';

let provider: RealProvider;
let app: TestApp | null = null;
beforeAll(async () => {
  provider = await startProvider();
  for (const [login, groups] of [
    ['ann', ['staff', 'editors']],
    ['bea', ['staff']],
  ] as const)
    provider.people.set(login, {
      email: `${login}@example.com`,
      email_verified: true,
      preferred_username: login,
      groups,
    });
  provider.people.set('eve', { email: 'ann@example.com', email_verified: false, preferred_username: 'eve' });
  provider.people.set('unknown-person', { preferred_username: 'unknown-person' });
});
afterEach(async () => {
  await app?.close();
  app = null;
});
afterAll(() => provider.close());

async function open(settings: Settings = {}): Promise<TestApp> {
  app = await openApp(provider, settings);
  return app;
}
const register = (to: TestApp, name: string) =>
  to.agent
    .post('/api/auth/local/register')
    .send({ username: name, email: `${name}@example.com`, password: 'Passw0rd!' });

describe.each(testDatabases())('on %s', (database) => {
  it('a person gets a user, the tokens, and the same user again', async () => {
    const to = await open({ database });
    const first = await signIn(to, 'ann');
    expect(first.status).toBe(200);
    expect(first.body.user).toMatchObject({
      username: 'ann',
      email: 'ann@example.com',
      provider: 'corp',
      confirmed: true,
    });
    const me = await to.agent
      .get('/api/users/me')
      .set('authorization', `Bearer ${first.body.jwt}`)
      .expect(200);
    expect(me.body).toMatchObject({ id: first.body.user?.id, username: 'ann' });
    const again = await signIn(to, 'ann');
    expect(again.body.user).toMatchObject({ id: first.body.user?.id });
  });

  it('two first sign-ins at once have one user', async () => {
    const to = await open({ database });
    const both = await Promise.all([signIn(to, 'ann'), signIn(to, 'ann')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0]?.body.user?.id).toBe(both[1]?.body.user?.id);
    expect(await to.kernel.documents(USER).count({})).toBe(1);
  });

  it('a deleted user leaves nothing: the same person gets a new user', async () => {
    const to = await open({ database });
    const { body } = await signIn(to, 'ann');
    await to.kernel.documents(USER).delete({ documentId: String(body.user?.documentId) });
    const [row] = await to.kernel.database.knex('sign_in_identities').count({ rows: '*' });
    expect(Number(row?.rows)).toBe(0);
    const again = await signIn(to, 'ann');
    expect(again.status).toBe(200);
    expect(again.body.user?.documentId).not.toBe(body.user?.documentId);
  });

  it('the groups of a person set the role at each sign-in', async () => {
    const to = await open({ database, provider: { roles: [{ group: 'editors', role: 'editor' }] } });
    const roleOf = async (name: string) => {
      const user = await to.kernel
        .documents(USER)
        .findFirst({ filters: { username: name }, populate: ['role'] });
      return (user?.role as { type: string } | undefined)?.type;
    };
    await signIn(to, 'ann');
    await signIn(to, 'bea');
    expect([await roleOf('ann'), await roleOf('bea')]).toEqual(['editor', 'authenticated']);
    const claims = provider.people.get('bea');
    provider.people.set('bea', { ...claims, groups: ['editors'] });
    await signIn(to, 'bea');
    expect(await roleOf('bea')).toBe('editor');
    provider.people.set('bea', { ...claims, groups: 'editors' });
    await signIn(to, 'bea');
    expect(await roleOf('bea')).toBe('authenticated');
  });
});

describe('presets of OpenID', () => {
  it.each(['google', 'gitlab', 'keycloak', 'openid'])(
    '%s asks for the address and the profile, and signs in',
    async (preset) => {
      const roles = [{ group: 'cms-editors', role: 'editor' }];
      const to = await open({ provider: { preset, groups: 'realm_access.roles', roles } });
      provider.people.set('kim', {
        email: 'kim@example.com',
        email_verified: true,
        preferred_username: 'kim',
        realm_access: { roles: ['offline_access', 'cms-editors'] },
      });
      const { headers } = await to.agent.get('/api/connect/corp').expect(302);
      const asked = new URL(String(headers.location)).searchParams;
      expect([asked.get('scope'), asked.get('code_challenge_method')]).toEqual([
        'openid email profile',
        'S256',
      ]);
      const { status, body } = await signIn(to, 'kim');
      expect([status, body.user?.email]).toEqual([200, 'kim@example.com']);
      const user = await to.kernel
        .documents(USER)
        .findFirst({ filters: { username: 'kim' }, populate: ['role'] });
      expect(user?.role).toMatchObject({ type: 'editor' });
    },
  );

  it.each([
    ['microsoft', /issuer: is missing.*https:\/\/login\.microsoftonline\.com\/TENANT-ID\/v2\.0/s],
    ['keycloak', /issuer: is missing.*\/realms\/REALM/s],
  ])('%s needs an issuer, and startup shows an example', async (preset, message) => {
    await expect(open({ provider: { preset, issuer: undefined } })).rejects.toThrow(message);
  });

  it.each([
    ['google', undefined],
    ['gitlab', undefined],
    ['github', undefined],
    // A test cannot reach Microsoft, and the preset takes no other server.
    ['microsoft', 'https://login.microsoftonline.com/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0'],
  ])('%s is complete with the issuer %s', async (preset, issuer) => {
    const to = await open({ provider: { preset, issuer } });
    expect(to.kernel.schema.types.has(USER)).toBe(true);
  });
});

it('an access_token works once, only for its provider, and no other text works', async () => {
  const to = await open();
  const page = await new Person().signIn(`${to.url}/api/connect/corp`, 'ann', FRONT);
  const token = page.url.searchParams.get('access_token') ?? '';
  const ask = (given: string) => to.agent.get('/api/auth/corp/callback').query({ access_token: given });
  await ask(token).expect(200);
  for (const wrong of [token, '', 'x'.repeat(43), `${token}x`]) {
    const { body } = await ask(wrong).expect(400);
    expect(body.error.message).toContain('`access_token` is unknown');
  }
  await to.agent.get('/api/auth/corp/callback?access_token[a]=b').expect(400);
  await to.agent.get('/api/auth/other/callback').query({ access_token: token }).expect(400);
});

it('a blocked user is refused', async () => {
  const to = await open();
  const { body } = await signIn(to, 'ann');
  await to.kernel
    .documents(USER)
    .update({ documentId: String(body.user?.documentId), data: { blocked: true } });
  const blocked = await signIn(to, 'ann');
  expect(blocked.status).toBe(400);
  expect(blocked.body.error?.message).toBe('Your account has been blocked by an administrator');
});

it('a name that is taken gets an ending', async () => {
  const to = await open();
  await to.agent
    .post('/api/auth/local/register')
    .send({ username: 'ann', email: 'other@example.com', password: 'Passw0rd!' })
    .expect(200);
  const { body } = await signIn(to, 'ann');
  expect(body.user?.username).toMatch(/^ann-[0-9a-f]{8}$/);
});

describe('an existing user with the same address', () => {
  it.each([
    ['never', 'local', false],
    ['never', 'corp', false],
    ['sameProvider', 'local', false],
    ['sameProvider', 'corp', true],
    ['confirmed', 'local', true],
  ])('with link %s and the provider %s is linked: %s', async (link, of, isLinked) => {
    const users = { register: { emailConfirmation: link === 'confirmed' } };
    const to = await open({ provider: { link }, users });
    await register(to, 'ann').expect(200);
    const user = await to.kernel.documents(USER).findFirst({ filters: { username: 'ann' } });
    const documentId = String(user?.documentId);
    await to.kernel.documents(USER).update({ documentId, data: { provider: of, confirmed: true } });
    const { status, body } = await signIn(to, 'ann');
    expect(status).toBe(isLinked ? 200 : 400);
    if (isLinked) expect(body.user?.documentId).toBe(documentId);
    else expect(body.error?.message).toContain('There is an account with your email address');
    expect(await to.kernel.documents(USER).count({})).toBe(1);
  });

  it('with link confirmed, an address that is not confirmed is not linked', async () => {
    const to = await open({
      provider: { link: 'confirmed' },
      users: { register: { emailConfirmation: true } },
    });
    await register(to, 'ann').expect(200);
    expect((await signIn(to, 'ann')).status).toBe(400);
  });

  it('link confirmed without email confirmation stops startup', async () => {
    await expect(open({ provider: { link: 'confirmed' } })).rejects.toThrow(
      'register.emailConfirmation: true',
    );
  });

  it('an address that the provider has not verified takes over no account, and makes none', async () => {
    const to = await open({
      provider: { link: 'confirmed' },
      users: { register: { emailConfirmation: true } },
    });
    await register(to, 'ann').expect(200);
    const user = await to.kernel.documents(USER).findFirst({ filters: { username: 'ann' } });
    await to.kernel
      .documents(USER)
      .update({ documentId: String(user?.documentId), data: { confirmed: true } });
    for (const login of ['eve', 'unknown-person']) {
      const { status, body } = await signIn(to, login);
      expect(status).toBe(400);
      expect(body.error?.message).toContain('has not verified your email address');
    }
    expect(await to.kernel.documents(USER).count({})).toBe(1);
  });
});

it.each([
  [{ provider: { createUsers: false } }, 'There is no account for you'],
  [{ users: { register: { enabled: false } } }, 'Register action is currently disabled'],
])('creates no user where users are not created: %j', async (settings, message) => {
  const to = await open(settings);
  const { status, body } = await signIn(to, 'ann');
  expect(status).toBe(400);
  expect(body.error?.message).toContain(message);
  expect(await to.kernel.documents(USER).count({})).toBe(0);
});

it('unknown providers answer as before, and many requests get a 429', async () => {
  const to = await open({ signIn: { perMinute: 3 } });
  for (const path of ['/api/connect/other', '/api/auth/other/callback']) {
    const { body } = await to.agent.get(path).expect(400);
    expect(body.error.message).toBe('This provider is disabled');
  }
  for (let request = 0; request < 3; request++) await to.agent.get('/api/connect/corp').expect(302);
  await to.agent.get('/api/connect/corp').expect(429);
});

it('in refresh mode the front end gets a refresh token', async () => {
  const to = await open({ users: { jwtManagement: 'refresh' } });
  const { body } = await signIn(to, 'ann');
  expect(typeof body.refreshToken).toBe('string');
});

it.each([
  [{ issuer: undefined }, 'issuer: is missing'],
  [
    { preset: 'microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
    'needs the id of a tenant',
  ],
  [{ preset: 'github' }, 'GitHub has no clients without a secret'],
  [{ callback: 'javascript:alert(1)' }, 'expected the address of a page'],
  [{ roles: [{ group: 'a', role: 'unknown' }] }, 'there is no role "unknown"'],
])('a wrong provider stops startup: %j', async (given, message) => {
  const values = { ...given, ...(message.includes('GitHub') ? { clientSecret: undefined } : {}) };
  await expect(open({ provider: values })).rejects.toThrow(message);
});

it('the front end gets its state again, with a token and with an error', async () => {
  const to = await open();
  const state = "a b&c=d#'é";
  const query = `?state=${encodeURIComponent(state)}`;
  const { front, status } = await signIn(to, 'ann', query);
  expect([front.get('state'), status]).toEqual([state, 200]);
  expect((await signIn(to, 'bea')).front.has('state')).toBe(false);
  provider.spoil = (path, response) => path === '/token' && Boolean(response.writeHead(500).end());
  const failed = await signIn(to, 'ann', query);
  provider.spoil = null;
  expect([failed.front.get('error'), failed.front.get('state')]).toEqual(['sign_in_failed', state]);
  for (const wrong of [`?state=${'a'.repeat(201)}`, '?state=a&state=b', '?state[a]=b']) {
    const { body } = await to.agent.get(`/api/connect/corp${wrong}`).expect(400);
    expect(body.error.message).toContain('at most 200 characters');
  }
});

it('below a path of a proxy, the browser sends the cookie of the sign-in', async () => {
  for (const [url, path] of [
    ['https://example.com/cms/', '/cms/api/connect'],
    ['https://example.com', '/api/connect'],
  ] as const) {
    const to = await open({ url });
    const { headers } = await to.agent.get('/api/connect/corp').expect(302);
    expect(String(headers['set-cookie']).split('; ')).toContain(`Path=${path}`);
    const back = new URL(String(headers.location)).searchParams.get('redirect_uri') ?? '';
    expect(new URL(back).pathname.startsWith(`${path}/`)).toBe(true);
    await to.close();
  }
  app = null;
});
