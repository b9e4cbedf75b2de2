// Which documents get an event when a write changes links: the written one alone.
import { definePlugin, type WriteResult } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { openApp, requester } from './testing-app';

let app: TestApp;
const request = requester(() => app);
const events: WriteResult[] = [];
const spy = definePlugin({
  name: 'spy',
  register: ({ hooks }) =>
    hooks.documents.committed((event) => {
      events.push(event);
    }),
});

beforeAll(async () => {
  app = await openApp({ plugins: [spy] });
});
afterAll(() => app.close());

async function eventsOf(work: () => Promise<unknown>) {
  events.length = 0;
  await work();
  return events.map(({ operation, documentId }) => [operation, documentId]);
}

const create = async (type: string, data: object): Promise<string> =>
  (await request('post', type, data)).body.data.documentId;

test('a document that changes through another one gets no event', async () => {
  const article = await create('articles', { title: 'linked' });
  const author = await create('authors', {});
  const link = () => request('put', `authors/${author}`, { articles: [article] });
  expect(await eventsOf(link)).toEqual([['update', author]]);
  const { body } = await request('get', `articles/${article}?populate=author`);
  expect(body.data.author.documentId).toBe(author);
  const remove = () => request('delete', `authors/${author}`);
  expect(await eventsOf(remove)).toEqual([['delete', author]]);
});
