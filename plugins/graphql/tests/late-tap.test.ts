// A plugin that taps `documents.loaded` during startup sees the documents of every query, also behind aliases.
import { definePlugin } from '../../../core';
import { createTestApp } from '../../../core/testing/create-test-app';

const note = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: { text: { type: 'string' } },
};
const masking = definePlugin({
  name: 'masking',
  register: () => undefined,
  boot: async (app) =>
    app.hooks.documents.loaded(async ({ documents }) => {
      for (const document of documents) if ('text' in document) document.text = 'masked';
    }),
});

it.each([
  ['plainly', '{ notes { text } }', { notes: [{ text: 'masked' }] }],
  ['with aliases', '{ all: notes { words: text } }', { all: [{ words: 'masked' }] }],
  [
    'as a connection',
    '{ notes_connection { nodes { words: text } } }',
    { notes_connection: { nodes: [{ words: 'masked' }] } },
  ],
])('asked %s', async (_how, query, data) => {
  const app = await createTestApp({
    contentTypes: [note],
    plugins: [masking],
    config: { server: { anonymous: 'full' }, plugins: { graphql: { enabled: true } } },
  });
  try {
    await app.documents('api::note.note').create({ data: { text: 'secret' } });
    expect((await app.agent.post('/graphql').send({ query })).body).toEqual({ data });
  } finally {
    await app.close();
  }
});
