// Row and field rules: own documents, chosen fields. A document outside a rule gets the response of an unknown document.
import type { TestApp } from '../../../core/testing';
import { PERMISSION, ROLE } from '../types';
import { bearer, createUsersApp, register } from './app';

const OWN = { where: { author: { id: '$user.id' } } };
const article = (verb: string): string => `api::article.article.${verb}`;
const ARTICLE = 'api::article.article';
const CATEGORY = 'api::category.category';

let app: TestApp;
let alice: string;
let bob: string;
let mine = '';
let theirs = '';
beforeAll(async () => {
  app = await createUsersApp({
    roles: {
      authenticated: {
        actions: [
          ...['find', 'findOne', 'create', 'update', 'delete'].map((verb) => ({
            action: article(verb),
            ...OWN,
          })),
          `${CATEGORY}.find`,
          `${CATEGORY}.create`,
          `${CATEGORY}.update`,
        ],
      },
      public: {
        actions: [
          { action: article('find'), where: { notes: 'open' }, fields: ['title', 'category'] },
          { action: article('findOne'), fields: ['title', 'notes'] },
          { action: article('create'), fields: ['title'] },
          `${CATEGORY}.find`,
        ],
      },
    },
  });
  ({ jwt: alice } = await register(app, 'alice'));
  ({ jwt: bob } = await register(app, 'bob'));
});
afterAll(() => app.close());

const as = (jwt: string) => ({
  get: (path: string) => app.agent.get(`/api${path}`).set('Authorization', bearer(jwt)),
  post: (path: string, data: object) =>
    app.agent.post(`/api${path}`).set('Authorization', bearer(jwt)).send({ data }),
  put: (path: string, data: object) =>
    app.agent.put(`/api${path}`).set('Authorization', bearer(jwt)).send({ data }),
  delete: (path: string) => app.agent.delete(`/api${path}`).set('Authorization', bearer(jwt)),
});
const authorOf = async (documentId: string) =>
  (await app.documents(ARTICLE).findOne({ documentId, populate: ['author'] }))?.author;

it('links a new document to its creator, who cannot read users', async () => {
  mine = (await as(alice).post('/articles', { title: 'mine', notes: 'open' }).expect(201)).body.data
    .documentId;
  theirs = (await as(bob).post('/articles', { title: 'theirs', notes: 'closed' }).expect(201)).body.data
    .documentId;
  expect(await authorOf(mine)).toMatchObject({ username: 'alice' });
  expect(await authorOf(theirs)).toMatchObject({ username: 'bob' });
});

it('lists, returns and counts own documents only', async () => {
  const { body } = await as(alice).get('/articles').expect(200);
  expect(body.data).toMatchObject([{ title: 'mine' }]);
  expect(body.meta.pagination.total).toBe(1);
  await as(alice).get(`/articles/${mine}`).expect(200);
});

const absent = 'a'.repeat(24);
it('gives the same response for a foreign and an unknown document', async () => {
  for (const work of [
    (id: string) => as(alice).get(`/articles/${id}`),
    (id: string) => as(alice).put(`/articles/${id}`, { title: 'taken' }),
    (id: string) => as(alice).delete(`/articles/${id}`),
  ]) {
    const theirAnswer = await work(theirs);
    const noAnswer = await work(absent);
    expect([theirAnswer.status, theirAnswer.text]).toEqual([noAnswer.status, noAnswer.text]);
  }
  expect(await app.documents(ARTICLE).findOne({ documentId: theirs })).toMatchObject({ title: 'theirs' });
});

it('updates and deletes own documents', async () => {
  await as(alice).put(`/articles/${mine}`, { title: 'mine still' }).expect(200);
  const other = (await as(alice).post('/articles', { title: 'gone' })).body.data.documentId;
  await as(alice).delete(`/articles/${other}`).expect(204);
  expect(await app.documents(ARTICLE).findOne({ documentId: other })).toBeNull();
});

it('filters, populates and connects own documents only', async () => {
  const connected = await as(alice)
    .post('/categories', { name: 'c', articles: [mine] })
    .expect(201);
  const { documentId } = connected.body.data;
  const answers = await Promise.all(
    [theirs, absent].map((id) => as(alice).put(`/categories/${documentId}`, { articles: { connect: [id] } })),
  );
  const [known, unknown] = answers.map(({ status, text }) => [status, text.replaceAll(theirs, absent)]);
  expect(known).toEqual(unknown);
  expect(known?.[0]).toBe(400);
  await app.documents(ARTICLE).update({ documentId: theirs, data: { category: documentId } });
  const { body } = await as(alice).get('/categories?populate=articles').expect(200);
  expect(body.data[0].articles).toMatchObject([{ title: 'mine still' }]);
  const filtered = await as(alice).get('/categories?filters[articles][title]=theirs').expect(200);
  expect(filtered.body.data).toEqual([]);
  expect((await as(alice).get('/categories?sort=articles.title')).status).toBe(200);
});

