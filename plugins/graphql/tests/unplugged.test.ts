// With the plugin disabled, its path is unknown and nothing of graphql is loaded.
import { createTestApp } from '../../../core/testing';

it('leaves no trace while it is disabled', async () => {
  const app = await createTestApp({ config: { plugins: { rest: true, graphql: false } } });
  try {
    expect((await app.agent.post('/graphql').send({ query: '{ __typename }' })).status).toBe(404);
  } finally {
    await app.close();
  }
});
