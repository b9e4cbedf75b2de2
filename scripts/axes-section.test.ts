// Runs the two plugins in docs/plugins/axes.md: each does what the page says.
import type { AnyPlugin, ContentTypeDefinition } from '../core';
import { createTestDatabase } from '../core/testing/databases';
import { createTestApp, examine, type TestApp, testDatabases } from '../testing';
import { pluginOfPage } from './page-blocks';

const attributes = {
  title: { type: 'string', required: true },
  slug: { type: 'string', unique: true },
  code: { type: 'string', unique: true, pluginOptions: { channels: { shared: true } } },
  parent: { type: 'relation', relation: 'manyToOne', target: 'api::page.page' },
} as const;
const page = (options: object): ContentTypeDefinition =>
  ({ info: { singularName: 'page', pluralName: 'pages' }, options, attributes }) as ContentTypeDefinition;
const shelf = {
  info: { singularName: 'shelf', pluralName: 'shelves' },
  attributes: { pages: { type: 'relation', relation: 'manyToMany', target: 'api::page.page' } },
} as const;

const channels = pluginOfPage('plugins/axes.md', 'channels');
const phases = pluginOfPage('plugins/axes.md', 'phases');

interface Asked {
  readonly types: readonly ContentTypeDefinition[];
  readonly plugins?: readonly AnyPlugin[];
  readonly enabled?: object;
}

