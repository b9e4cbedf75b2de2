import { createTestApp, examine, testDatabases } from 'quire-cms/testing';
import softDelete from '.';

const author = {
  info: { singularName: 'author', pluralName: 'authors' },
  attributes: {
    name: { type: 'string', unique: true },
    books: { type: 'relation', relation: 'oneToMany', target: 'api::book.book', mappedBy: 'author' },
  },
};
const book = {
  info: { singularName: 'book', pluralName: 'books' },
  options: { draftAndPublish: true },
  attributes: {
    title: { type: 'string' },
    author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author', inversedBy: 'books' },
  },
};
const titles = (body: { readonly data: readonly { readonly title?: string; readonly name?: string }[] }) =>
  body.data.map(({ title, name }) => title ?? name);

test.each(testDatabases())('deleted documents are hidden until they are restored on %s', async (database) => {
  const app = await createTestApp({
    database,
    contentTypes: [author, book],
    plugins: [softDelete],
    config: { plugins: { 'draft-and-publish': true } },
  });
  const get = async (path: string) => (await app.as('public').get(`/api/${path}`).expect(200)).body;
  const post = async (path: string, data: object, status = 201) =>
    (await app.as('public').post(`/api/${path}`, { data }).expect(status)).body;
  try {
    const zoe = (await post('authors', { name: 'Zoe' })).data.documentId;
    const bob = (await post('authors', { name: 'Bob' })).data.documentId;
    await post('books', { title: 'A', author: zoe });
    await post('books', { title: 'B', author: bob });
    await app.as('public').delete(`/api/authors/${zoe}`).expect(204);

    // find, count, populate, filters, sorts, relations from both sides
    await app.as('public').get(`/api/authors/${zoe}`).expect(404);
    await app
      .as('public')
      .put(`/api/authors/${zoe}`, { data: { name: 'x' } })
      .expect(404);
    await app.as('public').delete(`/api/authors/${zoe}`).expect(204); // as for any unknown document
    const living = await get('authors');
    expect([titles(living), living.meta.pagination.total]).toEqual([['Bob'], 1]);
    expect((await get('books?sort=title&populate=author')).data).toMatchObject([
      { title: 'A', author: null },
      { title: 'B', author: { name: 'Bob' } },
    ]);
    expect(titles(await get('books?filters[author][name][$notNull]=true'))).toEqual(['B']);
    expect(titles(await get('books?filters[author][name]=Zoe'))).toEqual([]);
    expect(titles(await get('books?sort=author.name'))).toEqual(['A', 'B']);
    expect(await app.documents('api::author.author').count()).toBe(1);
    const refused = await post('books', { title: 'C', author: zoe }, 400);
    expect(refused.error.message).toContain(`Document with id "${zoe}"`);

    // The unique name is free. Then the restore is refused, until the name is free again.
    expect(titles(await get('authors?deleted=true'))).toEqual(['Zoe']);
    const second = (await post('authors', { name: 'Zoe' })).data.documentId;
    await post(`authors/${zoe}/actions/restore`, {}, 400);
    await app
      .as('public')
      .put(`/api/authors/${second}`, { data: { name: 'Ada' } })
      .expect(200);
    await post(`authors/${zoe}/actions/restore`, {}, 200);
    await post(`authors/${zoe}/actions/restore`, {}, 404);
    expect(titles(await get('authors?sort=name'))).toEqual(['Ada', 'Bob', 'Zoe']);
    expect(titles(await get('books?filters[author][name]=Zoe'))).toEqual(['A']);
    expect((await get(`authors/${zoe}?populate=books`)).data.books).toMatchObject([{ title: 'A' }]);
    expect(await examine(app.kernel)).toEqual([]);
  } finally {
    await app.close();
  }
});

