// Names that differ only in letter case or encoding are equal, in every route.
import type { TestApp } from '../../../core/testing';
import { bearer, createUsersApp, grant, MANAGING, PASSWORD, register } from './app';

let app: TestApp;
let jwt: string;
beforeAll(async () => {
  app = await createUsersApp();
  for (const name of ['Alice', 'caf\u00e9', 'οδός']) await register(app, name.normalize('NFC'));
  ({ jwt } = await register(app, 'mallory'));
  await grant(app, 'authenticated', ...MANAGING);
});
afterAll(() => app.close());

const SAME = ['alice', 'ALICE', 'cafe\u0301', 'CAFE\u0301', 'Οδόσ', 'ALICE@EXAMPLE.COM'];
const email = 'new@example.com';

it.each(SAME)('refuses %j as a duplicate', async (username) => {
  const registering = await app.agent
    .post('/api/auth/local/register')
    .send({ username, email, password: PASSWORD });
  const own = await app.agent.put('/api/users/me').set('Authorization', bearer(jwt)).send({ username });
  const managed = await app.agent
    .post('/api/users')
    .set('Authorization', bearer(jwt))
    .send({ username, email, password: PASSWORD, role: 1 });
  expect([registering.status, own.status, managed.status]).toEqual([400, 400, 400]);
  expect(await app.documents('plugin::users-permissions.user').count()).toBe(4);
});

it.each(['cafe\u0301', 'caf\u00e9', 'CAF\u00c9@example.com', 'cafe\u0301@example.com'])(
  'logs in as %j',
  async (identifier) => {
    await app.agent.post('/api/auth/local').send({ identifier, password: PASSWORD }).expect(200);
  },
);

it('gives the same response for an invisible user and an unknown user, for any body', async () => {
  const ruled = await createUsersApp({
    roles: {
      authenticated: {
        actions: [
          { action: 'plugin::users-permissions.user.update', where: { username: { $startsWith: 'a' } } },
        ],
      },
    },
  });
  const own = await register(ruled, 'anna');
  const { id } = await register(ruled, 'bert');
  const bodies = [{}, { username: '' }, { username: 'anna' }, { email: 7 }, { role: 99 }, { password: 'x' }];
  for (const body of bodies) {
    const answers = await Promise.all(
      [id, 4711].map((other) =>
        ruled.agent.put(`/api/users/${other}`).set('Authorization', bearer(own.jwt)).send(body),
      ),
    );
    const [known, unknown] = answers.map(({ status, text }) => [status, text]);
    expect(known).toEqual(unknown);
  }
  await ruled.close();
});
