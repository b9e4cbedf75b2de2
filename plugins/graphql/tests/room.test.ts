// A query by POST needs room among the unread answers, as a GET does. A mutation is answered always.
import { connect, type Socket } from 'node:net';
import { createTestApp, type TestApp } from '../../../core/testing';
import { untilAnswered } from '../../../core/testing/until';

const SIZE = 6_000_000;
const NOTE = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: { text: { type: 'text' } },
};

let app: TestApp;
const clients: Socket[] = [];
afterAll(() => {
  for (const client of clients) client.destroy();
  return app.close();
});

it('refuses queries without room, the same one before its work', async () => {
  app = await createTestApp({
    contentTypes: [NOTE],
    config: {
      plugins: { rest: true, graphql: { config: { apolloServer: { allowBatchedHttpRequests: true } } } },
      server: { anonymous: 'full', logs: { level: 'silent' }, buffers: { total: 2 * SIZE } },
    },
  });
  await app.documents('api::note.note').create({ data: { text: 'x'.repeat(SIZE) } });
  const { kernel } = app;
  const port = Number(new URL(app.url).port);
  const post = (body: unknown) => app.agent.post('/graphql').send(body as object);
  const query = '{ notes { text } }';
  expect((await post({ query })).status).toBe(200);
  for (let n = 0; n < 2; n++) {
    const client = connect(port, '127.0.0.1').pause();
    clients.push(client);
    client.write('GET /api/notes HTTP/1.1\r\nHost: x\r\n\r\n');
    await untilAnswered(client);
  }
  expect((await post({ query })).status).toBe(503);
  const { statements } = kernel.database.stats();
  expect((await post({ query })).status).toBe(503);
  expect(kernel.database.stats().statements).toBe(statements);
  expect((await post([{ query }, { query: '{ __typename }' }])).status).toBe(503);
  expect((await post({ query: '{ notes { documentId } }' })).status).toBe(200);
  const long = `mutation { createNote(data: { text: "a" }) { documentId } }`;
  expect((await post([{ query: long }, { query }])).status).toBe(200);
});
