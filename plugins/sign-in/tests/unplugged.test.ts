// Without the plugin there are no providers and no tables, and nothing of it is loaded.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createTestApp, type TestApp } from '../../../core/testing';

let app: TestApp;
afterEach(() => app.close());

it('has no providers and no tables', async () => {
  app = await createTestApp({ config: { plugins: { 'users-permissions': true } } });
  for (const path of ['/api/connect/google', '/api/auth/google/callback']) {
    const { body } = await app.agent.get(path).expect(400);
    expect(body.error.message).toBe('This provider is disabled');
  }
  await app.agent.get('/api/connect/google/callback').expect(404);
  for (const table of ['sign_in_steps', 'sign_in_identities'])
    expect(await app.kernel.database.knex.schema.hasTable(table)).toBe(false);
});

it('the client of OpenID is not loaded before the first sign-in', () => {
  const plugin = join(__dirname, '..', 'index.js');
  const script = `require(${JSON.stringify(plugin)}); console.log(process.moduleLoadList.length, Object.keys(require.cache).some((file) => /openid-client|oauth4webapi/.test(file)))`;
  expect(spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout).toMatch(/^\d+ false/);
});
