import { createTokenApp, type TokenApp } from './token-app';

const MANAGE = ['create', 'find', 'regenerate', 'revoke'].map((verb) => `plugin::api-tokens.token.${verb}`);
const FIND = 'api::article.article.find';

let it_: TokenApp;
const secrets: Record<string, string> = {};
beforeAll(async () => {
  it_ = await createTokenApp({ server: { anonymous: 'full' } });
  secrets.full = (await it_.make({ name: 'full' })).accessKey;
  secrets.short = (await it_.make({ name: 'short', lifespan: '1h' })).accessKey;
  secrets.manager = (
    await it_.make({ name: 'manager', type: 'custom', actions: [...MANAGE, FIND] })
  ).accessKey;
  secrets.read = (await it_.make({ name: 'read', type: 'read-only' })).accessKey;
});
afterAll(() => it_.app.close());

describe('a token never has more permissions than its maker', () => {
  const custom = (...actions: string[]) => ({ type: 'custom', actions });
  it.each<[string | undefined, string, Record<string, unknown>, number, string]>([
    [undefined, 'anything, with anonymous access open', custom(FIND), 403, 'log in to manage'],
    ['read', 'anything', custom(FIND), 403, 'Forbidden'],
    ['manager', 'actions that it has', custom(FIND), 201, ''],
    ['manager', 'more tokens', custom(FIND, 'plugin::api-tokens.token.create'), 201, ''],
    [
      'manager',
      'one action more',
      custom(FIND, 'api::article.article.create'),
      403,
      'api::article.article.create',
    ],
    ['manager', 'reading of everything', { type: 'read-only' }, 403, 'that you do not have'],
    ['manager', 'everything', { type: 'full-access' }, 403, 'that you do not have'],
    ['full', 'everything', { type: 'full-access' }, 201, ''],
    ['short', 'everything, for a shorter time', { type: 'full-access', lifespan: '30m' }, 201, ''],
    [
      'short',
      'everything, for a longer time',
      { type: 'full-access', lifespan: '2h' },
      403,
      'cannot outlive',
    ],
    ['short', 'reading, without an end', { type: 'read-only' }, 403, 'cannot outlive'],
  ])('%s creates a token for %s', async (name, what, input, status, message) => {
    const body = { name: `${name} ${what}`, ...input };
    const answer = await it_.send('post', '/api/api-tokens', secrets[name ?? ''], body);
    expect(answer.status).toBe(status);
    expect(answer.body.error?.message ?? '').toContain(message);
  });

  it('refuses to regenerate a token with more permissions', async () => {
    const strong = await it_.make({ name: 'strong' });
    const path = `/api/api-tokens/${strong.documentId}/actions/regenerate`;
    expect((await it_.send('post', path, secrets.manager)).status).toBe(403);
    expect((await it_.send('post', path, secrets.short)).status).toBe(403);
    expect((await it_.send('post', path, undefined)).status).toBe(403);
    expect((await it_.get('/api/articles', strong.accessKey)).status).toBe(200);
    expect((await it_.send('post', path, secrets.full)).status).toBe(200);
  });

  it('refuses anonymous requests to list or revoke tokens', async () => {
    const { documentId } = await it_.make({ name: 'safe', type: 'read-only' });
    expect((await it_.get('/api/api-tokens')).status).toBe(403);
    expect((await it_.get(`/api/api-tokens/${documentId}`)).status).toBe(403);
    expect((await it_.send('delete', `/api/api-tokens/${documentId}`, undefined)).status).toBe(403);
    expect((await it_.send('delete', `/api/api-tokens/${documentId}`, secrets.manager)).status).toBe(204);
  });
});
