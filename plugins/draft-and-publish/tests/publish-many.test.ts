// Many documents published in one call: few statements, and for each document what a single publish does.
import { definePlugin } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';

const UID = 'api::page.page';
const NOTE = 'api::note.note';
const page = {
  info: { singularName: 'page', pluralName: 'pages' },
  options: { draftAndPublish: true },
  attributes: {
    title: { type: 'string', required: true },
    code: { type: 'string', unique: true },
    parts: { type: 'component', component: 'shared.part', repeatable: true },
    friends: { type: 'relation', relation: 'manyToMany', target: UID },
  },
};
const note = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: { page: { type: 'string' } },
};
const part = { info: { displayName: 'Part' }, attributes: { label: { type: 'string' } } };
const COUNT = 60;
const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe.each(testDatabases())('publishMany on %s', (database) => {
  let app: TestApp;
  let refused = '';
  const events: (readonly [title: unknown, published: unknown])[] = [];
  const listening = definePlugin({
    name: 'listening' as string,
    register(app) {
      const { hooks } = app;
      // A write of a tap belongs to the transaction, and the document is that of this item.
      hooks.documents.written(async ({ operation, type, documentId, document, rows }) => {
        if (operation !== 'publish' || type !== UID) return;
        if (documentId === refused) throw new Error('a mistake of a plugin');
        await app.documents(NOTE).create({ data: { page: `${document?.title} ${rows.length}` } });
      });
      hooks.documents.committed(({ operation, document, facts }) => {
        if (operation === 'publish') events.push([document?.title, facts.published]);
      });
    },
  });

  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes: [page, note],
      components: { 'shared.part': part },
      plugins: [listening],
      config: { server: { logs: { level: 'silent' } }, plugins: { 'draft-and-publish': true } },
    });
  });
  afterAll(() => app?.close());
  afterEach(async () => {
    refused = '';
    events.length = 0;
    for (const uid of [UID, NOTE]) {
      const items = (await app.documents(uid).findMany({ fields: [] })).map(({ documentId }) => ({
        documentId,
      }));
      await app.documents(uid).deleteMany({ items });
    }
  });

  const drafts = async (count: number, over: object = {}): Promise<{ documentId: string }[]> => {
    const items = range(count).map((n) => ({
      data: { title: `p${n}`, code: `c${n}`, parts: [{ label: `l${n}` }], ...over },
    }));
    const { items: made } = await app.documents(UID).createMany({ items, status: 'draft' });
    return made.map(({ documentId }) => ({ documentId: String(documentId) }));
  };
  const published = async () =>
    app.documents(UID).findMany({ status: 'published', sort: 'id', populate: ['parts', 'friends'] });
  const notes = async () => (await app.documents(NOTE).findMany({ sort: 'id' })).map((each) => each.page);

  it('publishes with few statements, in order, with one event each, and again', async () => {
    const items = await drafts(COUNT);
    const pages = app.documents(UID);
    const [alone, many] = [{ statements: 0 }, { statements: 0 }];
    const { database: handle } = app.kernel;
    await handle.countStatements(many, async () => void (await pages.publishMany({ items })));
    const all = await published();
    expect(all.map(({ documentId }) => documentId)).toEqual(items.map(({ documentId }) => documentId));
    expect(all.map(({ parts }) => (parts as { label: string }[])[0]?.label)).toEqual(
      range(COUNT).map((n) => `l${n}`),
    );
    expect(await notes()).toEqual(range(COUNT).map((n) => `p${n} 1`));
    expect(events).toEqual(range(COUNT).map((n) => [`p${n}`, true]));
    // Unique values are claimed, also by a second publish. A value may move on.
    await app.documents(UID).updateMany({
      items: items.slice(0, 2).map((item, n) => ({ ...item, data: { title: `q${n}`, code: `d${n}` } })),
      status: 'draft',
    });
    await app.documents(UID).publishMany({ items });
    expect((await published()).map(({ title }) => title).slice(0, 3)).toEqual(['q0', 'q1', 'p2']);
    const { documentId } = await pages.create({ data: { title: 'free', code: 'c0' }, status: 'draft' });
    await handle.countStatements(alone, async () => void (await pages.publish({ documentId })));
    expect(many.statements).toBeLessThan((alone.statements * COUNT) / 2);
    await expect(app.documents(UID).create({ data: { title: 'taken', code: 'd1' } })).rejects.toMatchObject({
      status: 400,
    });
  });

  it('names each item that cannot be published, and publishes the others if they may', async () => {
    const items = await drafts(5);
    const all = [...items, { documentId: 'unknown' }, items[0] as { documentId: string }];
    const edit = (n: number, data: object) =>
      app.documents(UID).update({ ...(items[n] as { documentId: string }), data, status: 'draft' });
    await edit(1, { title: null });
    await edit(3, { code: 'c2' });
    refused = items[4]?.documentId ?? '';
    await expect(app.documents(UID).publishMany({ items: items.slice(0, 4) })).rejects.toMatchObject({
      details: {
        items: [
          { index: 1, error: { status: 400 } },
          { index: 3, error: { status: 400 } },
        ],
      },
    });
    expect(await published()).toEqual([]);
    expect(events).toEqual([]);
    const { items: results } = await app.documents(UID).publishMany({ items: all, atomic: false });
    expect(results.map(({ error }) => error?.status ?? 0)).toEqual([0, 400, 0, 400, 500, 404, 0]);
    expect(results[3]?.error).toMatchObject({ details: { errors: [{ path: ['code'] }] } });
    expect((await published()).map(({ title }) => title)).toEqual(['p0', 'p2']);
    expect(await notes()).toEqual(['p0 1', 'p2 1', 'p0 1']);
    expect(events.map(([title]) => title)).toEqual(['p0', 'p2', 'p0']);
  });

  it('copies the links of each', async () => {
    const items = await drafts(3);
    const [one, two, three] = items as [
      { documentId: string },
      { documentId: string },
      { documentId: string },
    ];
    await app.documents(UID).publishMany({ items });
    await app.documents(UID).update({ ...one, data: { friends: [two, three] }, status: 'draft' });
    await app.documents(UID).update({ ...two, data: { friends: [three] }, status: 'draft' });
    await app.documents(UID).publishMany({ items });
    const linked = (await published()).map(({ friends }) =>
      (friends as { title: string }[]).map(({ title }) => title),
    );
    expect(linked).toEqual([['p1', 'p2'], ['p2'], []]);
  });
});
