import { createTestApp } from '../../../core/testing';

it('has no tracer when the plugin is disabled', async () => {
  const app = await createTestApp();
  await app.agent.get('/_health').expect(204);
  expect(app.kernel.events.tracer).toBeNull();
  await app.close();
});

it('says that no SDK runs, and serves', async () => {
  const app = await createTestApp({ config: { plugins: { tracing: true } } });
  await app.agent.get('/').expect(200);
  expect(app.logs.map(({ message }) => message)).toEqual([expect.stringContaining('no SDK')]);
  await app.close();
});
