// Values that another plugin sets with action.set, in drafts and published rows.
import { definePlugin } from '../../../core';
import { createTestApp } from '../../../core/testing';

it('are stored in the draft and in the published row', async () => {
  const coder = definePlugin({
    name: 'coder',
    register: (app) =>
      app.hooks.documents.prepare((action) => {
        if (action.operation === 'create') action.set('code', 'C');
      }),
  });
  const app = await createTestApp({
    contentTypes: [
      {
        info: { singularName: 'page', pluralName: 'pages' },
        options: { draftAndPublish: true },
        attributes: { title: { type: 'string' }, code: { type: 'string', writable: false } },
      },
    ],
    plugins: [coder],
    config: { plugins: { 'draft-and-publish': true } },
  });
  try {
    await app.agent
      .post('/api/pages')
      .send({ data: { title: 'a' } })
      .expect(201);
    for (const query of ['', '?status=draft'])
      expect((await app.agent.get(`/api/pages${query}`)).body.data).toMatchObject([{ code: 'C' }]);
  } finally {
    await app.close();
  }
});
