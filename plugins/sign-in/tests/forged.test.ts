// What a provider, a page or a browser may forge. Each forgery is refused with a message, and the person is not signed in.
import type { ServerResponse } from 'node:http';
import type { TestApp } from '../../../core/testing';
import { USER } from '../../users-permissions';
import { FRONT, openApp, type Settings, signIn } from './app';
import { Person } from './person';
import { claimsOf, type RealProvider, startProvider } from './real-provider';

let provider: RealProvider;
let app: TestApp;
/** Tests with the same settings share an application. */
let shared: string | null = null;
beforeAll(async () => {
  provider = await startProvider();
  provider.people.set('ann', { email: 'ann@example.com', email_verified: true, preferred_username: 'ann' });
});
afterAll(async () => {
  await app.close();
  await provider.close();
});

async function open(settings: Settings = {}): Promise<void> {
  provider.spoil = null;
  const asked = JSON.stringify(settings);
  if (shared === asked) return;
  if (shared !== null) await app.close();
  app = await openApp(provider, settings);
  shared = asked;
}

/** An application that has asked the provider nothing yet. */
async function openAnew(): Promise<void> {
  if (shared !== null) await app.close();
  shared = null;
  await open();
}

const countUsers = () => app.kernel.documents(USER).count({});

/** Changes the ID token of the provider. */
const withToken = (change: (claims: Record<string, unknown>) => string) => {
  provider.spoil = (path) =>
    path === '/token' && ((body) => ({ ...body, id_token: change(claimsOf(String(body.id_token))) }));
};

const soon = () => Math.floor(Date.now() / 1000);

it.each<[string, (claims: Record<string, unknown>) => string]>([
  ['another issuer', (claims) => provider.signed({ ...claims, iss: 'https://evil.example.com' })],
  ['another audience', (claims) => provider.signed({ ...claims, aud: 'another-client' })],
  ['another nonce', (claims) => provider.signed({ ...claims, nonce: 'x'.repeat(43) })],
  ['no nonce', ({ nonce: _, ...claims }) => provider.signed(claims)],
  ['an end in the past', (claims) => provider.signed({ ...claims, exp: soon() - 3600 })],
  ['no subject', ({ sub: _, ...claims }) => provider.signed(claims)],
  ['another subject than the user info', (claims) => provider.signed({ ...claims, sub: 'bea' })],
  ['the algorithm none', (claims) => provider.signed(claims, { alg: 'none' })],
  ['the key of another server', (claims) => provider.signed(claims, { alg: 'RS256', kid: 'own' }, 'other')],
  ['an unknown key', (claims) => provider.signed(claims, { alg: 'RS256', kid: 'other' }, 'other')],
  ['no signature', (claims) => provider.signed(claims).replace(/[^.]+$/, '')],
  ['no form', () => 'nonsense'],
])('refuses an ID token with %s', async (_, change) => {
  await open();
  withToken(change);
  const before = await countUsers();
  const { front } = await signIn(app, 'ann');
  expect(front.get('access_token')).toBeNull();
  expect(front.get('error')).toBe('sign_in_failed');
  expect(front.get('error_description')).toContain(
    'The provider "corp" could not confirm you: its answer is not valid',
  );
  expect(await countUsers()).toBe(before);
});

it('takes the token of the provider without a change', async () => {
  await open();
  withToken((claims) => provider.signed(claims));
  expect((await signIn(app, 'ann')).status).toBe(200);
});

