// Preview links: the holder of a token reads one draft, and nothing else.
import { definePlugin, OPEN_VISIBILITY } from '../../../core';
import { createTestApp, type TestApp, type TestAppOptions, testDatabases } from '../../../core/testing';

const ARTICLE = 'api::article.article';
const AUTHOR = 'api::author.author';
const PAGE = 'api::page.page';
const NOTE = 'api::note.note';
const READER = [
  `${ARTICLE}.find`,
  `${ARTICLE}.findOne`,
  `${AUTHOR}.find`,
  `${PAGE}.find`,
  'api::tag.tag.findOne',
];
const ROLES: Readonly<Record<string, readonly string[]>> = {
  reader: READER,
  editor: [
    ...READER,
    `${NOTE}.findOne`,
    ...[ARTICLE, PAGE, NOTE].flatMap((uid) => [`${uid}.readDraft`, `${uid}.previewLink`]),
  ],
  linker: [...READER, `${ARTICLE}.previewLink`],
  limited: [...READER, `${ARTICLE}.readDraft`, `${ARTICLE}.previewLink`],
  stranger: [],
};

const guard = definePlugin({
  name: 'guard',
  register: ({ hooks }) =>
    hooks.request.authorize((request, action) => {
      const role = request.header('x-role') ?? 'reader';
      const allows = (name: string): boolean => ROLES[role]?.includes(name) === true;
      if (!allows(action)) return { allowed: false, status: 403 };
      const rowFilter = role === 'limited' ? () => ({ documentId: 'another' }) : undefined;
      return { allowed: true, visibility: { ...OPEN_VISIBILITY, scope: `guard ${role}`, allows, rowFilter } };
    }),
});

const localized = { pluginOptions: { i18n: { localized: true } } };
const TYPES = [
  {
    info: { singularName: 'article', pluralName: 'articles' },
    options: { draftAndPublish: true },
    ...localized,
    attributes: {
      title: { type: 'string', ...localized },
      notes: { type: 'string', private: true },
      author: { type: 'relation', relation: 'manyToOne', target: AUTHOR },
      related: { type: 'relation', relation: 'manyToMany', target: ARTICLE },
    },
  },
  {
    info: { singularName: 'author', pluralName: 'authors' },
    options: { draftAndPublish: true },
    attributes: { name: { type: 'string' } },
  },
  {
    kind: 'singleType',
    info: { singularName: 'page', pluralName: 'pages' },
    options: { draftAndPublish: true },
    attributes: { text: { type: 'string' } },
  },
  {
    info: { singularName: 'note', pluralName: 'notes' },
    options: { draftAndPublish: true },
    attributes: {
      text: { type: 'string' },
      about: { type: 'relation', relation: 'manyToOne', target: NOTE, onDelete: 'cascade' },
    },
  },
  {
    info: { singularName: 'tag', pluralName: 'tags' },
    attributes: { articles: { type: 'relation', relation: 'oneToMany', target: ARTICLE } },
  },
] as unknown as NonNullable<TestAppOptions['contentTypes']>;

