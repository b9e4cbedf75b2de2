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

it('leaves tokens of users to their plugin, and it leaves ours to us', async () => {
  const { make, get } = it_;
  const token = await make({ type: 'read-only' });
  expect(jwt).toMatch(/\..*\./);
  expect((await get('/api/articles', jwt)).status).toBe(200);
  expect((await get('/api/authors', jwt)).status).toBe(403);
  expect((await get('/api/authors', token.accessKey)).status).toBe(200);
  expect((await get('/api/authors')).status).toBe(403);
});

it('has no part in the public role: what is open to everyone is not open to a token that may not', async () => {
  const token = await it_.make({ type: 'custom', actions: [FIND] });
  expect((await it_.get('/api/tags')).status).toBe(200);
  expect((await it_.get('/api/tags', token.accessKey)).status).toBe(403);
});

it.each(['f'.repeat(64), 'garbage', 'a.b.c'])('refuses %s, also where everybody may ask', async (secret) => {
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
  ['what their role may not do', { type: 'custom', actions: ['api::article.article.delete'] }, 403],
  ['reading of everything', { type: 'read-only' }, 403],
  ['everything', { type: 'full-access' }, 403],
])('a user makes tokens for %s', async (what, input, status) => {
  const answer = await it_.send('post', '/api/api-tokens', jwt, { name: what, ...input });
  expect(answer.status).toBe(status);
});
