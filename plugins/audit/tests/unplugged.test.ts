import { createTestApp } from '../../../core/testing';

it('adds no route when the plugin is disabled', async () => {
  const app = await createTestApp();
  expect((await fetch(`${app.url}/api/audit`)).status).toBe(404);
  await app.close();
});

it('needs the plugin jobs, and a secret of some length', async () => {
  await expect(createTestApp({ config: { plugins: { audit: true } } })).rejects.toThrow(/jobs/);
  const config = { plugins: { jobs: true, audit: { enabled: true, config: { secret: 'short' } } } };
  await expect(createTestApp({ config })).rejects.toThrow(/at least 16 characters/);
});