it('keeps invisible links when a list is replaced from its inverse side', async () => {
  const { documentId: category } = await app.documents(CATEGORY).create({ data: { name: 'shared' } });
  const data = { title: 'kept', category };
  const { documentId: kept } = await app.documents(ARTICLE).create({ data });
  const own = (await as(alice).post('/articles', { title: 'moves' }).expect(201)).body.data.documentId;
  await as(alice)
    .put(`/categories/${category}`, { articles: [own] })
    .expect(200);
  const { body } = await as(alice).put(`/categories/${category}?populate=articles`, { articles: [] });
  expect(body.data.articles).toEqual([]);
  const stored = await app.documents(ARTICLE).findOne({ documentId: kept, populate: ['category'] });
  expect(stored?.category).toMatchObject({ documentId: category });
  for (const documentId of [own, kept]) await app.documents(ARTICLE).delete({ documentId });
  await app.documents(CATEGORY).delete({ documentId: category });
});

it('shows the chosen fields of matching documents, wherever they are read', async () => {
  const { body } = await app.agent.get('/api/articles?populate=category').expect(200);
  expect(body.data).toEqual([
    { id: 1, documentId: mine, title: 'mine still', category: expect.objectContaining({ name: 'c' }) },
  ]);
  for (const query of ['fields=notes', 'filters[notes]=open', 'sort=notes'])
    expect((await app.agent.get(`/api/articles?${query}`)).status).toBe(400);
  const { body: searched } = await app.agent.get('/api/articles?_q=open').expect(200);
  expect(searched.data).toEqual([]);
  const { body: one } = await app.agent.get(`/api/articles/${mine}`).expect(200);
  expect(one.data).toEqual({ id: 1, documentId: mine, title: 'mine still' });
  const { body: populated } = await app.agent.get('/api/categories?populate=articles').expect(200);
  expect(populated.data[0].articles).toEqual([{ id: 1, documentId: mine, title: 'mine still' }]);
});

it('writes the chosen fields only', async () => {
  await app.agent
    .post('/api/articles')
    .send({ data: { title: 'from outside' } })
    .expect(201);
  const { body } = await app.agent
    .post('/api/articles')
    .send({ data: { title: 'x', notes: 'y' } })
    .expect(400);
  expect(body.error.details).toEqual({ key: 'notes', path: null, source: 'body' });
});

it('counts and deletes only users that find shows', async () => {
  const other = await createUsersApp({
    roles: {
      authenticated: {
        actions: [
          { action: 'plugin::users-permissions.user.find', where: { username: { $startsWith: 'a' } } },
          'plugin::users-permissions.user.count',
          'plugin::users-permissions.user.destroy',
        ],
      },
    },
  });
  const { jwt } = await register(other, 'anna');
  const { id } = await register(other, 'bert');
  const get = (path: string) => other.agent.get(`/api${path}`).set('Authorization', bearer(jwt));
  const answers = [
    (await get('/users?fields=username')).body.length,
    (await get('/users/count')).body,
    (await get('/users/count?filters[username]=bert')).body,
    (await other.agent.delete(`/api/users/${id}`).set('Authorization', bearer(jwt))).status,
    (await get('/users/me')).body.username,
    await other.documents('plugin::users-permissions.user').count(),
  ];
  await other.close();
  expect(answers).toEqual([1, 1, 0, 204, 'anna', 2]);
});

const wrong: readonly (readonly [what: string, role: string, action: object, message: RegExp])[] = [
  [
    'an unknown action',
    'editor',
    { action: 'api::article.article.fnid' },
    /the action "api::article.article.fnid" does not exist; did you mean "api::article.article.find"/,
  ],
  ['an unknown field', 'editor', { action: article('find'), fields: ['titel'] }, /no attribute "titel"/],
  ['an unknown attribute', 'editor', { action: article('find'), where: { autor: 1 } }, /Invalid key autor/],
  [
    'an unknown value',
    'editor',
    { action: article('find'), where: { notes: '$user.shoes' } },
    /no value "shoes"/,
  ],
  [
    'a secret value',
    'editor',
    { action: article('find'), where: { notes: '$user.password' } },
    /no value "password"/,
  ],
  [
    'a user value in the public role',
    'public',
    { action: article('find'), where: { notes: '$user.id' } },
    /an anonymous request has no \$user.id/,
  ],
  [
    'a rule where none can be',
    'editor',
    { action: 'plugin::users-permissions.auth.callback', fields: ['x'] },
    /accepts no where and no fields/,
  ],
];
it.each(wrong)('does not start with %s', async (_what, role, action, message) => {
  await expect(createUsersApp({ roles: { [role]: { actions: [action] } } })).rejects.toThrow(message);
});

it('a stored condition on an attribute that has another name now takes the permission away', async () => {
  const [role] = await app.documents(ROLE).findMany({ filters: { type: 'authenticated' } });
  const [permission] = await app
    .documents(PERMISSION)
    .findMany({ filters: { action: article('find'), role: { documentId: role?.documentId } } });
  const documentId = String(permission?.documentId);
  await app.documents(PERMISSION).update({ documentId, data: { rule: { where: { writer: 'x' } } } });
  expect((await as(alice).get('/articles')).status).toBe(403);
  await app.documents(PERMISSION).update({ documentId, data: { rule: OWN } });
  expect((await as(alice).get('/articles')).status).toBe(200);
});
