import { definePlugin } from '../../../core';
import { createTestApp } from '../../../core/testing';
import { JOBS } from '..';

it('adds no service, route or member when the plugin is disabled', async () => {
  let hasMember = true;
  const other = definePlugin({
    name: 'other' as string,
    register(app) {
      hasMember = 'jobs' in app;
    },
  });
  const app = await createTestApp({ plugins: [other] });
  expect(hasMember).toBe(false);
  expect(app.kernel.container.has(JOBS)).toBe(false);
  expect((await fetch(`${app.url}/api/jobs`)).status).toBe(404);
  await app.close();
});

it('names the plugin that a plugin with jobs needs', async () => {
  const shop = definePlugin({ name: 'shop' as string, dependencies: ['jobs'], register: () => undefined });
  await expect(createTestApp({ plugins: [shop] })).rejects.toThrow(/jobs/);
});
