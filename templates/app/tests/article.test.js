const assert = require('node:assert');
const { join } = require('node:path');
const test = require('node:test');
const { createTestApp } = require('quire-cms/testing');

test('the public reads published articles, and no drafts', async () => {
  const app = await createTestApp({
    application: join(__dirname, '..'),
    env: { JWT_SECRET: 'only-for-tests-and-never-for-a-deployment' },
  });
  try {
    const articles = app.documents('api::article.article');
    await articles.create({ data: { title: 'A draft' }, status: 'draft' });
    await articles.create({ data: { title: 'Hello' }, status: 'published' });

    const answer = await fetch(`${app.url}/api/articles`);
    const { data } = await answer.json();
    assert.equal(answer.status, 200);
    assert.deepEqual(
      data.map(({ title, slug }) => [title, slug]),
      [['Hello', 'hello']],
    );
  } finally {
    await app.close();
  }
});
