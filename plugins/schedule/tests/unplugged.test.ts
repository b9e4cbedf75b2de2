import { createTestApp } from '../../../core/testing';

it('adds no route and no operation when the plugin is disabled', async () => {
  const app = await createTestApp({
    contentTypes: [
      {
        info: { singularName: 'post', pluralName: 'posts' },
        options: { draftAndPublish: true },
        attributes: { title: { type: 'string' } },
      },
    ],
    config: { plugins: { 'draft-and-publish': true, jobs: true } },
  });
  expect((await fetch(`${app.url}/api/schedule/changes`)).status).toBe(404);
  expect((await fetch(`${app.url}/api/posts/x/actions/schedule`, { method: 'POST' })).status).toBe(404);
  expect(app.documents('api::post.post')).not.toHaveProperty('schedule');
  await app.close();
});

it('needs the plugins jobs and draft-and-publish', async () => {
  await expect(createTestApp({ config: { plugins: { schedule: true, jobs: true } } })).rejects.toThrow(
    /draft-and-publish/,
  );
});
