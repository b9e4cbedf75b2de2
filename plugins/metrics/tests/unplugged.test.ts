import { createTestApp } from '../../../core/testing';

it('has no route, reads no event and loads no package when the plugin is disabled', async () => {
  const app = await createTestApp();
  await app.agent.get('/_metrics').expect(404);
  for (const name of ['query.plan', 'database.connection', 'database.retry'] as const)
    expect([name, app.kernel.events.observation(name).isObserved]).toEqual([name, false]);
  expect(Object.keys(require.cache).filter((path) => path.includes('prom-client'))).toEqual([]);
  await app.close();
});
