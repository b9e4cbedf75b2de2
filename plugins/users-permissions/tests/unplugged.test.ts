// Without the plugin there are no users, and server.anonymous decides about requests.
import { createTestApp, type TestApp, type TestAppOptions } from '../../../core/testing';

let app: TestApp;
afterEach(() => app.close());

const THINGS: TestAppOptions = {
  contentTypes: [
    { info: { singularName: 'thing', pluralName: 'things' }, attributes: { name: { type: 'string' } } },
  ],
};

it('has no routes, types, commands and tables of users', async () => {
  app = await createTestApp(THINGS);
  for (const path of ['/api/users', '/api/users/me', '/api/auth/local', '/api/users-permissions/roles'])
    expect((await app.agent.get(path)).status).toBe(404);
  expect([...app.kernel.schema.types.keys()]).toEqual(['api::thing.thing']);
  for (const name of ['role', 'user']) expect(app.kernel.commands.names()).not.toContain(name);
  await expect(app.kernel.database.knex.schema.hasTable('up_users')).resolves.toBe(false);
});

it.each([
  ['none', 403],
  ['full', 200],
])('with server.anonymous %s a list is %i, with any token', async (anonymous, status) => {
  app = await createTestApp({ ...THINGS, config: { server: { anonymous } } });
  expect((await app.agent.get('/api/things')).status).toBe(status);
  expect((await app.agent.get('/api/things').set('Authorization', 'Bearer a.b.c')).status).toBe(status);
});
