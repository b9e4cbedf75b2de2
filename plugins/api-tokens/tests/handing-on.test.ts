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

describe('a token is never worth more than who makes it', () => {
  const custom = (...actions: string[]) => ({ type: 'custom', actions });
  it.each<[string | undefined, string, Record<string, unknown>, number, string]>([
    [undefined, 'anything, even where everything is open', custom(FIND), 403, 'not logged in'],
    ['read', 'anything', custom(FIND), 403, 'Forbidden'],
    ['manager', 'what it may do itself', custom(FIND), 201, ''],
    ['manager', 'more tokens', custom(FIND, 'plugin::api-tokens.token.create'), 201, ''],
    [
      'manager',
      'one action more',
      custom(FIND, 'api::article.article.create'),
      403,
      'api::article.article.create',
    ],
    ['manager', 'reading of everything', { type: 'read-only' }, 403, 'cannot do more'],
    ['manager', 'everything', { type: 'full-access' }, 403, 'cannot do more'],
    ['full', 'everything', { type: 'full-access' }, 201, ''],
    ['short', 'everything, for a shorter time', { type: 'full-access', lifespan: '30m' }, 201, ''],
    [
      'short',
      'everything, for a longer time',
      { type: 'full-access', lifespan: '2h' },
      403,
      'cannot live longer',
    ],
    ['short', 'reading, for ever', { type: 'read-only' }, 403, 'cannot live longer'],
  ])('%s makes one for %s', async (name, what, input, status, message) => {
    const body = { name: `${name} ${what}`, ...input };
    const answer = await it_.send('post', '/api/api-tokens', secrets[name ?? ''], body);
    expect(answer.status).toBe(status);
    expect(answer.body.error?.message ?? '').toContain(message);
  });

  it('nor by taking over the secret of a token that may do more', async () => {
    const strong = await it_.make({ name: 'strong' });
    const path = `/api/api-tokens/${strong.documentId}/actions/regenerate`;
    expect((await it_.send('post', path, secrets.manager)).status).toBe(403);
    expect((await it_.send('post', path, secrets.short)).status).toBe(403);
    expect((await it_.send('post', path, undefined)).status).toBe(403);
    expect((await it_.get('/api/articles', strong.accessKey)).status).toBe(200);
    expect((await it_.send('post', path, secrets.full)).status).toBe(200);
  });

  it('and nobody who is not logged in lists or revokes', async () => {
    const { documentId } = await it_.make({ name: 'safe', type: 'read-only' });
    expect((await it_.get('/api/api-tokens')).status).toBe(403);
    expect((await it_.get(`/api/api-tokens/${documentId}`)).status).toBe(403);
    expect((await it_.send('delete', `/api/api-tokens/${documentId}`, undefined)).status).toBe(403);
    expect((await it_.send('delete', `/api/api-tokens/${documentId}`, secrets.manager)).status).toBe(204);
  });
});
