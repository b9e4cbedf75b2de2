// Deleting a role moves all its users to the public role, or changes nothing.
import { definePlugin } from '../../../core';
import type { TestApp } from '../../../core/testing';
import { GRANTS } from '..';
import { createUsersApp } from './app';

const USER = 'plugin::users-permissions.user';
/** More users than one query may read in this test. */
const USERS = 510;

let app: TestApp;
let refused = '';
const guard = definePlugin({
  name: 'guard',
  register: ({ hooks }) =>
    hooks.documents.written(async ({ documentId }) => {
      if (documentId === refused) throw new Error('not this one');
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
