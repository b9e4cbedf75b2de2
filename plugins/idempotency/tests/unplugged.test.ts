import { createTestApp } from '../../../core/testing';

it('ignores the header, and has no table, when the plugin is disabled', async () => {
  const app = await createTestApp({
    contentTypes: [
      {
        info: { singularName: 'article', pluralName: 'articles' },
        attributes: { title: { type: 'string' } },
      },
    ],
    config: { plugins: { rest: true } },
  });
  for (let n = 0; n < 2; n++)
    await app.agent.post('/api/articles').set('Idempotency-Key', 'x').send({ data: {} }).expect(201);
  expect(await app.documents('api::article.article').count({})).toBe(2);
  const reading = app.kernel.database.transaction((tx) => tx.all('SELECT * FROM idempotency_keys'));
  await expect(reading).rejects.toMatchObject({ message: expect.stringContaining('idempotency_keys') });
  await app.close();
});
