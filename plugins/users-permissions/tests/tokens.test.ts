// Which tokens are good, and when a good one dies.
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

const REFUSED = 'Missing or invalid credentials';
const bad: readonly (readonly [string, () => string, string])[] = [
  ['garbage', () => 'garbage', REFUSED],
  ['the wrong key', () => sign({ id: 1 }, 'another-key', { expiresIn: 60 }), REFUSED],
  ['an expired one', () => sign({ id: 1, iat: now() - 100, exp: now() - 10 }, SECRET), REFUSED],
  ['one from the future', () => sign({ id: 1, iat: now() + 3600, exp: now() + 7200 }, SECRET), REFUSED],
  ['one not good yet', () => sign({ id: 1 }, SECRET, { expiresIn: 7200, notBefore: 3600 }), REFUSED],
  ['one that never ends', () => sign({ id: 1 }, SECRET), REFUSED],
  ['alg none', () => unsigned({ id: 1, iat: now(), exp: now() + 60 }, { alg: 'none', typ: 'JWT' }), REFUSED],
  ['another algorithm', () => sign({ id: 1 }, SECRET, { algorithm: 'HS512', expiresIn: 60 }), REFUSED],
  ['no id', () => sign({ name: 'alice' }, SECRET, { expiresIn: 60 }), REFUSED],
  ['an id that is no number', () => sign({ id: { $ne: 0 } }, SECRET, { expiresIn: 60 }), REFUSED],
  [
    'an access token of a session',
    () => sign({ userId: '1', sessionId: 'x', type: 'access' }, SECRET, { expiresIn: 60 }),
    REFUSED,
  ],
  ['an unknown user', () => sign({ id: 4711 }, SECRET, { expiresIn: 60 }), 'Invalid credentials'],
  [
    'one from before the user',
    () => sign({ id: 1, iat: now() - 600, exp: now() + 600 }, SECRET),
    'Invalid credentials',
  ],
  ['another epoch', () => sign({ id: 1, v: 'guess' }, SECRET, { expiresIn: 60 }), 'Invalid credentials'],
];

it.each(bad)('401 for %s, on public routes too', async (_what, token, message) => {
  expect(await status(bearer(token()))).toEqual([401, message]);
});

const nobody = ['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Token x', 'garbage', 'Bearer a b c'];
it.each(nobody)('is nobody with the header %j', async (header) => {
  expect(await status(header)).toEqual([200, undefined]);
});

const spellings = ['bearer', 'BEARER', '  Bearer '];
it.each(spellings)('knows the scheme %j', async (scheme) => {
  const token = sign({ id: 1 }, SECRET, { expiresIn: 60 });
  expect(await status(`${scheme} ${token}`)).toEqual([200, undefined]);
});

it('ignores a token in the address', async () => {
  expect((await app.agent.get('/api/users/me?access_token=x')).status).toBe(403);
});

const login = async (identifier: string, password: string) =>
  app.agent.post('/api/auth/local').send({ identifier, password });

const deaths: readonly (readonly [string, (name: string, jwt: string) => Promise<void>, number])[] = [
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
it.each(deaths)('a token dies with %s', async (what, kill, expected) => {
  const name = what.replaceAll('"', 'q').replace(/\W/g, '');
  const { jwt } = await register(app, name);
  // Read, then known.
  for (let turn = 0; turn < 2; turn++) expect(await me(jwt)).toBe(200);
  await kill(name, jwt);
  expect(await me(jwt)).toBe(expected);
});

it('lets one of two uses of a code win', async () => {
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
    'the password is changed',
    (_id, jwt) =>
      app.agent
        .post('/api/auth/change-password')
        .set('Authorization', bearer(jwt))
        .send({ currentPassword: PASSWORD, password: 'Another1!', passwordConfirmation: 'Another1!' })
        .expect(200),
  ],
  [
    'the address is',
    (_id, jwt) =>
      app.agent
        .put('/api/users/me')
        .set('Authorization', bearer(jwt))
        .send({ email: 'elsewhere@example.com' })
        .expect(200),
  ],
  [
    'the user is blocked, even when that ends',
    async (documentId) => {
      for (const blocked of [true, false])
        await app.documents(USER).update({ documentId, data: { blocked } });
    },
  ],
];
it.each(ends)('a code that was mailed is good for nothing once %s', async (what, end) => {
  const name = what.replace(/\W/g, '');
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

it('keeps only hashes of what it mails', async () => {
  const { documentId } = await register(app, 'hashed');
  await app.agent.post('/api/auth/forgot-password').send({ email: 'hashed@example.com' });
  const code = /code=([0-9a-f]{128})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
  const user = await app.documents(USER).findOne({ documentId });
  expect(user?.resetPasswordToken).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(user)).not.toContain(code);
});

it('sees a permission taken away at once', async () => {
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
      { plugins: [box.plugin] },
    );
  });
  afterAll(() => confirming.close());

  it('lets nobody in before the address is confirmed, once', async () => {
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

  it('lets nobody in with a new address before that is confirmed, nor with the code of the old one', async () => {
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
