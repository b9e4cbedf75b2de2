// A subscription that begins while the first write that it hears is under way.
import { definePlugin } from '../../../core';
import { createTestApp, testDatabases } from '../../../core/testing';
import { subscribeToArticles } from './article-stream';

it.each(testDatabases())('gets the event of a write that commits later, on %s', async (database) => {
  let reached: () => void = () => undefined;
  let open: () => void = () => undefined;
  let isHeld = false;
  const gate = definePlugin({
    name: 'gate',
    register: ({ hooks }) =>
      hooks.documents.written(async () => {
        if (!isHeld) return;
        isHeld = false;
        reached();
        await new Promise<void>((resolve) => (open = resolve));
      }),
  });
  const app = await createTestApp({
    database,
    contentTypes: [
      {
        info: { singularName: 'article', pluralName: 'articles' },
        attributes: { title: { type: 'string' } },
      },
    ],
    plugins: [gate],
    config: {
      server: { anonymous: 'full' },
      plugins: { graphql: { config: { subscriptions: true } } },
    },
  });
  try {
    const articles = app.documents('api::article.article');
    const { documentId } = await articles.create({ data: { title: 'before' } });
    isHeld = true;
    const isReached = new Promise<void>((resolve) => (reached = resolve));
    const write = articles.update({ documentId, data: { title: 'after' } });
    await isReached;
    const stream = await subscribeToArticles(app.url, '');
    open();
    await write;
    expect(await stream.got(1)).toEqual([{ event: 'update', documentId, document: { title: 'after' } }]);
    await stream.stop();
  } finally {
    open();
    await app.close();
  }
});
