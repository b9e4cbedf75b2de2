// Runs the plugins of docs/plugins/cookbook.md: each does what the page says.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestApp } from '../testing';
import { pluginOfPage } from './page-blocks';

const SECRET = 'a-long-secret-of-this-test-alone';
const plugin = (name: string) => pluginOfPage('plugins/cookbook.md', name);
const note = (attributes: object, options: object = {}) =>
  ({ info: { singularName: 'note', pluralName: 'notes' }, options, attributes }) as never;

const dataOf = async <T = readonly Record<string, unknown>[]>(answer: Response): Promise<T> =>
  ((await answer.json()) as { readonly data: T }).data;

/** Repeats `read` until its value is as wanted; the time limit of the test ends it. */
async function until<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<void> {
  while (!isWanted(await read())) await new Promise((resolve) => setTimeout(resolve, 50));
}

test('tenants see and write their own rows only', async () => {
  const app = await createTestApp({
    contentTypes: [note({ title: { type: 'string' } }, { tenants: true })],
    plugins: [plugin('tenancy')],
    config: {
      server: { anonymous: 'none' },
      plugins: { tenancy: { config: { keys: { k1: 'north', k2: 'south' } } } },
    },
  });
  const ask = (key: string, path: string, method = 'GET', body?: object) =>
    fetch(`${app.url}/api/notes${path}`, {
      method,
      headers: { 'x-tenant-key': key, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  try {
    const created = await ask('k1', '', 'POST', { data: { title: 'mine' } });
    expect(created.status).toBe(201);
    const { documentId, tenant } = await dataOf<{ documentId: string; tenant: string }>(created);
    expect(tenant).toBe('north');
    expect(await dataOf(await ask('k1', ''))).toHaveLength(1);
    expect(await dataOf(await ask('k2', ''))).toEqual([]);
    for (const method of ['GET', 'PUT'])
      expect(
        (await ask('k2', `/${documentId}`, method, method === 'PUT' ? { data: {} } : undefined)).status,
      ).toBe(404);
    const stolen = await ask('k2', '', 'POST', { data: { title: 'x', tenant: 'north' } });
    expect(stolen.status).toBe(400);
    expect((await ask('unknown', '')).status).toBe(403);
  } finally {
    await app.close();
  }
});

test('encrypted texts are stored unreadable, and shown to callers with the permission', async () => {
  const app = await createTestApp({
    contentTypes: [note({ secret: { type: 'encrypted' } })],
    plugins: [plugin('encryption')],
    config: { plugins: { encryption: { config: { secret: 'a secret of more than 32 characters' } } } },
  });
  const client = app.as('public');
  try {
    const { data } = (await client.post('/api/notes', { data: { secret: 'the plan' } }).expect(201)).body;
    expect(data.secret).toBe('the plan');
    const [row] = await app.kernel.database.knex('notes').select('secret');
    expect(Buffer.from(row.secret, 'base64').toString('latin1')).not.toContain('plan');
    await client.get('/api/notes?filters[secret]=x').expect(400);
  } finally {
    await app.close();
  }
});

test('encrypted texts are null for callers without the permission', async () => {
  const app = await createTestApp({
    contentTypes: [note({ secret: { type: 'encrypted' } })],
    plugins: [plugin('encryption')],
    config: {
      server: { anonymous: 'none' },
      plugins: {
        encryption: { config: { secret: 'a secret of more than 32 characters' } },
        'users-permissions': {
          config: { jwtSecret: SECRET, roles: { public: { actions: ['api::note.note.find'] } } },
        },
      },
    },
  });
  try {
    await app.documents('api::note.note').create({ data: { secret: 'the plan' } });
    expect(await dataOf(await fetch(`${app.url}/api/notes`))).toMatchObject([{ secret: null }]);
  } finally {
    await app.close();
  }
});

test('a token of another service is a login that may read', async () => {
  let asked = 0;
  const service = createServer((request, response) => {
    asked++;
    response.statusCode = request.headers.authorization === 'Bearer good' ? 200 : 401;
    response.end(JSON.stringify({ sub: '7', name: 'Ada' }));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const userinfo = `http://127.0.0.1:${(service.address() as AddressInfo).port}/userinfo`;
  const app = await createTestApp({
    contentTypes: [note({ title: { type: 'string' } })],
    plugins: [plugin('company-login')],
    config: { server: { anonymous: 'none' }, plugins: { 'company-login': { config: { userinfo } } } },
  });
  const ask = (token: string, method = 'GET') =>
    fetch(`${app.url}/api/notes`, {
      method,
      headers: { 'x-company-token': token, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{"data":{}}' }),
    });
  try {
    expect([(await ask('good')).status, (await ask('good')).status, asked]).toEqual([200, 200, 1]);
    expect((await ask('good', 'POST')).status).toBe(403);
    expect((await ask('bad')).status).toBe(401);
    expect((await fetch(`${app.url}/api/notes`)).status).toBe(403);
  } finally {
    await app.close();
    service.close();
  }
});

test('a search finds documents of each type that the caller may read', async () => {
  const app = await createTestApp({
    contentTypes: [
      note({ title: { type: 'string' } }),
      { info: { singularName: 'diary', pluralName: 'diaries' }, attributes: { title: { type: 'string' } } },
    ],
    plugins: [plugin('search')],
    config: {
      server: { anonymous: 'none' },
      plugins: {
        'users-permissions': {
          config: {
            jwtSecret: SECRET,
            roles: { public: { actions: ['plugin::search.search.find', 'api::note.note.find'] } },
          },
        },
      },
    },
  });
  try {
    for (const uid of ['api::note.note', 'api::diary.diary'])
      await app.documents(uid).create({ data: { title: 'a green hat' } });
    expect(await dataOf(await fetch(`${app.url}/api/search?q=green`))).toMatchObject([
      { type: 'api::note.note', document: { title: 'a green hat' } },
    ]);
    expect((await fetch(`${app.url}/api/search?q=g`)).status).toBe(400);
  } finally {
    await app.close();
  }
});

test('a document is published at its time', async () => {
  const app = await createTestApp({
    contentTypes: [
      note({ title: { type: 'string' }, publishAt: { type: 'datetime' } }, { draftAndPublish: true }),
    ],
    plugins: [plugin('embargo')],
    config: { plugins: { 'draft-and-publish': true, embargo: { config: { seconds: 1 } } } },
  });
  const notes = app.documents('api::note.note');
  const create = (publishAt: string) =>
    notes.create({ data: { title: 'a', publishAt }, status: 'draft' } as never);
  try {
    const due = await create('2020-01-01T00:00:00.000Z');
    await create('2999-01-01T00:00:00.000Z');
    const published = () => notes.findMany({ status: 'published' } as never);
    await until(published, (list) => list.length > 0);
    expect(await published()).toMatchObject([{ documentId: due.documentId, publishAt: null }]);
  } finally {
    await app.close();
  }
});
