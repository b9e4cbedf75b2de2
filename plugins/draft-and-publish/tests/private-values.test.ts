// A refused publication shows no stored value that the caller may not read.
import { createTestApp, testDatabases } from '../../../core/testing';

it.each(testDatabases())('an error names a private attribute, and not its value, on %s', async (database) => {
  const app = await createTestApp({
    database,
    contentTypes: [
      {
        info: { singularName: 'note', pluralName: 'notes' },
        options: { draftAndPublish: true },
        attributes: {
          note: { type: 'string', minLength: 10, private: true },
          title: { type: 'string', minLength: 10 },
        },
      },
    ],
    config: { plugins: { rest: true, 'draft-and-publish': true } },
  });
  try {
    const { body } = await app.agent
      .post('/api/notes?status=draft')
      .send({ data: { note: 'hidden', title: 'shown' } });
    const refused = await app.agent.post(`/api/notes/${body.data.documentId}/actions/publish`);
    expect(refused.status).toBe(400);
    expect(refused.body.error.details.errors).toMatchObject([
      { path: ['note'] },
      { path: ['title'], value: 'shown' },
    ]);
    expect(refused.text).not.toContain('hidden');
  } finally {
    await app.close();
  }
});
