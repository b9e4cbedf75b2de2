// The refresh token as an httpOnly cookie: no answer of such a session shows it, and no form of another site uses it.
import type { TestApp } from '../../../core/testing';
import { bearer, createUsersApp, PASSWORD, register } from './app';

let app: TestApp;
beforeAll(async () => {
  app = await createUsersApp({ jwtManagement: 'refresh' });
  await register(app, 'alice');
});
afterAll(() => app.close());

const HEADER = { 'x-strapi-refresh-cookie': 'httpOnly' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
}
const post = async (path: string, headers: Record<string, string>, body: string): Promise<Reply> =>
  app.agent.post(path).set(headers).send(body);
const cookieOf = ({ headers }: Reply): string => String([headers['set-cookie'] ?? ''].flat()[0]);
/** What a browser sends back. */
const sentBack = (reply: Reply): string => cookieOf(reply).split(';')[0] ?? '';
const tokenIn = (cookie: string): string => cookie.split('=')[1] ?? '';

const logIn = (headers: Record<string, string> = HEADER): Promise<Reply> =>
  post(
    '/api/auth/local',
    { ...JSON_TYPE, ...headers },
    JSON.stringify({ identifier: 'alice', password: PASSWORD }),
  );

it('sends the refresh token as an httpOnly cookie on request', async () => {
  const answer = await logIn();
  expect(Object.keys(answer.body)).toEqual(['jwt', 'user']);
  expect(cookieOf(answer)).toMatch(
    /^strapi_up_refresh=[\w.-]+; Max-Age=1209600; Path=\/; HttpOnly; SameSite=lax$/,
  );
  const Cookie = `a=b; ${sentBack(answer)}`;
  const refreshed = await post('/api/auth/refresh', { ...HEADER, ...JSON_TYPE, Cookie }, '{}');
  expect(Object.keys(refreshed.body)).toEqual(['jwt']);
  const loggedOut = await post(
    '/api/auth/logout',
    { Authorization: bearer(String(refreshed.body.jwt)), Cookie },
    '',
  );
  expect([loggedOut.status, cookieOf(loggedOut)]).toEqual([
    200,
    expect.stringContaining('strapi_up_refresh=; Max-Age=0'),
  ]);
});

describe('a session with a cookie', () => {
  /** Spellings of a refresh that does not ask for a cookie. */
  const forms: readonly (readonly [string, (cookie: string) => [Record<string, string>, object]])[] = [
    ['by cookie', (Cookie) => [{ Cookie }, {}]],
    ['by cookie, with null in the body', (Cookie) => [{ Cookie }, { refreshToken: null }]],
    [
      'by cookie, with another value of the header',
      (Cookie) => [{ Cookie, 'x-strapi-refresh-cookie': 'no' }, {}],
    ],
    ['by body', (cookie) => [{}, { refreshToken: tokenIn(cookie) }]],
    ['by body and cookie', (Cookie) => [{ Cookie }, { refreshToken: tokenIn(Cookie) }]],
  ];
  it.each(forms)('never shows its refresh token: %s', async (_name, form) => {
    let cookie = sentBack(await logIn());
    // The second answer is that of the successor.
    for (let turn = 0; turn < 2; turn++) {
      const [headers, body] = form(cookie);
      const answer = await post('/api/auth/refresh', { ...JSON_TYPE, ...headers }, JSON.stringify(body));
      expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['jwt']]);
      expect(cookieOf(answer)).toContain('HttpOnly');
      cookie = sentBack(answer);
    }
  });

  it.each(forms)('never shows it in a second use: %s', async (_name, form) => {
    const [headers, body] = form(sentBack(await logIn()));
    for (let use = 0; use < 3; use++) {
      const answer = await post('/api/auth/refresh', { ...JSON_TYPE, ...headers }, JSON.stringify(body));
      expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['jwt']]);
    }
  });

  it('begins when a refresh asks for the cookie', async () => {
    const { body } = await logIn({});
    const first = await post(
      '/api/auth/refresh',
      { ...JSON_TYPE, ...HEADER },
      JSON.stringify({ refreshToken: body.refreshToken }),
    );
    // A second use of the former token, which the page knows.
    const again = await post(
      '/api/auth/refresh',
      JSON_TYPE,
      JSON.stringify({ refreshToken: body.refreshToken }),
    );
    expect([Object.keys(first.body), Object.keys(again.body)]).toEqual([['jwt'], ['jwt']]);
  });

  it('begins also when a second use within the grace time asks for it', async () => {
    const { body } = await logIn({});
    const sent = JSON.stringify({ refreshToken: body.refreshToken });
    await post('/api/auth/refresh', JSON_TYPE, sent);
    const asked = await post('/api/auth/refresh', { ...JSON_TYPE, ...HEADER }, sent);
    const later = await post(
      '/api/auth/refresh',
      JSON_TYPE,
      JSON.stringify({ refreshToken: tokenIn(sentBack(asked)) }),
    );
    expect([Object.keys(asked.body), Object.keys(later.body)]).toEqual([['jwt'], ['jwt']]);
  });

  it('goes on with a cookie after a changed password', async () => {
    await register(app, 'bob');
    const credentials = JSON.stringify({ identifier: 'bob', password: PASSWORD });
    const { body } = await post('/api/auth/local', { ...JSON_TYPE, ...HEADER }, credentials);
    const changed = await post(
      '/api/auth/change-password',
      { ...JSON_TYPE, Authorization: bearer(String(body.jwt)) },
      JSON.stringify({ currentPassword: PASSWORD, password: 'Another1!', passwordConfirmation: 'Another1!' }),
    );
    expect([changed.status, Object.keys(changed.body)]).toEqual([200, ['jwt', 'user']]);
    expect(cookieOf(changed)).toContain('HttpOnly');
  });
});

it('shows the refresh token of a session without a cookie', async () => {
  const { body } = await logIn({});
  const answer = await post(
    '/api/auth/refresh',
    JSON_TYPE,
    JSON.stringify({ refreshToken: body.refreshToken }),
  );
  expect(Object.keys(answer.body)).toEqual(['jwt', 'refreshToken']);
  expect(cookieOf(answer)).toBe('');
});

// The types that a form, or fetch without a preflight, can send from another site.
it.each([
  ['application/x-www-form-urlencoded', 'a=b'],
  ['application/x-www-form-urlencoded', 'refreshToken='],
  ['text/plain', '{}'],
  ['text/plain; application/json', '{}'],
  ['multipart/form-data; boundary=x', '--x--'],
  ['application/jsonp', '{}'],
  [null, ''],
])('refuses a refresh by cookie with the type %j and the body %j', async (type, body) => {
  const Cookie = sentBack(await logIn());
  const refused = await post(
    '/api/auth/refresh',
    { ...(type ? { 'Content-Type': type } : {}), Cookie },
    body,
  );
  expect([refused.status, cookieOf(refused)]).toEqual([400, '']);
  // The token was not used.
  const { jwt } = (await post('/api/auth/refresh', { ...JSON_TYPE, Cookie }, '{}')).body;
  expect((await app.agent.get('/api/users/me').set('Authorization', bearer(String(jwt)))).status).toBe(200);
});

it('accepts a refresh by cookie with the header alone', async () => {
  const Cookie = sentBack(await logIn());
  const answer = await post('/api/auth/refresh', { ...HEADER, Cookie }, '');
  expect([answer.status, Object.keys(answer.body)]).toEqual([200, ['jwt']]);
});
