// Without the plugin there are no routes, tables and commands, and the key `passkey` of a login is not read.
import { createTestApp, type TestApp } from '../../../core/testing';

let app: TestApp;
afterEach(() => app.close());

it('a login needs a name and a password', async () => {
  app = await createTestApp({ config: { plugins: { 'users-permissions': true } } });
  const { body } = await app.agent.post('/api/auth/local').send({ passkey: {} }).expect(400);
  expect(body.error.details.errors.map(({ path }: { path: string[] }) => path[0])).toEqual([
    'identifier',
    'password',
  ]);
  for (const path of ['', '/options', '/sign-in'])
    await app.agent.post(`/api/auth/passkeys${path}`).send({}).expect(404);
  for (const table of ['passkeys', 'passkey_challenges'])
    expect(await app.kernel.database.knex.schema.hasTable(table)).toBe(false);
  expect(app.kernel.commands.names()).not.toContain('passkeys');
});
