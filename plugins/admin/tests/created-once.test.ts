// A page that gets no answer to a create repeats it with the same key: no second document, with the plugin idempotency and without it.
import { type TestApp, testDatabases } from '../../../core/testing';
import { administrator, ask, createAdminApp, PAGE, userWith } from './admin-app';

const ARTICLE = 'api::article.article';
const AT = '/admin/api/documents/api.article.article?status=draft';
const FILE = 'plugin::upload.file';

const databases = testDatabases().flatMap((database) =>
  [false, true].map((idempotency) => ({ database, idempotency })),
);

describe.each(databases)('%o', ({ database, idempotency }) => {
  let app: TestApp;
  let cookie: string;
  beforeAll(async () => {
    app = await createAdminApp({ database, config: { plugins: { upload: true, idempotency } } });
    cookie = await administrator(app);
  });
  afterAll(() => app.close());

  const create = (key: string, data: object, as = cookie) =>
    ask(app, AT, {
      method: 'POST',
      body: { data },
      cookie: as,
      headers: { ...PAGE, 'idempotency-key': key },
    });
  const titled = (title: string) =>
    app.documents(ARTICLE).count({ status: 'draft', filters: { title } } as never);

  it('a repeated create makes no second document, and names the first one', async () => {
    const tag = await app.documents('api::tag.tag').create({ data: { name: 'pond' } });
    const data = { title: 'Once', tags: [tag.documentId] };
    const first = await create('key-1', data);
    const { documentId } = first.body.data as { documentId: string };
    expect(first.status).toBe(201);
    expect(documentId).toMatch(/^[a-z][a-z\d]{23}$/);
    // The form has changed meanwhile.
    for (const title of ['Once', 'Changed']) {
      const second = await create('key-1', { ...data, title });
      expect([second.status, second.body.error]).toMatchObject([409, { details: { documentId } }]);
    }
    expect([await titled('Once'), await titled('Changed')]).toEqual([1, 0]);
  });

  it('of requests at the same time, one creates', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => create('key-2', { title: 'At once' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(await titled('At once')).toBe(1);
  });

  it('keys of other users and other types are other keys, and a refused create leaves its key free', async () => {
    const other = await userWith(app, 'ben', ['plugin::admin.app.open', `${ARTICLE}.create`]);
    const refused = await create('key-3', { title: 7 });
    const answers = [await create('key-3', { title: 'Two' }), await create('key-3', { title: 'Two' }, other)];
    const tag = await ask(app, '/admin/api/documents/api.tag.tag', {
      method: 'POST',
      body: { data: {} },
      cookie,
      headers: { ...PAGE, 'idempotency-key': 'key-3' },
    });
    expect([refused, ...answers, tag].map(({ status }) => status)).toEqual([400, 201, 201, 201]);
  });

  const upload = (key: string, bytes: string, fields = {}) =>
    app.agent
      .post('/api/upload')
      .set({ ...PAGE, cookie, 'idempotency-key': key })
      .field(fields)
      .attach('files', Buffer.from(bytes), { filename: 'note.txt', contentType: 'text/plain' });

  it('a repeated upload stores the same file once, and another file under the same key', async () => {
    const first = await upload('file-1', 'one');
    const second = await upload('file-1', 'one');
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body[0].id).toBe(first.body[0].id);
    expect((await upload('file-2', 'one')).body[0].id).not.toBe(first.body[0].id);
    const other = await upload('file-1', 'two');
    // The plugin idempotency refuses a key with another body.
    expect(other.status).toBe(idempotency ? 422 : 201);
    const named = await upload('file-1', 'one', { fileInfo: '{"name":"other.txt"}' });
    expect(named.status).toBe(idempotency ? 422 : 201);
    expect(await app.documents(FILE).count({})).toBe(idempotency ? 2 : 4);
  });

  it('of uploads at the same time, one stores the file, and none is refused', async () => {
    const before = await app.documents(FILE).count({});
    const answers = await Promise.all([1, 2, 3].map(() => upload('file-3', 'at once')));
    const stored = answers.filter(({ status }) => status === 201);
    // The plugin idempotency lets one request run at a time.
    const statuses = idempotency ? [201, 409] : [201];
    expect(answers.map(({ status }) => status).filter((status) => !statuses.includes(status))).toEqual([]);
    expect(new Set(stored.map(({ body }) => body[0].id)).size).toBe(1);
    expect((await app.documents(FILE).count({})) - before).toBe(1);
  });
});
