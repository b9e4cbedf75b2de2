import { createTestApp } from '../../../core/testing';

it('adds no route when the plugin is disabled', async () => {
  const app = await createTestApp({
    contentTypes: [
      { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: { type: 'string' } } },
    ],
  });
  expect((await fetch(`${app.url}/api/tags/x/history`)).status).toBe(404);
  expect((await fetch(`${app.url}/api/history/versions`)).status).toBe(404);
  await app.close();
});

it('needs the plugin jobs', async () => {
  await expect(createTestApp({ config: { plugins: { history: true } } })).rejects.toThrow(/jobs/);
});
