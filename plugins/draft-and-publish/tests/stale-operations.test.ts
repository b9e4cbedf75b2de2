// If-Match on operations of a document, of this plugin and of others: a stale one is 412 and changes nothing.
import { definePlugin } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { openApp } from './testing-app';

const ARTICLE = 'api::article.article';

/** A plugin with an operation that writes. */
const touching = definePlugin({
  name: 'touching',
  register({ operations }) {
    operations.add({
      name: 'touch',
      run: async ({ action, variants }, documentId) => {
        await variants.complete(action.type, documentId, { ...action.target, status: 'draft' });
        ran.push(documentId);
      },
    });
  },
});
const ran: string[] = [];

/** The operation, the row that its If-Match names, and whether it changed the document. */
const OPERATIONS: readonly (readonly [path: string, names: string, changed: (shown: Shown) => boolean])[] = [
  ['publish', 'draft', ({ published }) => published === 'changed'],
  ['discard-draft', 'draft', ({ draft }) => draft === 'first'],
  ['unpublish', 'published', ({ published }) => published === undefined],
  ['touch', 'draft', () => ran.length > 0],
];

interface Shown {
  readonly draft: unknown;
  readonly published: unknown;
}

describe.each(testDatabases())('operations on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp({ database, plugins: [touching] });
  });
  afterAll(() => app?.close());

  const shown = async (documentId: string): Promise<Shown> => {
    const read = async (status: string) =>
      (await app.agent.get(`/api/articles/${documentId}?status=${status}`)).body.data?.title;
    return { draft: await read('draft'), published: await read('published') };
  };
  const tagOf = async (documentId: string, status: string): Promise<string> =>
    (await app.agent.get(`/api/articles/${documentId}?status=${status}`)).headers.etag ?? '';

  it.each(OPERATIONS)('%s with a stale If-Match changes nothing', async (path, names, changed) => {
    ran.length = 0;
    const { documentId } = await app.documents(ARTICLE).create({ data: { title: 'first' } });
    const url = `/api/articles/${documentId}`;
    await app.agent.post(`${url}/actions/publish`).expect(200);
    const stale = await tagOf(documentId, names);
    await app.agent
      .put(`${url}?status=draft`)
      .send({ data: { title: 'second' } })
      .expect(200);
    if (names === 'published') await app.agent.post(`${url}/actions/publish`).expect(200);
    await app.agent
      .put(`${url}?status=draft`)
      .send({ data: { title: 'changed' } })
      .expect(200);
    const before = await shown(documentId);
    const ask = (tag: string) => app.agent.post(`${url}/actions/${path}`).set('If-Match', tag);
    for (const tag of [stale, `W/${await tagOf(documentId, names)}`, '"1.1-x"']) {
      const refused = await ask(tag);
      expect([refused.status, refused.body.error?.name]).toEqual([412, 'PreconditionFailedError']);
    }
    expect([await shown(documentId), changed(before)]).toEqual([before, false]);
    expect((await ask(await tagOf(documentId, names))).status).toBe(200);
    expect(changed(await shown(documentId))).toBe(true);
  });

  it.each(['draft', 'published'])(
    'DELETE takes the ETag of the %s version, and no older one',
    async (status) => {
      const { documentId } = await app.documents(ARTICLE).create({ data: { title: 'first' } });
      const url = `/api/articles/${documentId}`;
      await app.agent.post(`${url}/actions/publish`).expect(200);
      const stale = await tagOf(documentId, status);
      await app.agent
        .put(url)
        .send({ data: { title: 'second' } })
        .expect(200);
      await app.agent
        .put(`${url}?status=draft`)
        .send({ data: { title: 'third' } })
        .expect(200);
      await app.agent.delete(url).set('If-Match', stale).expect(412);
      expect(await shown(documentId)).toEqual({ draft: 'third', published: 'second' });
      await app.agent
        .delete(url)
        .set('If-Match', await tagOf(documentId, status))
        .expect(204);
      expect(await shown(documentId)).toEqual({ draft: undefined, published: undefined });
    },
  );
});
