// Deleting a role moves all its users to the public role, or changes nothing. A user who gets another role meanwhile keeps it.
import { definePlugin } from '../../../core';
import { type TestApp, testDatabases } from '../../../core/testing';
import { GRANTS } from '..';
import { createUsersApp } from './app';

const USER = 'plugin::users-permissions.user';
/** More users than one query may read in this test. */
const USERS = 510;

let app: TestApp;
let refused = '';
let duringMove: (() => Promise<unknown>) | null = null;
const guard = definePlugin({
  name: 'guard',
  register: ({ hooks }) =>
    hooks.documents.written(async ({ documentId }) => {
      if (documentId === refused) throw new Error('not this one');
      const step = duringMove;
      duringMove = null;
      await step?.();
    }),
});
beforeAll(async () => {
  app = await createUsersApp({}, { plugins: [guard], config: { api: { limits: { maxRows: USERS - 5 } } } });
});
afterAll(() => app.close());

it('moves all users or none', async () => {
  const { documents, kernel } = app;
  const grants = kernel.container.resolve(GRANTS);
  const role = (await grants.createRole({ name: 'Many', description: '', type: 'many' }, [])).documentId;
  const heir = (await grants.roleOfType('public'))?.documentId ?? '';
  const made = await documents.transaction(async () => {
    const ids: string[] = [];
    for (let at = 0; at < USERS; at++) {
      const data = { username: `user${at}`, email: `user${at}@example.com`, role };
      ids.push((await documents(USER).create({ data })).documentId);
    }
    return ids;
  });
  const having = (documentId: string) => documents(USER).count({ filters: { role: { documentId } } });

  refused = made.at(-1) ?? '';
  await expect(grants.deleteRole(role, heir)).rejects.toThrow('not this one');
  expect([await having(role), await having(heir)]).toEqual([USERS, 0]);
  refused = '';
  await grants.deleteRole(role, heir);
  expect([await having(role), await having(heir)]).toEqual([0, USERS]);
  expect(await grants.roleOfType('many')).toBeNull();
});

// SQLite has one writer at a time.
(testDatabases()[0] === 'sqlite' ? it.skip : it)(
  'keeps a role that a user gets while users move',
  async () => {
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
      return change;
    };
    await grants.deleteRole(role ?? '', heir);
    expect(await roleOf(first)).toMatchObject({ documentId: heir });
    expect(await roleOf(second)).toMatchObject({ documentId: other });
  },
);
