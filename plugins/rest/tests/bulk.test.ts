// Many writes in one request: items of several operations, their errors, limits and permissions.
import { definePlugin, OPEN_VISIBILITY } from '../../../core';
import { createTestApp, type TestApp, testDatabases } from '../../../core/testing';

const UID = 'api::note.note';
const note = {
  info: { singularName: 'note', pluralName: 'notes' },
  options: { draftAndPublish: true },
  attributes: {
    text: { type: 'string' },
    code: { type: 'string', unique: true },
    hidden: { type: 'boolean' },
  },
};

/** `x-may` lists the verbs of a caller. Callers see notes that are not hidden. */
const desk = definePlugin({
  name: 'desk' as string,
  register(app) {
    app.hooks.request.authorize((request, action) => {
      const may = request.header('x-may')?.split(',') ?? ['*'];
      const isAllowed = may.includes('*') || may.some((verb) => action.endsWith(`.${verb}`));
      if (!isAllowed) return { allowed: false, status: 403 };
      const rowFilter = () => ({ hidden: { $null: true } });
      const visibility = { ...OPEN_VISIBILITY, scope: `desk ${may}`, rowFilter };
      return { allowed: true, visibility: may.includes('*') ? OPEN_VISIBILITY : visibility };
    });
  },
});

describe.each(testDatabases())('POST /api/notes/actions/bulk on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({
      contentTypes: [note],
      plugins: [desk],
      database,
      config: {
        api: { limits: { bulkItems: 300 } },
        plugins: { 'draft-and-publish': true, graphql: true },
      },
    });
  });
  afterAll(() => app?.close());
  const bulk = (data: object, may = '*', query = '') =>
    app.agent.post(`/api/notes/actions/bulk${query}`).set('x-may', may).send({ data });
  const create = (text: string, more: object = {}) => ({ operation: 'create', data: { text, ...more } });
  const published = async () =>
    (await app.agent.get('/api/notes?pagination[limit]=100&sort=id')).body.data.map(
      ({ text }: { text: string }) => text,
    );
  beforeEach(async () => {
    const all = await app.documents(UID).findMany({ status: 'draft', fields: [] });
    await app.documents(UID).deleteMany({ items: all.map(({ documentId }) => ({ documentId })) });
  });

  it('creates drafts and their published rows, in order', async () => {
    const items = Array.from({ length: 300 }, (_, index) => create(`n${index}`, { code: `c${index}` }));
    const { status, body } = await bulk({ items });
    expect([status, body.meta]).toEqual([200, { stored: 300, refused: 0 }]);
    expect(body.data[0]).toEqual({ documentId: expect.any(String), error: null });
    const stored = await app.documents(UID).findMany({ sort: 'id' });
    expect(stored.map(({ text }) => text)).toEqual(items.map(({ data }) => data.text));
    expect(stored.every(({ publishedAt }) => publishedAt !== null)).toBe(true);
    const drafts = await app.documents(UID).findMany({ sort: 'id', status: 'draft' });
    expect(drafts.map(({ documentId }) => documentId)).toEqual(stored.map(({ documentId }) => documentId));
  });

  it('writes drafts only with ?status=draft, and publishes them with items', async () => {
    const made = await bulk({ items: [create('a'), create('b')] }, '*', '?status=draft');
    expect(await published()).toEqual([]);
    const items = made.body.data.map(({ documentId }: { documentId: string }) => ({
      operation: 'publish',
      documentId,
    }));
    await bulk({ items }).expect(200);
    expect(await published()).toEqual(['a', 'b']);
    await app.documents(UID).unpublishMany({ items });
    expect(await published()).toEqual([]);
  });

  it('answers 400 with the errors of each bad item, and stores nothing', async () => {
    const { status, body } = await bulk({
      items: [create('a'), create('b', { unknown: 1 }), { operation: 'update', documentId: 'x', data: {} }],
    });
    expect([status, body.error.name]).toEqual([400, 'BulkWriteError']);
    expect(body.error.details.items).toMatchObject([
      { index: 1, error: { status: 400, message: 'Invalid key unknown' } },
      { index: 2, error: { status: 404 } },
    ]);
    expect(await published()).toEqual([]);
  });

  it('compares If-Match of each item', async () => {
    const { body } = await bulk({ items: [create('a'), create('b')] });
    const [a, b] = body.data.map(({ documentId }: { documentId: string }) => documentId);
    const tags = await Promise.all(
      [a, b].map(async (id) => (await app.agent.get(`/api/notes/${id}`)).headers.etag),
    );
    await app.agent.put(`/api/notes/${b}`).send({ data: { text: 'b2' } });
    const items = [a, b].map((documentId, index) => ({
      operation: 'update',
      documentId,
      data: { text: 'new' },
      ifMatch: tags[index],
    }));
    const each = await bulk({ items, atomic: false });
    expect(each.body.data.map(({ error }: { error: { status: number } | null }) => error?.status)).toEqual([
      undefined,
      412,
    ]);
    expect(await published()).toEqual(['new', 'b2']);
  });

  it('needs the permission of the route and of each item; hidden documents are unknown', async () => {
    const items = [create('a')];
    await bulk({ items }, 'create').expect(403);
    await bulk({ items }, 'bulk').expect(403);
    await bulk({ items }, 'bulk,create').expect(200);
    const [seen, hidden] = (
      await bulk({ items: [create('seen'), create('hidden', { hidden: true })] })
    ).body.data.map(({ documentId }: { documentId: string }) => documentId);
    const changes = [seen, hidden].map((documentId) => ({
      operation: 'update',
      documentId,
      data: { text: 'x' },
    }));
    const { body } = await bulk(
      {
        items: [...changes, { operation: 'delete', documentId: seen }, create('h', { hidden: true })],
        atomic: false,
      },
      'bulk,update,create',
    );
    expect(body.data.map(({ error }: { error: { status: number } | null }) => error?.status ?? 200)).toEqual([
      200, 404, 403, 403,
    ]);
    expect(await published()).toEqual(['a', 'x', 'hidden']);
  });

  const bad: [string, object, number][] = [
    ['no items', { items: [] }, 400],
    ['an unknown operation', { items: [{ operation: 'burn' }] }, 400],
    ['too many items', { items: Array.from({ length: 301 }, () => create('a')) }, 400],
    ['an update without an id', { items: [{ operation: 'update', data: {} }] }, 400],
    ['a create without data', { items: [{ operation: 'create' }] }, 400],
  ];
  it.each(bad)('refuses %s', async (_what, data, status) => {
    const answer = await bulk(data);
    expect(answer.status).toBe(status);
    expect(answer.body.error.message).not.toBe('');
  });

  it('updates all documents that match filters, up to the limit', async () => {
    await bulk({ items: [create('a'), create('b'), create('h', { hidden: true })] });
    const update = (data: object, may = '*') =>
      app.agent.post('/api/notes/actions/update-by-filter').set('x-may', may).send({ data });
    const filters = { text: { $in: ['a', 'h'] } };
    await update({ filters, data: { text: 'z' } }, 'update,find').expect(403);
    await update({ filters, data: { text: 'z' } }, 'updateByFilter,update').expect(403);
    const { body } = await update({ filters, data: { text: 'z' } }, 'updateByFilter,update,find');
    expect(body.meta).toEqual({ stored: 1, refused: 0 });
    expect(await published()).toEqual(['z', 'b', 'h']);
    await update({ filters: {}, data: { text: 'z' } }).expect(400);
    await update({ filters: { nothing: 1 }, data: { text: 'z' } }).expect(400);
  });

  const overGraphql = (field: string, items: readonly object[], may = '*') =>
    app.agent
      .post('/graphql')
      .set('x-may', may)
      .send({
        query: `mutation($items: [NoteBulkItem!]!) { ${field} }`,
        variables: { items },
      });
  const RESULT = '{ stored refused items { documentId error { status name message details } } }';
  const statuses = (result: { items: { error: { status: number } | null }[] }) =>
    result.items.map(({ error }) => error?.status ?? 200);

  it('writes the same over GraphQL: operations, conditions, permissions and rows', async () => {
    const made = await overGraphql(`bulkNotes(items: $items) ${RESULT}`, [
      create('a'),
      create('b'),
      create('h', { hidden: true }),
    ]);
    expect(made.body.data.bulkNotes).toMatchObject({ stored: 3, refused: 0 });
    expect(await published()).toEqual(['a', 'b', 'h']);
    const [a, b, h] = made.body.data.bulkNotes.items.map((item: { documentId: string }) => item.documentId);
    const tag = (await app.agent.get(`/api/notes/${a}`)).headers.etag;
    const time = (await app.agent.get(`/api/notes/${b}`)).body.data.updatedAt;
    const update = (documentId: string, ifMatch?: string) => ({
      operation: 'update',
      documentId,
      data: { text: `${documentId === a ? 'a' : 'b'}2` },
      ...(ifMatch ? { ifMatch } : {}),
    });
    const each = `bulkNotes(items: $items, atomic: false) ${RESULT}`;
    const first = await overGraphql(each, [update(a, tag), update(b, time.replace('Z', '+00:00'))]);
    expect(statuses(first.body.data.bulkNotes)).toEqual([200, 200]);
    const stale = [update(a, tag), update(b, '2020-01-01T00:00:00.000Z'), update(a, '*')];
    expect(statuses((await overGraphql(each, stale)).body.data.bulkNotes)).toEqual([412, 412, 200]);

    const all = await overGraphql(`bulkNotes(items: $items) ${RESULT}`, [update(a), update('unknown')]);
    expect(all.body).toMatchObject({
      data: null,
      errors: [{ extensions: { error: { details: { items: [{ index: 1, error: { status: 404 } }] } } } }],
    });

    const items = [
      update(a),
      update(h),
      { operation: 'delete', documentId: a },
      create('x', { hidden: true }),
    ];
    const forbidden = await overGraphql(each, [update(a)], 'update');
    expect(forbidden.body.errors[0].message).toBe('Forbidden access');
    const some = await overGraphql(each, items, 'bulk,update,create');
    expect(statuses(some.body.data.bulkNotes)).toEqual([200, 404, 403, 403]);
    expect(await published()).toEqual(['a2', 'b2', 'h']);

    const draft = `bulkNotes(items: $items, status: DRAFT) ${RESULT}`;
    await overGraphql(draft, [create('only a draft')]);
    const gone = await overGraphql(`bulkNotes(items: $items) ${RESULT}`, [
      { operation: 'unpublish', documentId: b },
      { operation: 'delete', documentId: h },
    ]);
    expect(statuses(gone.body.data.bulkNotes)).toEqual([200, 200]);
    expect(await published()).toEqual(['a2']);
  });

  it('counts the items of all bulk writes of one GraphQL operation', async () => {
    const items = Array.from({ length: 151 }, () => create('a'));
    const { body } = await overGraphql(
      `one: bulkNotes(items: $items) { stored } two: bulkNotes(items: $items) { stored }`,
      items,
    );
    expect(body.errors).toMatchObject([{ path: ['two'] }]);
    expect(body.errors[0].message).toContain(
      'writes 302 documents, and limits.bulkItems of config/api is 300',
    );
    expect(await app.documents(UID).count()).toBe(151);
    const none = await overGraphql('bulkNotes(items: $items) { stored }', []);
    expect(none.body.errors[0].message).toBe('items must have at least one item');
  });
});
