// Switched off, the document, its page and its command are gone; without REST it describes what other plugins serve.
import { createTestApp } from '../../../core/testing';

const home = {
  kind: 'singleType' as const,
  info: { singularName: 'home', pluralName: 'homes' },
  attributes: { text: { type: 'text' } },
};

it('leaves nothing behind', async () => {
  const app = await createTestApp({ contentTypes: [home], config: { plugins: { openapi: false } } });
  expect((await app.agent.get('/api/openapi.json')).status).toBe(404);
  expect((await app.agent.get('/api/docs')).status).toBe(404);
  expect((await app.agent.get('/api/home')).body.error.name).toBe('NotFoundError');
  expect(app.kernel.commands.get('openapi')).toBeUndefined();
  await app.close();
});

it('stands without REST', async () => {
  const app = await createTestApp({
    contentTypes: [home],
    config: { plugins: { rest: false, openapi: true } },
  });
  const { body } = await app.agent.get('/api/openapi.json');
  expect(Object.keys(body.paths)).toEqual(['/api/openapi.json', '/api/docs']);
  await app.close();
});
