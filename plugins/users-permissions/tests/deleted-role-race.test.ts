// The deletion of a role moves its users to the public role. A user who gets another role meanwhile keeps that one.
import { definePlugin } from '../../../core';
import { type TestApp, testDatabases } from '../../../core/testing';
import { GRANTS } from '..';
import { createUsersApp } from './app';

const USER = 'plugin::users-permissions.user';

let duringMove: (() => Promise<unknown>) | null = null;
const pause = definePlugin({
  name: 'pause',
  register: ({ hooks }) =>
    hooks.documents.written(async () => {
      const step = duringMove;
      duringMove = null;
      await step?.();
    }),
});

describe.each(testDatabases())('on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createUsersApp({}, { plugins: [pause], database });
  });
  afterAll(() => app.close());

  it('keeps the new role', async () => {
    const { documents, kernel } = app;
    const grants = kernel.container.resolve(GRANTS);
    const [role, other] = [
      await grants.createRole({ name: 'Few', description: '', type: 'few' }, []),
      await grants.createRole({ name: 'Other', description: '', type: 'other' }, []),
    ].map(({ documentId }) => documentId);
    const heir = (await grants.roleOfType('public'))?.documentId ?? '';
    const create = (username: string) =>
      documents(USER).create({ data: { username, email: `${username}@example.com`, role } });
    const [first, second] = [await create('first'), await create('second')];
    const roleOf = async ({ documentId }: { documentId: string }) =>
      (await documents(USER).findOne({ documentId, populate: 'role' }))?.role;

    // The change runs outside of the transaction that moves the users.
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const change = begun.then(() =>
      documents(USER).update({ documentId: second.documentId, data: { role: other } }),
    );
    duringMove = () => {
      begin();
      // On SQLite the change waits for the transaction.
      return database === 'sqlite' ? Promise.resolve() : change;
    };
    await grants.deleteRole(role ?? '', heir);
    await change;
    expect(await roleOf(first)).toMatchObject({ documentId: heir });
    expect(await roleOf(second)).toMatchObject({ documentId: other });
  });
});
