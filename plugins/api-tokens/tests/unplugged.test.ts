import { createTestApp } from '../../../core/testing';
import { API_TOKENS } from '../index';
import { CONTENT_TYPES } from './token-app';

it('has no route, table or service when the plugin is disabled, and ignores its tokens', async () => {
  const app = await createTestApp({
    contentTypes: CONTENT_TYPES,
    config: { plugins: { rest: true, 'api-tokens': false }, server: { anonymous: 'none' } },
  });
  const { agent, kernel } = app;
  expect((await agent.get('/api/api-tokens')).status).toBe(404);
  expect((await agent.get('/api/articles').set('Authorization', `Bearer ${'a'.repeat(64)}`)).status).toBe(
    403,
  );
  expect(kernel.container.has(API_TOKENS)).toBe(false);
  expect([...kernel.schema.types.keys()].filter((uid) => uid.startsWith('plugin::'))).toEqual([]);
  expect(kernel.commands.get('token')).toBeUndefined();
  await app.close();
});
