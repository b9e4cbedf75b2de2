import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestApp } from 'quire-cms/testing';
import webhooks from '.';

const note = {
  info: { singularName: 'note', pluralName: 'notes' },
  attributes: { text: { type: 'string', required: true } },
};
const SECRET = 'a-secret-of-the-test';

interface Received {
  readonly signature: unknown;
  readonly text: string;
}

test('sends each committed write, signed, and logs a refusal', async () => {
  const received: Received[] = [];
  const receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      received.push({ signature: request.headers['x-signature'], text });
      response.writeHead(received.length === 1 ? 204 : 500).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const app = await createTestApp({
    contentTypes: [note],
    plugins: [webhooks],
    config: { plugins: { 'webhooks-lite': { config: { urls: [url], secret: SECRET } } } },
  });
  const { body } = await app
    .as('public')
    .post('/api/notes', { data: { text: 'a' } })
    .expect(201);
  await app.as('public').post('/api/notes', { data: {} }).expect(400);
  await app.as('public').delete(`/api/notes/${body.data.documentId}`).expect(204);
  // The shutdown waits for requests that are open.
  await app.close();
  receiver.close();

  const events = received.map(({ text }) => JSON.parse(text));
  const { documentId } = body.data;
  expect(events).toHaveLength(2);
  expect(events).toEqual(
    expect.arrayContaining([
      {
        event: 'create',
        type: 'api::note.note',
        documentId,
        document: expect.objectContaining({ text: 'a' }),
      },
      { event: 'delete', type: 'api::note.note', documentId, document: null },
    ]),
  );
  for (const { signature, text } of received)
    expect(signature).toBe(`sha256=${createHmac('sha256', SECRET).update(text).digest('hex')}`);
  expect(app.logs).toContainEqual(
    expect.objectContaining({ message: 'a webhook was refused', url, status: 500 }),
  );
});

test('sends nothing that needs credentials', async () => {
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    request.on('data', (chunk) => received.push(String(chunk)));
    request.on('end', () => response.writeHead(204).end());
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const roles = { public: { actions: ['api::note.note.find'] } };
  const app = await createTestApp({
    contentTypes: [
      { ...note, options: { draftAndPublish: true } },
      { info: { singularName: 'diary', pluralName: 'diaries' }, attributes: note.attributes },
    ],
    plugins: [webhooks],
    env: { JWT_SECRET: 'b0Zl7vKq2mXw9sTn4dRc8yHu1gEj6pAa' },
    config: {
      plugins: {
        'draft-and-publish': true,
        'users-permissions': { config: { roles } },
        'webhooks-lite': { config: { urls: [url], secret: SECRET } },
      },
    },
  });
  const user = { username: 'ada', email: 'ada@example.org', password: 'correct horse 9' };
  await app.as('public').post('/api/auth/local/register', user).expect(200);
  await app.documents('api::diary.diary').create({ data: { text: 'closed' } });
  await app.documents('api::note.note').create({ data: { text: 'a draft' }, status: 'draft' });
  await app.documents('api::note.note').create({ data: { text: 'open' }, status: 'published' });
  await app.close();
  receiver.close();
  // Transactions are slow on a busy machine.
  expect(app.logs.filter(({ message }) => message !== 'a transaction was slow')).toEqual([]);
  expect(received.map((text) => JSON.parse(text).document.text)).toEqual(['open']);
});
