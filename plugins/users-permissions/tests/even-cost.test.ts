// A wrong password costs one hash and gets the same response, for existing and unknown users.
import crypto from 'node:crypto';
import type { TestApp } from '../../../core/testing';
import { createUsersApp, register } from './app';

const USER = 'plugin::users-permissions.user';

let app: TestApp;
beforeAll(async () => {
  app = await createUsersApp();
  const { users } = { users: app.documents(USER) };
  await register(app, 'alice');
  const blocked = await register(app, 'blocked');
  await users.update({ documentId: blocked.documentId, data: { blocked: true } });
  const imported = await register(app, 'imported');
  const type = app.kernel.schema.types.get(USER);
  const { database } = app.kernel;
  const id = (name: string) => database.dialect.id(name);
  await database.transaction((tx) =>
    tx.run(`UPDATE ${id(type?.table ?? '')} SET ${id('password')} = ? WHERE id = ?`, [
      '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
      imported.id,
    ]),
  );
  await users.create({ data: { username: 'passless', email: 'passless@example.com', provider: 'github' } });
});
afterAll(() => app.close());

it.each(['alice', 'unknown', 'blocked', 'imported', 'passless', 'unknown@example.com'])(
  '%s',
  async (identifier) => {
    const hashing = jest.spyOn(crypto, 'scrypt');
    const { status, body } = await app.agent
      .post('/api/auth/local')
      .send({ identifier, password: 'wrong-one' });
    const costs = hashing.mock.calls.map((args) => [args[2], args[3]]);
    hashing.mockRestore();
    expect([status, body.error.message]).toEqual([400, 'Invalid identifier or password']);
    expect(costs).toEqual([[32, { N: 16384, r: 8, p: 1 }]]);
  },
);
