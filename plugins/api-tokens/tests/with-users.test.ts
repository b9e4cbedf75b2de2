import { createTokenApp, type TokenApp } from './token-app';

const FIND = 'api::article.article.find';
const UPDATE = 'api::article.article.update';

let it_: TokenApp;
let jwt: string;
beforeAll(async () => {
  it_ = await createTokenApp({
    others: {
      'users-permissions': {
        config: {
          jwtSecret: 'not a secret but long enough to sign a test',
          register: { role: 'maker' },
          roles: {
            maker: {
              actions: [
                'plugin::api-tokens.token.create',
                FIND,
                { action: UPDATE, where: { author: { name: '$user.username' } } },
              ],
            },
            public: { actions: ['plugin::users-permissions.auth.register', 'api::tag.tag.find'] },
          },
        },
      },
    },
  });
  const ann = { username: 'Ann', email: 'ann@example.com', password: 'a password' };
  const { body } = await it_.app.agent.post('/api/auth/local/register').send(ann);
  jwt = body.jwt;
});
afterAll(() => it_.app.close());

it('accepts tokens of users and API tokens side by side', async () => {
  const { make, get } = it_;
  const token = await make({ type: 'read-only' });
  expect(jwt).toMatch(/\..*\./);
  expect((await get('/api/articles', jwt)).status).toBe(200);
  expect((await get('/api/authors', jwt)).status).toBe(403);
  expect((await get('/api/authors', token.accessKey)).status).toBe(200);
  expect((await get('/api/authors')).status).toBe(403);
});

it('does not inherit the permissions of the public role', async () => {
  const token = await it_.make({ type: 'custom', actions: [FIND] });
  expect((await it_.get('/api/tags')).status).toBe(200);
  expect((await it_.get('/api/tags', token.accessKey)).status).toBe(403);
});

it.each(['f'.repeat(64), 'garbage', 'a.b.c'])('refuses %s on public routes too', async (secret) => {
  const answer = await it_.get('/api/tags', secret);
  expect(answer.status).toBe(401);
  expect(answer.body.error).toMatchObject({
    name: 'UnauthorizedError',
    message: 'Missing or invalid credentials',
  });
});

it.each<[string, object, number]>([
  ['what their role may do', { type: 'custom', actions: [FIND] }, 201],
  ['what their role may do under a condition', { type: 'custom', actions: [UPDATE] }, 403],
  [
    'an action that the role does not have',
    { type: 'custom', actions: ['api::article.article.delete'] },
    403,
  ],
  ['reading of everything', { type: 'read-only' }, 403],
  ['everything', { type: 'full-access' }, 403],
])('a user creates a token for %s', async (what, input, status) => {
  const answer = await it_.send('post', '/api/api-tokens', jwt, { name: what, ...input });
  expect(answer.status).toBe(status);
});

describe('a token that a user created', () => {
  const USER = 'plugin::users-permissions.user';
  const ROLE = 'plugin::users-permissions.role';
  let count = 0;

  async function newToken(): Promise<{ secret: string; documentId: string }> {
    const username = `maker${++count}`;
    const email = `${username}@example.com`;
    const { body } = await it_.app.agent
      .post('/api/auth/local/register')
      .send({ username, email, password: 'a password' });
    const input = { name: username, type: 'custom', actions: [FIND] };
    const answer = await it_.send('post', '/api/api-tokens', body.jwt, input);
    const secret = (answer.body.data as { accessKey: string }).accessKey;
    expect((await it_.get('/api/articles', secret)).status).toBe(200);
    expect((await it_.get('/api/articles', secret)).status).toBe(200);
    return { secret, documentId: body.user.documentId };
  }

  it.each<[string, (documentId: string) => Promise<unknown>, boolean]>([
    ['is blocked', (documentId) => update(documentId, { blocked: true }), true],
    ['is deleted', (documentId) => it_.app.documents(USER).delete({ documentId }), true],
    ['gets a role without the permission', (documentId) => setRole(documentId, 'public'), true],
    ['changes the address', (documentId) => update(documentId, { email: 'new@example.com' }), false],
  ])('when its maker %s', async (_what, change, stops) => {
    const { secret, documentId } = await newToken();
    await change(documentId);
    const answer = await it_.get('/api/articles', secret);
    expect(answer.status).toBe(stops ? 401 : 200);
    if (stops) expect(answer.body.error?.message).toContain('The user who created this token');
  });

  it('works again when its maker has the permissions again', async () => {
    const { secret, documentId } = await newToken();
    await setRole(documentId, 'public');
    expect((await it_.get('/api/articles', secret)).status).toBe(401);
    await setRole(documentId, 'maker');
    expect((await it_.get('/api/articles', secret)).status).toBe(200);
  });

  const update = (documentId: string, data: object) => it_.app.documents(USER).update({ documentId, data });
  async function setRole(documentId: string, type: string): Promise<unknown> {
    const role = await it_.app.documents(ROLE).findFirst({ filters: { type } });
    return update(documentId, { role: role?.documentId });
  }
});
