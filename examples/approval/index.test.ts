import { createTestApp } from 'quire-cms/testing';
import approval from '.';

const post = {
  info: { singularName: 'post', pluralName: 'posts' },
  options: { draftAndPublish: true, approval: true },
  attributes: { title: { type: 'string' } },
};
const plugins = { 'draft-and-publish': true };

test('only the approved draft is published', async () => {
  const app = await createTestApp({ contentTypes: [post], plugins: [approval], config: { plugins } });
  const type = 'api::post.post';
  const approve = (documentId: string, uid = type) =>
    app.as('public').post('/api/approvals', { type: uid, documentId });
  try {
    const refused = await app
      .as('public')
      .post('/api/posts', { data: { title: 'A' } })
      .expect(400);
    expect(refused.body.error.message).toContain('save it with status=draft');
    const { body } = await app
      .as('public')
      .post('/api/posts?status=draft', { data: { title: 'A' } })
      .expect(201);
    const { documentId } = body.data;
    const publish = `/api/posts/${documentId}/actions/publish`;

    expect((await app.as('public').post(publish).expect(409)).body.error.message).toContain(
      'is not approved',
    );
    const approved = await approve(documentId).expect(201);
    expect(approved.body.data).toEqual({ documentId, by: 'anonymous' });
    await app
      .as('public')
      .put(`/api/posts/${documentId}?status=draft`, { data: { title: 'B' } })
      .expect(200);
    await app.as('public').post(publish).expect(409);
    await approve(documentId).expect(201);
    await app.as('public').post(publish).expect(200);
    expect((await app.as('public').get('/api/posts').expect(200)).body.data).toMatchObject([{ title: 'B' }]);

    await approve('unknown').expect(404);
    await approve(documentId, 'api::other.other').expect(400);
    await app.as('public').post('/api/approvals', { type }).expect(400);
  } finally {
    await app.close();
  }
});

test('a type without drafts stops startup', async () => {
  const wrong = { ...post, options: { approval: true } };
  await expect(
    createTestApp({ contentTypes: [wrong], plugins: [approval], config: { plugins } }),
  ).rejects.toThrow('api::post.post: the option approval needs the option draftAndPublish, and no locales.');
});
