// Valid and invalid tokens, and the events that invalidate a token.
import { sign } from 'jsonwebtoken';
import type { TestApp } from '../../../core/testing';
import { bearer, createUsersApp, grant, mailbox, PASSWORD, register, SECRET } from './app';

const USER = 'plugin::users-permissions.user';
const now = (): number => Math.floor(Date.now() / 1000);
const unsigned = (payload: object, header: object): string =>
  `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

let app: TestApp;
const { mails, plugin } = mailbox();
beforeAll(async () => {
  app = await createUsersApp({}, { plugins: [plugin] });
  await register(app, 'alice');
  await grant(app, 'public', 'api::article.article.find');
  await grant(app, 'authenticated', 'api::article.article.find');
});
afterAll(() => app.close());

const status = async (authorization: string): Promise<readonly [number, string | undefined]> => {
  const answer = await app.agent.get('/api/articles').set('Authorization', authorization);
  return [answer.status, answer.body.error?.message];
};
const me = async (jwt: string): Promise<number> =>
  (await app.agent.get('/api/users/me').set('Authorization', bearer(jwt))).status;

it('keeps answers with a token, and answers to one, out of caches', async () => {
  const login = await app.agent.post('/api/auth/local').send({ identifier: 'alice', password: PASSWORD });
  const refused = await app.agent.post('/api/auth/local').send({ identifier: 'alice', password: 'wrong' });
  const list = await app.agent.get('/api/articles').set('Authorization', bearer(login.body.jwt));
  const anonymous = await app.agent.get('/api/articles');
  const cached = [login, refused, list, anonymous].map(({ status, headers }) => [
    status,
    headers['cache-control'],
  ]);
  expect(cached).toEqual([
    [200, 'no-store'],
    [400, 'no-store'],
    [200, 'no-store'],
    [200, undefined],
  ]);
});

const REFUSED = 'Missing or invalid credentials';
const bad: readonly (readonly [string, () => string, string])[] = [
  ['garbage', () => 'garbage', REFUSED],
  ['the wrong key', () => sign({ id: 1 }, 'another-key', { expiresIn: 60 }), REFUSED],
  ['an expired token', () => sign({ id: 1, iat: now() - 100, exp: now() - 10 }, SECRET), REFUSED],
  ['a token from the future', () => sign({ id: 1, iat: now() + 3600, exp: now() + 7200 }, SECRET), REFUSED],
  [
    'a token that is not valid yet',
    () => sign({ id: 1 }, SECRET, { expiresIn: 7200, notBefore: 3600 }),
    REFUSED,
  ],
  ['a token without an end', () => sign({ id: 1 }, SECRET), REFUSED],
  ['a token that ends beyond 2^53', () => sign({ id: 1, exp: 2 ** 53 }, SECRET), REFUSED],
  ['a token that ends at 1e300', () => sign({ id: 1, exp: 1e300 }, SECRET), REFUSED],
  ['alg none', () => unsigned({ id: 1, iat: now(), exp: now() + 60 }, { alg: 'none', typ: 'JWT' }), REFUSED],
  ['another algorithm', () => sign({ id: 1 }, SECRET, { algorithm: 'HS512', expiresIn: 60 }), REFUSED],
  ['no id', () => sign({ name: 'alice' }, SECRET, { expiresIn: 60 }), REFUSED],
  ['an id that is not a number', () => sign({ id: { $ne: 0 } }, SECRET, { expiresIn: 60 }), REFUSED],
  [
    'an access token of a session',
    () => sign({ userId: '1', sessionId: 'x', type: 'access' }, SECRET, { expiresIn: 60 }),
    REFUSED,
  ],
  ['an unknown user', () => sign({ id: 4711 }, SECRET, { expiresIn: 60 }), 'Invalid credentials'],
  [
    'a token older than the user',
    () => sign({ id: 1, iat: now() - 600, exp: now() + 600 }, SECRET),
    'Invalid credentials',
  ],
  ['another epoch', () => sign({ id: 1, v: 'guess' }, SECRET, { expiresIn: 60 }), 'Invalid credentials'],
];

it.each(bad)('401 for %s, on public routes too', async (_what, token, message) => {
  expect(await status(bearer(token()))).toEqual([401, message]);
});

const anonymous = ['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Token x', 'garbage', 'Bearer a b c'];
it.each(anonymous)('is anonymous with the header %j', async (header) => {
  expect(await status(header)).toEqual([200, undefined]);
});

const spellings = ['bearer', 'BEARER', '  Bearer '];
it.each(spellings)('accepts the scheme %j', async (scheme) => {
  const token = sign({ id: 1 }, SECRET, { expiresIn: 60 });
  expect(await status(`${scheme} ${token}`)).toEqual([200, undefined]);
});

it('ignores a token in the query string', async () => {
  expect((await app.agent.get('/api/users/me?access_token=x')).status).toBe(403);
});

const login = async (identifier: string, password: string) =>
  app.agent.post('/api/auth/local').send({ identifier, password });

const invalidations: readonly (readonly [string, (name: string, jwt: string) => Promise<void>, number])[] = [
  [
    'a changed password',
    async (_name, jwt) => {
      const password = 'Another1!';
      const { body } = await app.agent
        .post('/api/auth/change-password')
        .set('Authorization', bearer(jwt))
        .send({ currentPassword: PASSWORD, password, passwordConfirmation: password })
        .expect(200);
      expect(await me(body.jwt)).toBe(200);
    },
    401,
  ],
  [
    'a reset password',
    async (name) => {
      await app.agent.post('/api/auth/forgot-password').send({ email: `${name}@example.com` });
      const mail = mails.findLast(({ to }) => to === `${name}@example.com`);
      expect(mail?.subject).toBe('Reset password');
      const code = /code=([0-9a-f]{128})/.exec(mail?.text ?? '')?.[1] ?? '';
      const body = { code, password: 'Another1!', passwordConfirmation: 'Another1!' };
      const reset = await app.agent.post('/api/auth/reset-password').send(body).expect(200);
      expect(await me(reset.body.jwt)).toBe(200);
      expect((await app.agent.post('/api/auth/reset-password').send(body)).status).toBe(400);
      expect((await login(name, PASSWORD)).status).toBe(400);
    },
    401,
  ],
  ...[true, 'TRUE', 1, '1'].map(
    (blocked) =>
      [
        `a block written as ${JSON.stringify(blocked)}, even when it ends`,
        async (name: string) => {
          const user = await app.documents(USER).findFirst({ filters: { username: name } });
          const documentId = user?.documentId ?? '';
          await app.documents(USER).update({ documentId, data: { blocked } });
          await app.documents(USER).update({ documentId, data: { blocked: false } });
        },
        401,
      ] as const,
  ),
  [
    'a deletion',
    async (name) => {
      const user = await app.documents(USER).findFirst({ filters: { username: name } });
      await app.documents(USER).delete({ documentId: user?.documentId ?? '' });
    },
    401,
  ],
];
it.each(invalidations)('a token stops working after %s', async (what, invalidate, expected) => {
  const name = what.replaceAll('"', 'q').replace(/\W/g, '');
  const { jwt } = await register(app, name);
  // The second request uses the cache.
  for (let turn = 0; turn < 2; turn++) expect(await me(jwt)).toBe(200);
  await invalidate(name, jwt);
  expect(await me(jwt)).toBe(expected);
});

it('accepts one of two parallel uses of a code', async () => {
  await register(app, 'racer');
  await app.agent.post('/api/auth/forgot-password').send({ email: 'racer@example.com' });
  const code = /code=([0-9a-f]{128})/.exec(mails.at(-1)?.text ?? '')?.[1];
  const body = { code, password: 'Another1!', passwordConfirmation: 'Another1!' };
  const answers = await Promise.all(
    [1, 2, 3].map(() => app.agent.post('/api/auth/reset-password').send(body)),
  );
  expect(answers.map(({ status: code2 }) => code2).sort()).toEqual([200, 400, 400]);
});

const ends: readonly (readonly [string, (documentId: string, jwt: string) => PromiseLike<unknown>])[] = [
  [
    'a changed password',
    (_id, jwt) =>
      app.agent
        .post('/api/auth/change-password')
        .set('Authorization', bearer(jwt))
        .send({ currentPassword: PASSWORD, password: 'Another1!', passwordConfirmation: 'Another1!' })
        .expect(200),
  ],
  [
    'a changed address',
    (_id, jwt) =>
      app.agent
        .put('/api/users/me')
        .set('Authorization', bearer(jwt))
        .send({ email: 'elsewhere@example.com' })
        .expect(200),
  ],
  [
    'a block, even when it ends',
    async (documentId) => {
      for (const blocked of [true, false])
        await app.documents(USER).update({ documentId, data: { blocked } });
    },
  ],
];
it.each(ends)('a mailed code stops working after %s', async (what, end) => {
  const name = `mailed${what.replace(/\W/g, '')}`;
  const { documentId, jwt } = await register(app, name);
  await grant(app, 'authenticated', `${USER}.updateMe`);
  await app.agent.post('/api/auth/forgot-password').send({ email: `${name}@example.com` });
  const code = /code=([0-9a-f]{128})/.exec(mails.at(-1)?.text ?? '')?.[1];
  await end(documentId, jwt);
  const answer = await app.agent
    .post('/api/auth/reset-password')
    .send({ code, password: 'Stolen12!', passwordConfirmation: 'Stolen12!' });
  expect([answer.status, answer.body.error?.message]).toEqual([400, 'Incorrect code provided']);
});

it('stores only hashes of mailed codes', async () => {
  const { documentId } = await register(app, 'hashed');
  await app.agent.post('/api/auth/forgot-password').send({ email: 'hashed@example.com' });
  const code = /code=([0-9a-f]{128})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  const user = await app.documents(USER).findOne({ documentId });
  expect(user?.resetPasswordToken).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(user)).not.toContain(code);
});

it('applies a revoked permission at once', async () => {
  await grant(app, 'public', 'api::category.category.find');
  expect((await app.agent.get('/api/categories')).status).toBe(200);
  const permissions = app.documents('plugin::users-permissions.permission');
  const row = await permissions.findFirst({ filters: { action: 'api::category.category.find' } });
  await permissions.delete({ documentId: row?.documentId ?? '' });
  expect((await app.agent.get('/api/categories')).status).toBe(403);
});

describe('with e-mail confirmation', () => {
  const box = mailbox();
  let confirming: TestApp;
  beforeAll(async () => {
    confirming = await createUsersApp(
      { register: { emailConfirmation: true }, urls: { confirmed: '/welcome' } },
      { plugins: [box.plugin], config: { plugins: { graphql: true } } },
    );
  });
  afterAll(() => confirming.close());

  it('confirms an address over GraphQL once, and logs the user in', async () => {
    await register(confirming, 'greta');
    const code = /confirmation=([0-9a-f]{40})/.exec(box.mails.at(-1)?.text ?? '')?.[1];
    const query = `mutation { emailConfirmation(confirmation: "${code}") { jwt user { username confirmed } } }`;
    const { body } = await confirming.agent.post('/graphql').send({ query });
    expect(body).toEqual({
      data: { emailConfirmation: { jwt: expect.any(String), user: { username: 'greta', confirmed: true } } },
    });
    const me = await confirming.agent
      .get('/api/users/me')
      .set('Authorization', bearer(body.data.emailConfirmation.jwt));
    expect(me.body.username).toBe('greta');
    const again = await confirming.agent.post('/graphql').send({ query });
    expect(again.body.errors[0].message).toBe('Invalid token');
    box.mails.length = 0;
  });

  it('answers send-email-confirmation alike for every address, and mails to an unconfirmed user only', async () => {
    for (const [name, data] of Object.entries({
      fay: {},
      gil: { confirmed: true },
      hal: { blocked: true },
    })) {
      await register(confirming, name);
      const user = await confirming.documents(USER).findFirst({ filters: { username: name } });
      await confirming.documents(USER).update({ documentId: user?.documentId ?? '', data });
    }
    box.mails.length = 0;
    for (const name of ['fay', 'gil', 'hal', 'missing']) {
      const email = `${name}@example.com`;
      const answer = await confirming.agent.post('/api/auth/send-email-confirmation').send({ email });
      expect([answer.status, answer.body]).toEqual([200, { email, sent: true }]);
    }
    expect(box.mails.map(({ to }) => to)).toEqual(['fay@example.com']);
    box.mails.length = 0;
  });

  it('refuses login until the address is confirmed; the code works once', async () => {
    const send = { username: 'dora', email: 'dora@example.com', password: PASSWORD };
    const { body } = await confirming.agent.post('/api/auth/local/register').send(send).expect(200);
    expect(Object.keys(body)).toEqual(['user']);
    expect(body.user.confirmed).toBe(false);
    const refused = await confirming.agent
      .post('/api/auth/local')
      .send({ identifier: 'dora', password: PASSWORD });
    expect(refused.body.error.message).toBe('Your account email is not confirmed');
    const [mail] = box.mails;
    expect(mail?.subject).toBe('Account confirmation');
    const link =
      /\/api\/auth\/email-confirmation\?confirmation=[0-9a-f]{40}/.exec(mail?.text ?? '')?.[0] ?? '';
    const confirmed = await confirming.agent.get(link).expect(302);
    expect(confirmed.headers.location).toBe('/welcome');
    expect((await confirming.agent.get(link)).body.error.message).toBe('Invalid token');
    await confirming.agent
      .post('/api/auth/local')
      .send({ identifier: 'dora', password: PASSWORD })
      .expect(200);
  });

  it('refuses login with a new address until it is confirmed, and refuses the code of the old address', async () => {
    const send = { username: 'emma', email: 'emma@example.com', password: PASSWORD };
    await confirming.agent.post('/api/auth/local/register').send(send).expect(200);
    const linkOf = (text = '') => /\/api\/auth\/email-confirmation\S+/.exec(text)?.[0] ?? '';
    const first = linkOf(box.mails.at(-1)?.text);
    const emma = await confirming.documents(USER).findFirst({ filters: { username: 'emma' } });
    const documentId = emma?.documentId ?? '';
    await confirming.documents(USER).update({ documentId, data: { confirmed: true } });
    await grant(confirming, 'authenticated', `${USER}.updateMe`);
    const login = () =>
      confirming.agent.post('/api/auth/local').send({ identifier: 'emma', password: PASSWORD });
    const { jwt } = (await login()).body;
    const change = await confirming.agent
      .put('/api/users/me')
      .set('Authorization', bearer(jwt))
      .send({ email: 'emma@elsewhere.com' });
    expect(change.status).toBe(200);
    expect([(await login()).status, (await confirming.agent.get(first)).status]).toEqual([400, 400]);
    await confirming.agent.get(linkOf(box.mails.at(-1)?.text)).expect(302);
    expect((await login()).status).toBe(200);
  });
});