describe.each(testDatabases())('on %s', (database) => {
  let stored: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeEach(async () => {
    stored = await createTestDatabase(database);
  });
  afterEach(() => stored.drop());

  /** Starts an application on the same database each time, and calls it. */
  async function using({ types, plugins = [], enabled = {} }: Asked, work: (app: TestApp) => Promise<void>) {
    const app = await createTestApp({
      contentTypes: [...types],
      plugins: [...plugins],
      config: { database: stored.config, plugins: { graphql: true, ...enabled } },
    });
    try {
      await work(app);
      expect(await examine(app.kernel)).toEqual([]);
    } finally {
      await app.close();
    }
  }
  const titles = async (app: TestApp, query = ''): Promise<string[]> => {
    const { body } = await app.as('public').get(`/api/pages?sort=title&${query}`).expect(200);
    return body.data.map(({ title }: { title: string }) => title);
  };

  test('a page has one row per channel', async () => {
    const types = [page({ channels: true }), shelf as never];
    let id = '';
    await using({ types: [page({}), shelf as never] }, async (app) => {
      const data = { title: 'Old', slug: 'old', code: 'c1' };
      id = (await app.as('public').post('/api/pages', { data }).expect(201)).body.data.documentId;
    });
    // The existing row is a row of the base.
    await using({ types, plugins: [channels] }, async (app) => {
      const client = app.as('public');
      const { body: first } = await client.get(`/api/pages/${id}`).expect(200);
      expect(first.data).toMatchObject({ title: 'Old', channel: 'web' });
      await client.get(`/api/pages/${id}?channel=print`).expect(404);
      const data = { title: 'Printed', slug: 'p' };
      const { body } = await client.put(`/api/pages/${id}?channel=print`, { data }).expect(200);
      expect(body.data).toMatchObject({ title: 'Printed', code: 'c1', channel: 'print' });
      const child = { title: 'New', slug: 'p', parent: id };
      const added = (await client.post('/api/pages', { data: child }).expect(201)).body.data;
      await client
        .put(`/api/pages/${added.documentId}?channel=print`, { data: { title: 'New', slug: 'p' } })
        .expect(400);
      await client.post('/api/pages', { data: { title: 'Twice', code: 'c1' } }).expect(400);

      expect(await titles(app)).toEqual(['New', 'Old']);
      expect(await titles(app, 'channel=print')).toEqual(['Printed']);
      expect(await titles(app, 'channel=*')).toEqual(['New', 'Old', 'Printed']);
      expect(await titles(app, 'filters[parent][title]=Old')).toEqual(['New']);
      const refused = await client.get('/api/pages?channel=radio').expect(400);
      expect(refused.body.error.message).toBe('channel: expected web or print, got "radio"');
      expect((await client.get('/api/unprinted').expect(200)).body).toEqual(['New']);
      const query = '{ pages(channel: PRINT) { title } }';
      expect((await client.post('/graphql', { query })).body.data).toEqual({ pages: [{ title: 'Printed' }] });

      // A pinned link.
      const pages = { connect: [{ documentId: id, channel: 'print' }, { documentId: added.documentId }] };
      await client.post('/api/shelves', { data: { pages } }).expect(201);
      const onShelf = async (asked: string) => {
        const { data } = (await client.get(`/api/shelves?populate=pages${asked}`).expect(200)).body;
        return data[0].pages.map(({ title }: { title: string }) => title);
      };
      expect(await onShelf('')).toEqual(['New']);
      expect(await onShelf('&channel=print')).toEqual(['Printed']);
    });
    // Without the plugin, rows of print are hidden.
    await using({ types, plugins: [channels], enabled: { channels: { enabled: false } } }, async (app) => {
      expect(await titles(app)).toEqual(['New', 'Old']);
      await app
        .as('public')
        .put(`/api/pages/${id}`, { data: { code: 'c2' } })
        .expect(200);
    });
    await using({ types, plugins: [channels] }, async (app) => {
      const { data } = (await app.as('public').get(`/api/pages/${id}?channel=print`).expect(200)).body;
      expect(data).toMatchObject({ title: 'Printed', code: 'c2' });
      await app.as('public').delete(`/api/pages/${id}?channel=print`).expect(204);
      expect(await titles(app, 'channel=*')).toEqual(['New', 'Old']);
    });
  });

  test('a page is edited, then released', async () => {
    const types = [page({ phases: true })];
    let id = '';
    await using({ types: [page({})] }, async (app) => {
      id = (
        await app
          .as('public')
          .post('/api/pages', { data: { title: 'Old', slug: 'a' } })
          .expect(201)
      ).body.data.documentId;
    });
    await using({ types, plugins: [phases] }, async (app) => {
      const client = app.as('public');
      expect([await titles(app), await titles(app, 'phase=edit')]).toEqual([['Old'], ['Old']]);
      const { body } = await client.put(`/api/pages/${id}`, { data: { title: null } }).expect(200);
      expect(body.data).toMatchObject({ title: null, phase: 'edit' });
      const release = () => client.post(`/api/pages/${id}/actions/release`, {});
      await release().then((answer) => expect(answer.status).toBe(400));
      await client.put(`/api/pages/${id}`, { data: { title: 'New' } }).expect(200);
      expect([await titles(app), await titles(app, 'phase=edit')]).toEqual([['Old'], ['New']]);
      expect((await release().expect(200)).body.data).toMatchObject({ title: 'New', phase: 'live' });
      expect(await titles(app)).toEqual(['New']);
      const hidden = (await client.post('/api/pages', { data: { slug: 'b' } }).expect(201)).body.data;
      await client.get(`/api/pages/${hidden.documentId}`).expect(404);
      const { body: twin } = await client
        .post('/api/pages', { data: { title: 'Twin', slug: 'a' } })
        .expect(201);
      await client.post(`/api/pages/${twin.data.documentId}/actions/release`, {}).expect(400);
      await client.delete(`/api/pages/${twin.data.documentId}`).expect(204);
      await client.put(`/api/pages/${id}`, { data: { title: 'Later' } }).expect(200);
    });
    await using({ types, plugins: [phases], enabled: { phases: { enabled: false } } }, async (app) => {
      expect(await titles(app)).toEqual(['New']);
    });
    await using({ types, plugins: [phases] }, async (app) => {
      expect(await titles(app, 'phase=edit&filters[slug]=a')).toEqual(['Later']);
      await app.as('public').delete(`/api/pages/${id}`).expect(204);
      expect(await titles(app)).toEqual([]);
    });
  });
});

test.each([
  ['channels', channels, 'api::page.page.readPrint', 'channel=print'],
  ['phases', phases, 'api::page.page.readEdit', 'phase=edit'],
])('%s: the axis has a permission of its own', async (option, plugin, action, query) => {
  const app = await createTestApp({
    contentTypes: [page({ [option]: true })],
    plugins: [plugin],
    config: {
      plugins: { 'users-permissions': { config: { jwtSecret: 'a-long-secret-of-this-test-alone' } } },
    },
  });
  const reader = app.as({ can: ['api::page.page.find'] });
  const both = app.as({ can: ['api::page.page.find', action] });
  try {
    await reader.get('/api/pages').expect(200);
    await reader.get(`/api/pages?${query}`).expect(403);
    await both.get(`/api/pages?${query}`).expect(200);
  } finally {
    await app.close();
  }
});

test('a type has one axis of stages', async () => {
  const started = createTestApp({
    contentTypes: [page({ phases: true, draftAndPublish: true })],
    plugins: [phases],
    config: { plugins: { 'draft-and-publish': true } },
  });
  await expect(started).rejects.toThrow(/"phase".*"status"|"status".*"phase"/);
});