describe.each(testDatabases())('preview links', (database) => {
  let app: TestApp;
  let one = '';
  let other = '';

  beforeAll(async () => {
    app = await createTestApp({
      database,
      plugins: [guard],
      contentTypes: TYPES,
      config: {
        plugins: { rest: true, 'draft-and-publish': true, i18n: { config: { locales: ['en', 'fr'] } } },
      },
    });
    const documents = (uid: string) => app.documents(uid as 'api::article.article') as never as Loose;
    const author = await documents(AUTHOR).create({ data: { name: 'draft author' }, status: 'draft' });
    const near = await documents(ARTICLE).create({ data: { title: 'other draft' }, status: 'draft' });
    other = near.documentId;
    const data = { title: 'live', notes: 'private', author: author.documentId, related: [other] };
    const made = await documents(ARTICLE).create({ data, status: 'published' });
    one = made.documentId;
    await documents(ARTICLE).update({ documentId: one, data: { title: 'pending' }, status: 'draft' });
    await documents(ARTICLE).update({
      documentId: one,
      data: { title: 'bientôt' },
      status: 'draft',
      locale: 'fr',
    });
    await documents(PAGE).create({ data: { text: 'soon' }, status: 'draft' });
  });
  afterAll(() => app?.close());

  const get = (path: string, role = 'reader') => app.agent.get(`/api/${path}`).set('x-role', role);
  const link = (path: string, body: object = {}, role = 'editor') =>
    app.agent.post(`/api/${path}`).set('x-role', role).send(body);
  const tokenOf = async (path = `articles/${one}/preview-links`): Promise<string> =>
    (await link(path).expect(201)).body.data.token;

  it('opens one draft to a caller who may read published documents', async () => {
    const token = await tokenOf();
    const { body, headers } = await get(`articles/${one}?preview=${token}&populate=*`).expect(200);
    expect(body.data).toMatchObject({ title: 'pending', publishedAt: null, related: [] });
    expect(body.data.author).toBeUndefined();
    const always = await get(`articles/${one}?preview=${token}&status=published`).expect(200);
    expect(always.body.data.title).toBe('pending');
    expect(body.data.notes).toBeUndefined();
    expect(headers['cache-control']).toBe('no-store');
    expect((await get(`articles/${one}`)).body.data.title).toBe('live');
    await get(`articles/${one}?preview=${token}`, 'stranger').expect(403);
    const page = await tokenOf('page/preview-links');
    expect((await get(`page?preview=${page}`).expect(200)).body.data.text).toBe('soon');
  });

  it('shows drafts behind relations only to callers with the permission', async () => {
    const token = await tokenOf();
    const { body } = await get(`articles/${one}?preview=${token}&populate=related`, 'editor').expect(200);
    expect(body.data.related).toMatchObject([{ title: 'other draft' }]);
  });

  it.each<[string, (token: string) => string]>([
    ['a forged token', () => `articles/ONE?preview=${'A'.repeat(43)}`],
    ['a part of it', (token) => `articles/ONE?preview=${token.slice(1)}`],
    ['no text', (token) => `articles/ONE?preview[]=${token}`],
    ['an empty token', () => 'articles/ONE?preview='],
    ['another document', (token) => `articles/OTHER?preview=${token}`],
    ['another locale', (token) => `articles/ONE?preview=${token}&locale=fr`],
    ['another type', (token) => `page?preview=${token}`],
  ])('answers 404 to %s, also to an editor', async (_, pathOf) => {
    const path = pathOf(await tokenOf())
      .replace('ONE', one)
      .replace('OTHER', other);
    for (const role of ['reader', 'editor']) {
      const answer = await get(path, role);
      expect([answer.status, answer.body.error?.message]).toEqual([404, 'Not Found']);
    }
  });

  it('opens nothing with a link of the time before the type had locales', async () => {
    const token = await tokenOf();
    await app.kernel.database.knex('preview_links').where({ document: one }).update({ axes: '{}' });
    for (const locale of ['en', 'fr'])
      await get(`articles/${one}?preview=${token}&locale=${locale}`).expect(404);
  });

  it('opens no list, no filter and no write', async () => {
    const token = await tokenOf();
    const list = await get(`articles?preview=${token}`).expect(200);
    expect(list.body.data.map(({ title }: { title: string }) => title)).toEqual(['live']);
    await get(`articles?preview=${token}&status=draft`).expect(403);
    await app.agent
      .put(`/api/articles/${one}?preview=${token}`)
      .send({ data: { title: 'x' } })
      .expect(403);
  });

  it('ends all links of a document, and each after its time', async () => {
    const [first, second] = [await tokenOf(), await tokenOf()];
    const late = await link(`articles/${one}/preview-links`, { hours: 720 }).expect(201);
    expect(Date.parse(late.body.data.expiresAt) - Date.now()).toBeGreaterThan(719 * 3_600_000);
    const table = () => app.kernel.database.knex('preview_links');
    await table()
      .where({ document: one })
      .update({ ends_at: new Date(0).toISOString() });
    await get(`articles/${one}?preview=${first}`).expect(404);
    // Making a link removes the expired ones.
    const third = await tokenOf();
    const ended = await app.agent.delete(`/api/articles/${one}/preview-links`).set('x-role', 'editor');
    expect([ended.status, ended.body.data]).toEqual([200, { ended: 1 }]);
    for (const token of [second, third]) await get(`articles/${one}?preview=${token}`).expect(404);
  });

  it('reads the decoded name of the parameter, for GET and HEAD', async () => {
    const token = await tokenOf();
    const encoded = await get(`articles/${one}?%70review=${token}`).expect(200);
    expect(encoded.body.data.title).toBe('pending');
    for (const [asked, status] of [
      [token, 200],
      [token.slice(1), 404],
    ] as const) {
      const head = await app.agent.head(`/api/articles/${one}?preview=${asked}`).set('x-role', 'reader');
      expect([head.status, head.headers['cache-control']]).toEqual([status, 'no-store']);
    }
  });

  it('is ignored on types without drafts', async () => {
    const service = app.documents('api::tag.tag' as 'api::article.article') as never as Loose;
    const { documentId } = await service.create({ data: { articles: [one, other] } });
    const read = await get(`tags/${documentId}?preview=${await tokenOf()}&populate=articles`, 'editor');
    expect(read.body.data.articles).toMatchObject([{ title: 'live' }]);
  });

  describe('after a delete', () => {
    const service = (uid: string) => app.documents(uid as 'api::article.article') as never as Loose;
    const rows = (document: string) =>
      app.kernel.database
        .knex('preview_links')
        .where({ document })
        .then((found) => found.length);

    it('ends the links of a document, also for a later document with its id', async () => {
      const token = await tokenOf('page/preview-links');
      const { documentId } = await service(PAGE).update({ data: { text: 'soon' }, status: 'draft' });
      await service(PAGE).delete({ documentId });
      expect(await rows(documentId)).toBe(0);
      await service(PAGE).create({ data: { text: 'new' }, status: 'draft' });
      await get(`page?preview=${token}`).expect(404);
    });

    it('ends the links of one locale', async () => {
      const data = { title: 'x' };
      const { documentId } = await service(ARTICLE).create({ data, status: 'draft' });
      await service(ARTICLE).update({ documentId, data, status: 'draft', locale: 'fr' });
      const path = `articles/${documentId}`;
      const english = await tokenOf(`${path}/preview-links`);
      const french = await tokenOf(`${path}/preview-links?locale=fr`);
      await service(ARTICLE).delete({ documentId, locale: 'fr' });
      await service(ARTICLE).update({ documentId, data, status: 'draft', locale: 'fr' });
      await get(`${path}?preview=${french}&locale=fr`).expect(404);
      await get(`${path}?preview=${english}`).expect(200);
    });

    it('ends the links of many documents, and of those that go with them', async () => {
      const make = (about?: string) => service(NOTE).create({ data: { text: 'x', about }, status: 'draft' });
      const [first, second] = [await make(), await make()];
      const ids = [first, second, await make(first.documentId)].map(({ documentId }) => documentId);
      for (const id of ids) await tokenOf(`notes/${id}/preview-links`);
      const items = [first, second].map(({ documentId }) => ({ operation: 'delete', documentId }));
      await service(NOTE).writeMany({ items });
      expect(await Promise.all(ids.map(rows))).toEqual([0, 0, 0]);
    });
  });

  it('ends no link of a document that the caller cannot see', async () => {
    const token = await tokenOf();
    const end = (role: string) =>
      app.agent
        .delete(`/api/articles/${one}/preview-links`)
        .set('x-role', role)
        .then(({ status }) => status);
    expect([await end('limited'), await end('linker')]).toEqual([404, 403]);
    await get(`articles/${one}?preview=${token}`).expect(200);
  });

  it.each([
    ['a document that does not exist', 'articles/nothing/preview-links', {}, 'editor', 404],
    ['a caller without the permission', 'articles/ONE/preview-links', {}, 'reader', 403],
    ['a caller who may not read drafts', 'articles/ONE/preview-links', {}, 'linker', 403],
    ['a locale without a draft', 'articles/OTHER/preview-links?locale=fr', {}, 'editor', 404],
    ['too many hours', 'articles/ONE/preview-links', { hours: 721 }, 'editor', 400],
    ['no whole hours', 'articles/ONE/preview-links', { hours: 'soon' }, 'editor', 400],
  ])('makes no link for %s', async (_, path, body, role, status) => {
    await link(path.replace('ONE', one).replace('OTHER', other), body, role).expect(status);
  });
});

interface Loose {
  create(words: object): Promise<{ readonly documentId: string }>;
  update(words: object): Promise<{ readonly documentId: string }>;
  delete(words: object): Promise<unknown>;
  writeMany(words: object): Promise<unknown>;
}