it.each(['/token', '/jwks', '/me', '/.well-known/openid-configuration'])(
  'refuses nonsense, an error and a redirect at %s',
  async (at) => {
    const answers: ((response: ServerResponse) => void)[] = [
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
      (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('null'),
      (response) =>
        response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":"server_error"}'),
      (response) => response.writeHead(302, { location: 'https://evil.example.com' }).end(),
      (response) => void response.destroy(),
    ];
    const isKept = at === '/jwks' || at === '/.well-known/openid-configuration';
    for (const answer of answers) {
      await (isKept ? openAnew() : open());
      provider.spoil = (path, response) => {
        if (path !== at) return false;
        answer(response);
        return true;
      };
      const before = await countUsers();
      const { front } = await signIn(app, 'ann');
      expect(front.get('error')).toBe('sign_in_failed');
      expect(front.get('error_description')).toContain('The provider "corp" could not confirm you');
      expect(await countUsers()).toBe(before);
    }
  },
);

it.each(['/token', '/.well-known/openid-configuration'])(
  'gives up a provider that hangs at %s',
  async (at) => {
    // Another limit, so that this application has asked the provider nothing yet.
    await open({ signIn: { timeout: at === '/token' ? 300 : 301 } });
    provider.spoil = (path) => path === at;
    const { front } = await signIn(app, 'ann');
    expect(front.get('error_description')).toContain('it did not answer within 30');
  },
);

it.each(['/token', '/.well-known/openid-configuration'])('does not read 100 MB at %s', async (at) => {
  await openAnew();
  let sent = 0;
  provider.spoil = (path, response) => {
    if (path !== at) return false;
    response.writeHead(200, { 'content-type': 'application/json' });
    const piece = Buffer.alloc(65_536, ' ');
    const more = (): void => {
      while (sent < 100_000_000 && !response.destroyed) {
        sent += piece.length;
        if (!response.write(piece)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
    return true;
  };
  const { front } = await signIn(app, 'ann');
  expect(front.get('error_description')).toContain('its answer has more than 1048576 bytes');
  expect(sent).toBeLessThan(50_000_000);
});

/** The redirect of the provider, before the browser follows it. */
async function answered(person: Person): Promise<URL> {
  const page = await person.signIn(
    `${app.url}/api/connect/corp`,
    'ann',
    `${app.url}/api/connect/corp/callback`,
  );
  return page.url;
}

it('the answer of the provider works only in the browser that began, with its state, and once', async () => {
  await open();
  const person = new Person();
  const url = await answered(person);
  const take = async (from: Person, address: URL) => (await from.open(address.href, FRONT)).text;
  const message = 'The sign-in did not begin in this browser';
  expect(await take(new Person(), url)).toContain(message);
  for (const state of ['', 'x'.repeat(43), url.searchParams.get('state')?.toUpperCase() ?? '']) {
    const forged = new URL(url);
    forged.searchParams.set('state', state);
    expect(await take(person, forged)).toContain(message);
  }
  const twice = new URL(url);
  twice.searchParams.append('state', 'y'.repeat(43));
  expect(await take(person, twice)).toContain(message);
  const { cookie } = { cookie: person.cookiesOf(url) };
  const first = await person.open(url.href, FRONT);
  expect(first.url.searchParams.get('access_token')).toMatch(/^[\w-]{43}$/);
  // Even a browser that keeps the cookie cannot repeat it.
  const { body } = await app.agent.get(`${url.pathname}${url.search}`).set('cookie', cookie).expect(400);
  expect(body.error.message).toContain(message);
});

it('a code of another sign-in is refused: the verifier of PKCE belongs to the browser', async () => {
  await open();
  const [attacker, victim] = [new Person(), new Person()];
  const [theirs, own] = [await answered(attacker), await answered(victim)];
  own.searchParams.set('code', theirs.searchParams.get('code') ?? '');
  const page = await victim.open(own.href, FRONT);
  expect(page.url.searchParams.get('error')).toBe('sign_in_failed');
});

it.each([
  'https://evil.example.com',
  '//evil.example.com',
  `${FRONT}.evil.example.com`,
  `${FRONT}/../other`,
  '',
])('refuses the page %j', async (callback) => {
  await open();
  const { body } = await app.agent.get('/api/connect/corp').query({ callback }).expect(400);
  expect(body.error.message).toContain('is not allowed as `callback`');
});

it('takes a page of the list', async () => {
  const other = `${FRONT}?from=app`;
  await open({ provider: { allowedCallbacks: [other] } });
  const { front, status } = await signIn(app, 'ann', `?callback=${encodeURIComponent(other)}`);
  expect([front.get('from'), status]).toEqual(['app', 200]);
});

it('the token of a provider is no access_token: it may be the token of another application', async () => {
  await open();
  let theirs = '';
  provider.spoil = (path) =>
    path === '/token' &&
    ((body) => {
      theirs = String(body.access_token);
      return body;
    });
  await signIn(app, 'ann');
  expect(theirs).not.toBe('');
  await app.agent.get('/api/auth/corp/callback').query({ access_token: theirs }).expect(400);
});

it('a person who cancels gets the page of the front end', async () => {
  await open();
  const person = new Person();
  const url = await answered(person);
  url.searchParams.delete('code');
  url.searchParams.set('error', 'access_denied');
  url.searchParams.set('error_description', '<b>call 555</b>');
  const page = await person.open(url.href, FRONT);
  expect(page.url.searchParams.get('error')).toBe('access_denied');
  expect(page.url.searchParams.get('error_description')).toBe('The sign-in with "corp" was cancelled');
});
