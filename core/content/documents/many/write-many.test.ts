// Many writes in one call: all or none, or each on its own; with the hooks, events and values of single writes.
import { definePlugin } from '../../../kernel/app/plugin';
import { createTestApp, type TestApp } from '../../../testing/create-test-app';
import { testDatabases } from '../../../testing/databases';

const UID = 'api::note.note';
const PART = 'shared.part';
const note = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: {
    text: { type: 'string', required: true, maxLength: 20 },
    code: { type: 'string', unique: true },
    amount: { type: 'decimal' },
    parts: { type: 'component', component: PART, repeatable: true },
    friends: { type: 'relation', relation: 'manyToMany', target: UID },
  },
};
const part = { info: { displayName: 'Part' }, attributes: { label: { type: 'string' } } };
const events: string[] = [];
const listening = definePlugin({
  name: 'listening' as string,
  register(app) {
    app.hooks.documents.committed(({ operation, document, rows }) => {
      events.push(`${operation} ${document?.text} ${rows.map(({ became }) => became).join()}`);
    });
    app.hooks.documents.prepare(({ values }) => {
      if (values().text === 'boom') throw new Error('a mistake of a plugin');
    });
  },
});

const OPTIONS = { contentTypes: [note], components: { [PART]: part }, plugins: [listening] };

describe.each(testDatabases())('many writes on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ ...OPTIONS, database });
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    const all = await app.documents(UID).findMany({ fields: [] });
    await app.documents(UID).deleteMany({ items: all.map(({ documentId }) => ({ documentId })) });
    events.length = 0;
  });
  const texts = async (): Promise<unknown[]> =>
    (await app.documents(UID).findMany({ sort: 'id' })).map(({ text }) => text);
  const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

  it('creates six hundred documents in their order, with one event each', async () => {
    const items = range(600).map((index) => ({
      data: { text: `note ${index}`, code: `c${index}`, amount: index / 4, parts: [{ label: `p${index}` }] },
    }));
    const { items: results } = await app.documents(UID).createMany({ items });
    expect(results.every(({ error }) => error === null)).toBe(true);
    const stored = await app.documents(UID).findMany({ sort: 'id', populate: ['parts'] });
    expect(stored.map(({ documentId }) => documentId)).toEqual(results.map(({ documentId }) => documentId));
    expect(stored.map(({ text, amount }) => [text, amount])).toEqual(
      items.map(({ data }) => [data.text, data.amount]),
    );
    const labels = stored.map(({ parts }) => (parts as { id: number; label: string }[])[0]);
    expect(labels.map((each) => each?.label)).toEqual(range(600).map((index) => `p${index}`));
    expect(new Set(labels.map((each) => each?.id)).size).toBe(600);
    expect(events).toEqual(range(600).map((index) => `create note ${index} created`));
    // Unique values are claimed.
    await expect(app.documents(UID).create({ data: { text: 'again', code: 'c599' } })).rejects.toMatchObject({
      status: 400,
    });
  });

  it('stores nothing if one item is refused, and names each', async () => {
    await app.documents(UID).create({ data: { text: 'old', code: 'taken' } });
    events.length = 0;
    const items = range(300).map((index) => ({ data: { text: `note ${index}`, code: `c${index}` } }));
    items[7] = { data: { text: 'far too long for this attribute', code: 'c7' } };
    items[9] = { data: { text: 'same code', code: 'c8' } };
    items[299] = { data: { text: 'taken', code: 'taken' } };
    const error = await app
      .documents(UID)
      .createMany({ items })
      .then(
        () => null,
        (thrown) => thrown,
      );
    expect(error).toMatchObject({ code: 'ITEMS_REFUSED', status: 400 });
    expect(error.message).toContain('3 of 300 items');
    expect(error.details.items).toMatchObject([
      { index: 7, error: { status: 400, details: { errors: [{ path: ['text'] }] } } },
      { index: 9, error: { status: 400, details: { errors: [{ path: ['code'] }] } } },
      { index: 299, error: { status: 400, details: { errors: [{ path: ['code'] }] } } },
    ]);
    expect(await texts()).toEqual(['old']);
    expect(events).toEqual([]);
  });

  it('stores the others, if each item is on its own', async () => {
    const items = range(5).map((index) => ({ data: { text: `note ${index}`, code: `c${index}` } }));
    items[1] = { data: { text: 'boom', code: 'x' } };
    items[3] = { data: { text: 'note 3', code: 'c0' } };
    const { items: results } = await app.documents(UID).createMany({ items, atomic: false });
    expect(results.map(({ error }) => error?.status ?? 0)).toEqual([0, 500, 0, 400, 0]);
    expect(results[1]?.error?.message).toBe('Internal Server Error');
    expect(await texts()).toEqual(['note 0', 'note 2', 'note 4']);
    expect(events).toHaveLength(3);
  });

  it('links documents, and runs several operations in one call', async () => {
    const { items: made } = await app
      .documents(UID)
      .createMany({ items: [{ data: { text: 'a' } }, { data: { text: 'b' } }, { data: { text: 'c' } }] });
    const [a = '', b = '', c = ''] = made.map(({ documentId }) => documentId ?? '');
    events.length = 0;
    const { items } = await app.documents(UID).writeMany({
      items: [
        { operation: 'create', data: { text: 'd', friends: [a, b] } },
        { operation: 'update', documentId: b, data: { text: 'b2', friends: { connect: [c] } } },
        { operation: 'delete', documentId: c },
      ],
    });
    expect(items.map(({ error }) => error)).toEqual([null, null, null]);
    expect(events).toEqual(['create d created', 'update b2 updated', 'delete undefined deleted']);
    const stored = await app.documents(UID).findMany({ sort: 'text', populate: ['friends'] });
    expect(stored.map(({ text, friends }) => [text, (friends as unknown[]).length])).toEqual([
      ['a', 0],
      ['b2', 0],
      ['d', 2],
    ]);
  });

  it('refuses an unknown document and a stale one', async () => {
    const { documentId } = await app.documents(UID).create({ data: { text: 'a' } });
    const stale = () => {
      throw Object.assign(new Error('stale'), {});
    };
    const { items } = await app.documents(UID).updateMany({
      atomic: false,
      items: [
        { documentId: 'unknown', data: { text: 'x' } },
        { documentId, data: { text: 'y' } },
        { documentId, data: { text: 'z' }, precondition: stale },
      ],
    });
    expect(items.map(({ error }) => error?.status ?? 0)).toEqual([404, 0, 500]);
    expect(await texts()).toEqual(['y']);
    await expect(
      app.documents(UID).deleteMany({ items: [{ documentId }, { documentId: 'unknown' }] }),
    ).rejects.toMatchObject({ details: { items: [{ index: 1, error: { status: 404 } }] } });
    expect(await texts()).toEqual(['y']);
  });

  it('joins the transaction of its caller', async () => {
    const failed = app.documents.transaction(async () => {
      await app.documents(UID).createMany({ items: [{ data: { text: 'a' } }, { data: { text: 'b' } }] });
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await texts()).toEqual([]);
    expect(events).toEqual([]);
  });
});
