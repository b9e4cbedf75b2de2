// Values that no column holds, in requests about users: the same answer on every database, never a 500.
import type { TestApp } from '../../../core/testing';
import { testDatabases } from '../../../core/testing';
import { bearer, createUsersApp, register } from './app';

describe.each(testDatabases())('requests about users on %s', (database) => {
  let app: TestApp;
  let headers: { readonly Authorization: string };

  beforeAll(async () => {
    const actions = ['find', 'create'].map((verb) => `plugin::users-permissions.user.${verb}`);
    app = await createUsersApp({ roles: { authenticated: { actions } } }, { database });
    headers = { Authorization: bearer((await register(app, 'ines')).jwt) };
  });
  afterAll(() => app?.close());

  test.each([
    ['filters[id]=1.5', 0],
    ['filters[id]=1e21', 0],
    ['filters[id][$gt]=0.5', 1],
    ['filters[id][$lte]=9223372036854775807', 1],
    ['filters[id][$in][0]=1.5&filters[id][$in][1]=1e21', 0],
    ['filters[$not][id]=9223372036854775808', 1],
  ])('GET /users?%s', async (query, count) => {
    const { status, body } = await app.agent.get(`/api/users?${query}`).set(headers);
    expect([status, body.length]).toEqual([200, count]);
  });

  test.each([
    ['get', '/users?filters[username]=%00', undefined],
    ['get', '/users/%00', undefined],
    ['get', '/auth/email-confirmation?confirmation=%00', undefined],
    ['post', '/auth/local', { identifier: 'a\0', password: 'x' }],
    ['post', '/auth/local/register', { username: 'a\0', email: 'a@b.co', password: 'Passw0rd!' }],
    ['post', '/users', { username: 'a\0', email: 'c@b.co', password: 'Passw0rd!', role: 1 }],
  ] as const)('%s %s with U+0000', async (method, path, sent) => {
    const sender = path.startsWith('/auth') ? {} : headers;
    const { status, body } = await app.agent[method](`/api${path}`).set(sender).send(sent);
    expect([status, body.error.name, body.error.message]).toEqual([
      400,
      'ValidationError',
      expect.stringContaining('contains a NUL character (U+0000)'),
    ]);
  });
});
