// The preset github. A server has the addresses and answers of GitHub Enterprise, because a test cannot reach GitHub.
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApp } from '../../../core/testing';
import { FRONT, openApp, signIn } from './app';
import type { RealProvider } from './real-provider';

interface Answers {
  user: unknown;
  emails: unknown;
  orgs: unknown;
}

const ANN: Answers = {
  user: { id: 4711, login: 'ann-hub', email: 'public@example.com' },
  emails: [
    { email: 'old@example.com', primary: false, verified: true },
    { email: 'ann@example.com', primary: true, verified: true },
  ],
  orgs: [{ login: 'the-editors' }],
};

let answers: Answers = ANN;
let challenge = '';
let server: Server;
let app: TestApp;

/** Refuses a code without the verifier of its challenge. */
async function tokenFor(body: URLSearchParams): Promise<object> {
  const verifier = createHash('sha256')
    .update(body.get('code_verifier') ?? '')
    .digest('base64url');
  return verifier === challenge && body.get('client_secret') === 'secret-of-the-client'
    ? { access_token: 'token-of-ann', scope: 'read:user,user:email,read:org', token_type: 'bearer' }
    : { error: 'bad_verification_code', error_description: 'The code passed is incorrect.' };
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://hub');
    const json = (value: unknown, status = 200): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (url.pathname === '/login/oauth/authorize') {
      challenge = url.searchParams.get('code_challenge') ?? '';
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      back.searchParams.set('code', 'code-of-ann');
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    if (url.pathname === '/login/oauth/access_token') {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      return json(await tokenFor(new URLSearchParams(Buffer.concat(pieces).toString())));
    }
    if (request.headers.authorization !== 'Bearer token-of-ann')
      return json({ message: 'Bad credentials' }, 401);
    const at = { '/api/v3/user': 'user', '/api/v3/user/emails': 'emails', '/api/v3/user/orgs': 'orgs' }[
      url.pathname
    ];
    const answer = at === undefined ? undefined : answers[at as keyof Answers];
    return answer === undefined ? json({ message: 'Not Found' }, 404) : json(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
beforeEach(async () => {
  answers = ANN;
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hub = { issuer, allow: async () => undefined } as unknown as RealProvider;
  const roles = [{ group: 'the-editors', role: 'editor' }];
  app = await openApp(hub, { provider: { preset: 'github', clientSecret: 'secret-of-the-client', roles } });
});
afterEach(() => app.close());
afterAll(() => new Promise((done) => server.close(done)));

it('a person gets a user with the verified primary address, and the role of an organization', async () => {
  const { status, body } = await signIn(app, 'ann');
  expect(status).toBe(200);
  expect(body.user).toMatchObject({ username: 'ann-hub', email: 'ann@example.com', provider: 'corp' });
  const user = await app.kernel
    .documents('plugin::users-permissions.user')
    .findFirst({ filters: { username: 'ann-hub' }, populate: ['role'] });
  expect(user?.role).toMatchObject({ type: 'editor' });
});

it.each([
  [[{ email: 'ann@example.com', primary: true, verified: false }]],
  [[{ email: 'ann@example.com', primary: false, verified: true }]],
  [[]],
  [{ message: 'no list' }],
  [undefined],
])('without a verified primary address the public address does not count: %j', async (emails) => {
  answers = { ...ANN, emails };
  const { status, body } = await signIn(app, 'ann');
  expect(status).toBe(400);
  expect(body.error?.message).toContain('has not verified your email address');
});

it.each([[{ login: 'ann' }], [{ id: '4711' }], [null], ['text'], [undefined]])(
  'a person without a number is refused: %j',
  async (user) => {
    answers = { ...ANN, user };
    const { front } = await signIn(app, 'ann');
    expect(front.get('error_description')).toBe(
      'The provider "corp" could not confirm you: the answer of GET /user has no id',
    );
  },
);

it('a code of another sign-in is refused', async () => {
  const { headers } = await app.agent.get('/api/connect/corp').expect(302);
  const state = new URL(String(headers.location)).searchParams.get('state') ?? '';
  challenge = 'the challenge of another person';
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const answer = await app.agent
    .get('/api/connect/corp/callback')
    .query({ code: 'code-of-ann', state })
    .set('cookie', cookie)
    .expect(302);
  const front = new URL(String(answer.headers.location));
  expect(front.href.startsWith(FRONT)).toBe(true);
  expect(front.searchParams.get('error')).toBe('sign_in_failed');
});
