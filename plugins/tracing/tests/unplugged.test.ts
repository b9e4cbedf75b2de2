import { createTestApp } from '../../../core/testing';

it('has no tracer and loads no package when the plugin is disabled', async () => {
  const app = await createTestApp();
  await app.agent.get('/_health').expect(204);
  expect(app.kernel.events.tracer).toBeNull();
  expect(Object.keys(require.cache).filter((path) => path.includes('opentelemetry'))).toEqual([]);
  await app.close();
});

it('says that no SDK runs, and serves', async () => {
  const app = await createTestApp({ config: { plugins: { tracing: true } } });
  await app.agent.get('/').expect(200);
  expect(app.logs.map(({ message }) => message)).toEqual([expect.stringContaining('no SDK')]);
  await app.close();
});
