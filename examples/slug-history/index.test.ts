import { createTestApp, examine, testDatabases } from 'quire-cms/testing';
import slugHistory from '.';

const page = {
  info: { singularName: 'page', pluralName: 'pages' },
  options: { draftAndPublish: true, slugHistory: 'urlSlug' },
  attributes: { urlSlug: { type: 'uid' } },
};

test.each(testDatabases())('former slugs redirect to the present one on %s', async (database) => {
  const app = await createTestApp({
    database,
    contentTypes: [page],
    plugins: [slugHistory],
    config: { plugins: { 'draft-and-publish': true } },
  });
  const get = (slug: string) => app.as('public').get(`/api/slugs/pages/${slug}`);
  const change = (documentId: string, slug: string, query = '') =>
    app
      .as('public')
      .put(`/api/pages/${documentId}${query}`, { data: { urlSlug: slug } })
      .expect(200);
  try {
    const { body } = await app
      .as('public')
      .post('/api/pages', { data: { urlSlug: 'one' } })
      .expect(201);
    const { documentId } = body.data;
    await change(documentId, 'two');
    await change(documentId, 'three');
    for (const former of ['one', 'two'])
      expect((await get(former).expect(301)).headers.location).toBe('/api/slugs/pages/three');
    expect((await get('three').expect(200)).body.data.documentId).toBe(documentId);

    // The public still sees the published slug.
    await change(documentId, 'four', '?status=draft');
    expect((await get('one').expect(301)).headers.location).toBe('/api/slugs/pages/three');
    await app.as('public').post(`/api/pages/${documentId}/actions/publish`).expect(200);
    expect((await get('three').expect(301)).headers.location).toBe('/api/slugs/pages/four');

    // A document takes a former slug of another one.
    const other = await app
      .as('public')
      .post('/api/pages', { data: { urlSlug: 'one' } })
      .expect(201);
    expect((await get('one').expect(200)).body.data.documentId).toBe(other.body.data.documentId);
    await app.as('public').delete(`/api/pages/${documentId}`).expect(204);
    for (const gone of ['two', 'never']) await get(gone).expect(404);
    expect(await examine(app.kernel)).toEqual([]);
  } finally {
    await app.close();
  }
});
