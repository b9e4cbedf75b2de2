import { createTestApp, examine, testDatabases } from 'quire-cms/testing';
import audience from '.';

const page = {
  info: { singularName: 'page', pluralName: 'pages' },
  options: { audience: true },
  attributes: {
    title: { type: 'string' },
    parent: { type: 'relation', relation: 'manyToOne', target: 'api::page.page' },
  },
};
const plugins = { audience: { config: { audiences: ['everyone', 'members'] } } };

test.each(testDatabases())('a page has one row per audience on %s', async (database) => {
  const app = await createTestApp({
    database,
    contentTypes: [page],
    plugins: [audience],
    config: { plugins },
  });
  const titles = async (query: string): Promise<string[]> => {
    const { body } = await app.as('public').get(`/api/pages?sort=id&${query}`).expect(200);
    return body.data.map((one: { readonly title: string }) => one.title);
  };
  try {
    const { body } = await app
      .as('public')
      .post('/api/pages', { data: { title: 'Prices' } })
      .expect(201);
    expect(body.data.audience).toBe('everyone');
    const path = `/api/pages/${body.data.documentId}`;
    const data = { title: 'Our prices', audience: 'members' };
    await app.as('public').put(`${path}?audience=members`, { data }).expect(200);
    await app
      .as('public')
      .post('/api/pages', { data: { title: 'News', parent: body.data.documentId } })
      .expect(201);

    expect(await titles('')).toEqual(['Prices', 'News']);
    expect((await titles('audience=members')).sort()).toEqual(['News', 'Our prices']);
    expect(await titles('filters[parent][title]=Prices')).toEqual(['News']);
    expect(await titles('audience=members&filters[parent][title]=Our prices')).toEqual(['News']);
    await app.as('public').delete(`${path}?audience=members`).expect(204);
    expect(await titles('audience=members')).toEqual(['Prices', 'News']);
    const wrong = await app.as('public').get('/api/pages?audience=staff').expect(400);
    expect(wrong.body.error.message).toBe('audience: expected one of everyone, members, got "staff"');
    expect(await examine(app.kernel)).toEqual([]);
  } finally {
    await app.close();
  }
});

test('other audiences need a permission', async () => {
  const actions = ['api::page.page.find'];
  const users = { config: { jwtSecret: 'a-long-secret-of-this-test-alone', roles: { public: { actions } } } };
  const app = await createTestApp({
    contentTypes: [page],
    plugins: [audience],
    config: { plugins: { ...plugins, 'users-permissions': users } },
  });
  await app.as('public').get('/api/pages').expect(200);
  await app.as('public').get('/api/pages?audience=members').expect(403);
  await app.close();
});
