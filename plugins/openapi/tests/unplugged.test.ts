// When the plugin is disabled, the document, page and command are gone. Without REST the document describes the routes of other plugins.
import { createTestApp } from '../../../core/testing';

const home = {
  kind: 'singleType' as const,
  info: { singularName: 'home', pluralName: 'homes' },
  attributes: { text: { type: 'text' } },
};

it('leaves no route and no command', async () => {
  const app = await createTestApp({ contentTypes: [home], config: { plugins: { openapi: false } } });
  expect((await app.agent.get('/api/openapi.json')).status).toBe(404);
  expect((await app.agent.get('/api/docs')).status).toBe(404);
  expect((await app.agent.get('/api/home')).body.error.name).toBe('NotFoundError');
  expect(app.kernel.commands.get('openapi')).toBeUndefined();
  await app.close();
});

it('works without REST', async () => {
  const app = await createTestApp({
    contentTypes: [home],
    config: { plugins: { rest: false, openapi: true } },
  });
  const { body } = await app.agent.get('/api/openapi.json');
  expect(Object.keys(body.paths)).toEqual(['/api/docs', '/api/docs/assets/{name}', '/api/openapi.json']);
  await app.close();
});
