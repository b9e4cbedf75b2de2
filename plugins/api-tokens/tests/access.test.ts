import { createTokenApp, type TokenApp } from './token-app';

const FIND = 'api::article.article.find';
const CREATE = 'api::article.article.create';

let it_: TokenApp;
const secrets: Record<string, string> = {};
beforeAll(async () => {
  it_ = await createTokenApp();
  const { make } = it_;
  secrets.full = (await make({ type: 'full-access' })).accessKey;
  secrets.read = (await make({ type: 'read-only' })).accessKey;
  secrets.find = (await make({ type: 'custom', actions: [FIND] })).accessKey;
  secrets.both = (await make({ type: 'custom', actions: [FIND, 'api::author.author.find'] })).accessKey;
  secrets.create = (await make({ type: 'custom', actions: [CREATE] })).accessKey;
});
afterAll(() => it_.app.close());

describe('kinds of tokens', () => {
  // [token, GET list, GET one, POST, PUT, DELETE of nothing, GET of another type]
  it.each<[string, number[]]>([
    ['full', [200, 200, 201, 200, 204, 200]],
    ['read', [200, 200, 403, 403, 403, 200]],
    ['find', [200, 403, 403, 403, 403, 403]],
    ['both', [200, 403, 403, 403, 403, 200]],
    ['create', [403, 403, 201, 403, 403, 403]],
    ['none', [403, 403, 403, 403, 403, 403]],
  ])('%s token: has its permissions and no others', async (name, expected) => {
    const { get, send, article } = it_;
    const secret = secrets[name];
    const body = { data: { title: 'Two' } };
    const answers = [
      await get('/api/articles', secret),
      await get(`/api/articles/${article}`, secret),
      await send('post', '/api/articles', secret, body),
      await send('put', `/api/articles/${article}`, secret, { data: {} }),
      await send('delete', '/api/articles/nothing', secret),
      await get('/api/authors', secret),
    ];
    expect(answers.map(({ status }) => status)).toEqual(expected);
    for (const { status, body: answer } of answers)
      if (status === 403)
        expect(answer).toEqual({
          data: null,
          error: { status: 403, name: 'ForbiddenError', message: 'Forbidden', details: {} },
        });
  });
});

describe('a type that a custom token may not read', () => {
  const INVALID = (key: string, param: string) => ({
    name: 'ValidationError',
    message: expect.stringContaining(`Invalid key ${key}`),
    details: expect.objectContaining({ key, source: 'query', param }),
  });

  it.each<[string, string, string]>([
    ['filters', 'filters[author][name][$startsWith]=A', 'author'],
    ['filters', 'filters[author][id]=1', 'author'],
    ['sort', 'sort=author.name', 'author'],
    ['filters', 'filters[$or][0][tags][name]=red', 'tags'],
  ])('is unknown in %s', async (param, query, key) => {
    const known = await it_.get(`/api/articles?${query}`, secrets.find);
    const unknown = await it_.get(`/api/articles?${query.replace(key, 'nothing')}`, secrets.find);
    const full = await it_.get(`/api/articles?${query}`, secrets.full);
    expect([known.status, unknown.status, full.status]).toEqual([400, 400, 200]);
    expect(known.body.error).toMatchObject(INVALID(key, param));
    const asUnknown = JSON.parse(known.text.replaceAll(key, 'nothing'));
    expect(asUnknown.error.message).toBe(unknown.body.error?.message);
  });

  it.each<[string, string[], Record<string, boolean>]>([
    ['populate=*', ['find'], { author: false, tags: false }],
    ['populate=author', ['find'], { author: false, tags: false }],
    ['populate[author][populate]=articles', ['find'], { author: false, tags: false }],
    ['populate=*', ['both'], { author: true, tags: false }],
    ['populate=author', ['both'], { author: true, tags: false }],
    ['populate=*', ['read', 'full'], { author: true, tags: true }],
  ])('is left out of %s with %p', async (query, names, expected) => {
    for (const name of names) {
      const { body } = await it_.get(`/api/articles?${query}&filters[title]=One`, secrets[name]);
      const [article] = body.data as [object];
      const shown = Object.fromEntries(
        Object.keys(expected).map((key) => [key, Object.hasOwn(article, key)]),
      );
      expect(shown).toEqual(expected);
    }
  });

  it('cannot be connected', async () => {
    const body = { data: { title: 'x', author: 1 } };
    expect((await it_.send('post', '/api/articles', secrets.create, body)).status).toBe(400);
  });
});

it.each(['full', 'read', 'find'])('%s token: never sees private attributes', async (name) => {
  const { text, status } = await it_.get('/api/articles', secrets[name]);
  expect(status).toBe(200);
  expect(text).not.toMatch(/inside|"note"|"pin"/);
  for (const key of ['note', 'pin'])
    expect((await it_.get(`/api/articles?filters[${key}][$contains]=i`, secrets[name])).status).toBe(400);
});

describe('credentials', () => {
  it.each<[string, (secret: string) => string, number]>([
    ['the scheme in small letters', (secret) => `bearer ${secret}`, 200],
    ['the scheme in capitals', (secret) => `BEARER ${secret}`, 200],
    ['more spaces', (secret) => `Bearer   ${secret}`, 200],
    ['another scheme: anonymous', (secret) => `Token ${secret}`, 403],
    ['no scheme: anonymous', (secret) => secret, 403],
    ['no value: anonymous', () => 'Bearer ', 403],
    ['three parts: anonymous', (secret) => `Bearer ${secret} x`, 403],
    [
      'one character changed',
      (secret) => `Bearer ${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`,
      401,
    ],
    ['in capitals', (secret) => `Bearer ${secret.replace(/[0-9]/g, 'a').toUpperCase()}`, 401],
    ['garbage', () => 'Bearer garbage', 401],
    ['what looks like a signed token', () => 'Bearer a.b.c', 401],
    ['the hash of a secret', () => `Bearer ${'0'.repeat(64)}`, 401],
  ])('%s', async (_what, header, status) => {
    const answer = await it_.app.agent.get('/api/articles').set('Authorization', header(secrets.read ?? ''));
    expect(answer.status).toBe(status);
    if (status === 401)
      expect(answer.body.error).toEqual({
        status: 401,
        name: 'UnauthorizedError',
        message: 'Missing or invalid credentials',
        details: {},
      });
  });

  it('are ignored in the query string', async () => {
    expect((await it_.get(`/api/articles?access_token=${secrets.full}`)).status).toBe(403);
  });
});

it('logs no secret in any error', async () => {
  const loud = await createTokenApp({ server: { logs: { level: 'debug' } } });
  const token = await loud.make({ type: 'read-only' });
  const strange = 'f'.repeat(64);
  await loud.get('/api/articles?filters[x]=1', token.accessKey);
  await loud.send('post', '/api/articles', token.accessKey, { data: {} });
  await loud.get('/api/articles', strange);
  await loud.app.close();
  const lines = JSON.stringify(loud.app.logs);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines).not.toContain(token.accessKey);
  expect(lines).not.toContain(strange);
});
