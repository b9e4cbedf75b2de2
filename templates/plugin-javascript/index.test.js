const assert = require('node:assert');
const test = require('node:test');
const { createTestApp } = require('quire-cms/testing');
const plugin = require('./index');

test('greets with the configured word', async () => {
  const app = await createTestApp({
    plugins: [plugin],
    config: { plugins: { '{{name}}': { config: { greeting: 'Good morning' } } } },
  });
  try {
    const answer = await fetch(`${app.url}/api/{{name}}/Ann`);
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), { text: 'Good morning, Ann' });
  } finally {
    await app.close();
  }
});
