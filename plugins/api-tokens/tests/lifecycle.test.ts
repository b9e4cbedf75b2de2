import { setTimeout as wait } from 'node:timers/promises';
import { testDatabases } from '../../../core/testing';
import { API_TOKENS } from '../index';
import { TOKEN } from '../types';
import { createTokenApp, type TokenApp } from './token-app';

let it_: TokenApp;
let manager: string;
beforeAll(async () => {
  it_ = await createTokenApp();
  manager = (await it_.make({ name: 'manager' })).accessKey;
});
afterAll(() => it_.app.close());

const dataOf = (reply: { body: { data?: unknown } }): Record<string, unknown> =>
  reply.body.data as Record<string, unknown>;

describe('a secret', () => {
  it('is returned once, and stored as a hash only', async () => {
    const { app, get, send } = it_;
    const made = await send('post', '/api/api-tokens', manager, { name: 'once', type: 'read-only' });
    const { accessKey, documentId, ...record } = dataOf(made);
    expect(made.status).toBe(201);
    expect(made.headers['cache-control']).toBe('no-store');
    expect(accessKey).toMatch(/^[0-9a-f]{64}$/);
    expect(record).toEqual({
      id: expect.any(Number),
      name: 'once',
      description: '',
      type: 'read-only',
      actions: [],
      lifespan: null,
      expiresAt: null,
      lastUsedAt: null,
      declared: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    const [one, all] = [
      await get(`/api/api-tokens/${documentId}`, manager),
      await get('/api/api-tokens', manager),
    ];
    expect([one.status, all.status]).toEqual([200, 200]);
    for (const { text } of [one, all]) {
      expect(text).toContain('"once"');
      expect(text).not.toContain(accessKey);
      expect(text).not.toMatch(/hash|accessKey/);
    }
    const table = app.kernel.schema.types.get(TOKEN)?.table ?? '';
    const stored = JSON.stringify(await app.kernel.database.knex(table).select());
    expect(stored).toContain('once');
    expect(stored).not.toContain(accessKey);
  });

  it('stops working at once when the token is revoked', async () => {
    const { make, get, send } = it_;
    const token = await make({ type: 'read-only' });
    // The first request reads the token, the second finds its hash cached, the third finds its header cached.
    for (let turn = 0; turn < 3; turn++)
      expect((await get('/api/articles', token.accessKey)).status).toBe(200);
    expect((await send('delete', `/api/api-tokens/${token.documentId}`, manager)).status).toBe(204);
    expect((await get('/api/articles', token.accessKey)).status).toBe(401);
    expect((await send('delete', `/api/api-tokens/${token.documentId}`, manager)).status).toBe(404);
    expect((await get(`/api/api-tokens/${token.documentId}`, manager)).status).toBe(404);
  });

  it('is found, replaced and revoked by both ids of the list', async () => {
    const { make, get, send } = it_;
    const { id, name, accessKey } = await make({ type: 'read-only' });
    expect(dataOf(await get(`/api/api-tokens/${id}`, manager))).toMatchObject({ id, name });
    const next = dataOf(await send('post', `/api/api-tokens/${id}/actions/regenerate`, manager));
    expect((await get('/api/articles', accessKey)).status).toBe(401);
    expect((await get('/api/articles', String(next.accessKey))).status).toBe(200);
    expect((await send('delete', `/api/api-tokens/${id}`, manager)).status).toBe(204);
    expect((await get('/api/articles', String(next.accessKey))).status).toBe(401);
  });

  it('stops working when the application changes the token', async () => {
    const { app, make, get } = it_;
    const token = await make({ type: 'read-only' });
    // The first request reads the token, the second finds its hash cached, the third finds its header cached.
    for (let turn = 0; turn < 3; turn++)
      expect((await get('/api/articles', token.accessKey)).status).toBe(200);
    await app
      .documents(TOKEN)
      .update({ documentId: token.documentId, data: { type: 'custom', actions: [] } });
    expect((await get('/api/articles', token.accessKey)).status).toBe(403);
    await app.documents(TOKEN).delete({ documentId: token.documentId });
    expect((await get('/api/articles', token.accessKey)).status).toBe(401);
  });

  it('is replaced when the token is regenerated, with the same permissions', async () => {
    const { make, get, send } = it_;
    const token = await make({ type: 'custom', actions: ['api::tag.tag.find'] });
    const answer = await send('post', `/api/api-tokens/${token.documentId}/actions/regenerate`, manager);
    const renewed = String(dataOf(answer).accessKey);
    expect(answer.status).toBe(200);
    expect(renewed).toMatch(/^[0-9a-f]{64}$/);
    expect(renewed).not.toBe(token.accessKey);
    expect((await get('/api/tags', token.accessKey)).status).toBe(401);
    expect((await get('/api/tags', renewed)).status).toBe(200);
    expect((await get('/api/articles', renewed)).status).toBe(403);
    expect((await send('post', '/api/api-tokens/nothing/actions/regenerate', manager)).status).toBe(404);
  });

  it('works in another process until its cache expires', async () => {
    const other = await createTokenApp({ tokens: { cacheSeconds: 1 } });
    const token = await other.make({ type: 'read-only' });
    expect((await other.get('/api/articles', token.accessKey)).status).toBe(200);
    const { knex } = other.app.kernel.database;
    const table = other.app.kernel.schema.types.get(TOKEN)?.table ?? '';
    await other.app.kernel.database.transaction(async (tx) => {
      await tx.run(`DELETE FROM ${knex.client.wrapIdentifier(table)} WHERE id = ?`, [token.id]);
    });
    await wait(1100);
    expect((await other.get('/api/articles', token.accessKey)).status).toBe(401);
    await other.app.close();
  });
});

describe('the lifespan', () => {
  it.each<[unknown, number]>([
    ['30d', 2_592_000_000],
    ['90 m', 5_400_000],
    [604_800_000, 604_800_000],
  ])('%p is %d milliseconds', async (lifespan, milliseconds) => {
    const body = { name: `lives ${String(lifespan)}`, type: 'read-only', lifespan };
    const token = dataOf(await it_.send('post', '/api/api-tokens', manager, body));
    expect(token.lifespan).toBe(milliseconds);
    expect(Math.abs(Date.parse(String(token.expiresAt)) - Date.now() - milliseconds)).toBeLessThan(5000);
  });

  it('ends with 401 "Token expired", also on public routes; regenerate restarts it', async () => {
    const open = await createTokenApp({ server: { anonymous: 'full' } });
    const token = await open.make({ type: 'full-access', lifespan: 1000 });
    expect((await open.get('/api/articles', token.accessKey)).status).toBe(200);
    await wait(1050);
    const expired = await open.get('/api/articles', token.accessKey);
    expect(expired.status).toBe(401);
    expect(expired.body.error).toEqual({
      status: 401,
      name: 'UnauthorizedError',
      message: 'Token expired',
      details: {},
    });
    expect((await open.get('/api/articles')).status).toBe(200);
    expect((await open.get('/api/articles', 'f'.repeat(64))).status).toBe(401);
    const renewed = await open.app.kernel.container.resolve(API_TOKENS).regenerate(token.documentId);
    expect((await open.get('/api/articles', renewed.accessKey)).status).toBe(200);
    await open.app.close();
  });
});

describe.each(testDatabases())('the last use, on %s', (database) => {
  it('is written after the response, at most once a minute', async () => {
    const own = await createTokenApp({ database });
    const token = await own.make({ type: 'read-only' });
    const tokens = own.app.kernel.container.resolve(API_TOKENS);
    const lastUsed = async () => (await tokens.find(token.documentId))?.lastUsedAt ?? null;
    const before = Date.now();
    await own.get('/api/articles', token.accessKey);
    const read = async (): Promise<string> => {
      const found = await lastUsed();
      if (found !== null) return found;
      await wait(50);
      return read();
    };
    const first = await read();
    expect(Date.parse(first)).toBeGreaterThanOrEqual(before);
    await own.get('/api/articles', token.accessKey);
    await wait(800);
    expect(await lastUsed()).toBe(first);
    await own.app.close();
  });
});

describe('a body', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['nothing', {}, ['name', 'type']],
    ['an unknown kind', { name: 'a', type: 'admin' }, ['type']],
    ['an unknown key', { name: 'a', type: 'read-only', hash: 'x' }, ['hash']],
    ['custom without actions', { name: 'a', type: 'custom' }, ['actions']],
    [
      'actions for another kind',
      { name: 'a', type: 'read-only', actions: ['api::tag.tag.find'] },
      ['actions'],
    ],
    [
      'unknown actions',
      { name: 'a', type: 'custom', actions: ['api::tag.tag.find', 'api::tag.tag.fnd'] },
      ['actions.1'],
    ],
    ['a strange lifespan', { name: 'a', type: 'read-only', lifespan: '30 years' }, ['lifespan']],
    ['no time at all', { name: 'a', type: 'read-only', lifespan: '0d' }, ['lifespan']],
    ['a blank name', { name: '  ', type: 'read-only' }, ['name']],
    ['a name that is taken', { name: 'manager', type: 'read-only' }, ['name']],
  ])('with %s is a 400 that names the place', async (_what, body, paths) => {
    const answer = await it_.send('post', '/api/api-tokens', manager, body);
    expect(answer.status).toBe(400);
    const details = answer.body.error?.details as { errors: { path: string[] }[] };
    expect(details.errors.map(({ path }) => path.join('.'))).toEqual(paths);
  });
});

it('limits unknown tokens per address, and not valid tokens', async () => {
  const own = await createTokenApp({ tokens: { ratelimit: { max: 3 } } });
  const token = await own.make({ type: 'read-only' });
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) statuses.push((await own.get('/api/articles', String(i).repeat(64))).status);
  expect(statuses).toEqual([401, 401, 401, 429, 429]);
  const refused = await own.get('/api/articles', 'a'.repeat(64));
  expect(refused.body.error).toMatchObject({
    name: 'RateLimitError',
    message: 'Too many requests, please try again later.',
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await own.get('/api/articles', token.accessKey)).status).toBe(200);
  await own.app.close();
});
