import { createTestApp } from '../../../core/testing';

it('adds no route when the plugin is disabled', async () => {
  const app = await createTestApp();
  expect((await fetch(`${app.url}/api/webhooks`)).status).toBe(404);
  await app.close();
});

it('needs the plugin jobs', async () => {
  await expect(createTestApp({ config: { plugins: { webhooks: true } } })).rejects.toThrow(/jobs/);
});