test.each(testDatabases())('rows of a removed locale do not come back with it on %s', async (database) => {
  const localized = { pluginOptions: { i18n: { localized: true } } };
  const page = {
    info: { singularName: 'page', pluralName: 'pages' },
    ...localized,
    attributes: { title: { type: 'string', unique: true, ...localized } },
  };
  const app = await createTestApp({
    database,
    contentTypes: [page],
    plugins: [softDelete],
    config: { plugins: { i18n: { config: { defaultLocale: 'en', locales: ['en', 'fr'] } } } },
  });
  const visitor = app.as('public');
  const shown = async (query: string) =>
    titles((await visitor.get(`/api/pages?sort=title&${query}`).expect(200)).body);
  try {
    for (const title of ['Only', 'Also']) {
      const { body } = await visitor.post('/api/pages?locale=fr', { data: { title } }).expect(201);
      if (title === 'Only') await visitor.delete(`/api/pages/${body.data.documentId}?locale=fr`).expect(204);
    }
    const both = (await visitor.post('/api/pages', { data: { title: 'One' } }).expect(201)).body.data;
    await visitor.put(`/api/pages/${both.documentId}?locale=fr`, { data: { title: 'Un' } }).expect(200);
    expect([await shown('locale=fr'), await shown('locale=fr&deleted=true')]).toEqual([
      ['Also', 'Un'],
      ['Only'],
    ]);

    const refused = await visitor.delete('/api/i18n/locales/fr').expect(409);
    expect(refused.body.error.details.documents).toBe(3);
    await visitor.delete('/api/i18n/locales/fr?force=true').expect(204);
    expect(await examine(app.kernel)).toEqual([]);
    await visitor.post('/api/i18n/locales', { code: 'fr' }).expect(201);
    expect([await shown('locale=fr'), await shown('locale=fr&deleted=true'), await shown('')]).toEqual([
      [],
      [],
      ['One'],
    ]);
    // The values are free.
    await visitor.post('/api/pages?locale=fr', { data: { title: 'Un' } }).expect(201);
    expect(await examine(app.kernel)).toEqual([]);
  } finally {
    await app.close();
  }
});

test('drafts come back with their published version', async () => {
  const app = await createTestApp({
    contentTypes: [author, book],
    plugins: [softDelete],
    config: { plugins: { 'draft-and-publish': true } },
  });
  try {
    const { body } = await app
      .as('public')
      .post('/api/books', { data: { title: 'A' } })
      .expect(201);
    const path = `/api/books/${body.data.documentId}`;
    await app
      .as('public')
      .put(`${path}?status=draft`, { data: { title: 'B' } })
      .expect(200);
    await app.as('public').delete(path).expect(204);
    await app.as('public').get(`${path}?status=draft`).expect(404);
    await app.as('public').post(`${path}/actions/restore`).expect(200);
    expect((await app.as('public').get(path).expect(200)).body.data.title).toBe('A');
    expect((await app.as('public').get(`${path}?status=draft`).expect(200)).body.data.title).toBe('B');
    expect(await examine(app.kernel)).toEqual([]);
  } finally {
    await app.close();
  }
});

test('restore and the list of deleted documents need permissions of their own', async () => {
  const roles = (actions: readonly string[]) => ({
    jwtSecret: 'a-long-secret-of-this-test-alone',
    roles: { public: { actions: actions.map((action) => `api::author.author.${action}`) } },
  });
  const open = (actions: readonly string[]) =>
    createTestApp({
      contentTypes: [author, book],
      plugins: [softDelete],
      config: {
        plugins: { 'draft-and-publish': true, 'users-permissions': { config: roles(actions) } },
      },
    });
  for (const [actions, status] of [
    [['find', 'delete'], 403],
    [['find', 'delete', 'readDeleted', 'restore'], 200],
  ] as const) {
    const app = await open(actions);
    const { documentId } = await app.documents('api::author.author').create({ data: { name: 'Zoe' } });
    await app.as('public').delete(`/api/authors/${documentId}`).expect(204);
    await app.as('public').get('/api/authors?deleted=true').expect(status);
    await app.as('public').post(`/api/authors/${documentId}/actions/restore`).expect(status);
    await app.close();
  }
});
