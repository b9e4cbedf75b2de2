// Without the plugin, logins are as before, and there are no tables and routes.
import { createTestApp, type TestApp } from '../../../core/testing';
import { logIn, register } from '../../users-permissions/tests/app';

let app: TestApp;
afterEach(() => app.close());

it('a login needs no code', async () => {
  app = await createTestApp({ config: { plugins: { 'users-permissions': true } } });
  await register(app, 'ann');
  await logIn(app, 'ann').expect(200);
  await app.agent.post('/api/auth/local').send({ challenge: 'a', code: 'b' }).expect(400);
  for (const path of ['/api/auth/two-factor', '/api/auth/two-factor/setup'])
    await app.agent.post(path).send({}).expect(404);
  for (const table of ['two_factor_keys', 'two_factor_recovery'])
    expect(await app.kernel.database.knex.schema.hasTable(table)).toBe(false);
  expect(app.kernel.commands.names()).not.toContain('two-factor');
});
