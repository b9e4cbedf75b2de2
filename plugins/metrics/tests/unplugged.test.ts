import { createTestApp } from '../../../core/testing';

it('has no route and reads no event when the plugin is disabled', async () => {
  const app = await createTestApp();
  await app.agent.get('/_metrics').expect(404);
  for (const name of ['query.plan', 'database.connection', 'database.retry'] as const)
    expect([name, app.kernel.events.observation(name).isObserved]).toEqual([name, false]);
  await app.close();
});
