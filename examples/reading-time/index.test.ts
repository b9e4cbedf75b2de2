import { createTestApp } from 'quire-cms/testing';
import readingTime from '.';

const post = {
  info: { singularName: 'post', pluralName: 'posts' },
  options: { readingTime: 'body' },
  attributes: {
    body: { type: 'text' },
    next: { type: 'relation', relation: 'oneToOne', target: 'api::post.post' },
  },
};
const words = (count: number): string => 'word '.repeat(count);

test('documents have a reading time, also in the answer of a write', async () => {
  const app = await createTestApp({
    contentTypes: [post],
    plugins: [readingTime],
    config: { plugins: { 'reading-time': { config: { wordsPerMinute: 100 } } } },
  });
  try {
    const first = await app
      .as('public')
      .post('/api/posts', { data: { body: words(101) } })
      .expect(201);
    expect(first.body.data.readingMinutes).toBe(2);
    const { documentId } = first.body.data;
    await app
      .as('public')
      .post('/api/posts', { data: { body: words(100) } })
      .expect(201);
    const { body } = await app.as('public').get('/api/posts?sort=id').expect(200);
    expect(body.data).toMatchObject([{ readingMinutes: 2 }, { readingMinutes: 1 }]);
    const narrow = await app.as('public').get(`/api/posts/${documentId}?fields=documentId`).expect(200);
    expect(narrow.body.data).not.toHaveProperty('readingMinutes');
    // A client sends back what it read.
    await app
      .as('public')
      .put(`/api/posts/${documentId}`, { data: { body: 'x', readingMinutes: 9 } })
      .expect(200);
  } finally {
    await app.close();
  }
});

test('an option that names no text stops startup', async () => {
  const wrong = { ...post, options: { readingTime: 'next' } };
  await expect(createTestApp({ contentTypes: [wrong], plugins: [readingTime] })).rejects.toThrow(
    'the option readingTime names "next", which is no text attribute',
  );
});
