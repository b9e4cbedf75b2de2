// Refused writes hold no state of the database: later writes are compared with the state before them.
import { createTestApp, testDatabases } from '../../../core/testing';
import { subscribeToArticles } from './article-stream';

const GROUP = 'api::group.group';

it.each(testDatabases())('a subscriber hears of a delete after refused writes, on %s', async (database) => {
  const app = await createTestApp({
    database,
    contentTypes: [
      {
        info: { singularName: 'article', pluralName: 'articles' },
        attributes: {
          title: { type: 'string' },
          group: { type: 'relation', relation: 'manyToOne', target: GROUP },
        },
      },
      { info: { singularName: 'group', pluralName: 'groups' }, attributes: { name: { type: 'string' } } },
    ],
    config: {
      server: { anonymous: 'full' },
      plugins: { graphql: { config: { subscriptions: true } } },
    },
  });
  try {
    const [articles, groups] = [app.documents('api::article.article'), app.documents(GROUP)];
    const group = await groups.create({ data: { name: 'closed' } });
    const article = await articles.create({ data: { title: 'in it', group: group.documentId } });
    const stream = await subscribeToArticles(app.url, '', '(filters: { group: { name: { eq: "open" } } })');
    for (let i = 0; i < 8; i += 1) {
      await groups.update({ documentId: group.documentId, data: { name: `closed ${i}` } });
      await app.agent.delete(`/api/articles/absent${i}`).expect(204);
      await app.agent
        .put(`/api/articles/${article.documentId}`)
        .send({ data: { title: 7 } })
        .expect(400);
    }
    await groups.update({ documentId: group.documentId, data: { name: 'open' } });
    await articles.delete({ documentId: article.documentId });
    expect(await stream.got(1)).toEqual([
      { event: 'delete', documentId: article.documentId, document: null },
    ]);
    await stream.stop();
  } finally {
    await app.close();
  }
});
