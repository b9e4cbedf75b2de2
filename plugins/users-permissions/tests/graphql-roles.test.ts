// The permissions of roles over GraphQL, for callers who may read roles with their permissions.
import type { TestApp } from '../../../core/testing';
import { bearer, createUsersApp, grant, register } from './app';

const USERS = 'plugin::users-permissions';
const ME = `${USERS}.user.me`;
let app: TestApp;
let jwt: string;
beforeAll(async () => {
  app = await createUsersApp({}, { config: { plugins: { graphql: true } } });
  ({ jwt } = await register(app, 'alice'));
  await grant(app, 'authenticated', `${USERS}.role.find`);
});
afterAll(() => app.close());

const ask = async (query: string) =>
  (await app.agent.post('/graphql').set('Authorization', bearer(jwt)).send({ query })).body;
const MINE = `filters: { type: { eq: "authenticated" } }`;

it('are absent without the permission to read a role', async () => {
  const { data } = await ask(`{ usersPermissionsRoles(${MINE}) { name permissions { action } } }`);
  expect(data?.usersPermissionsRoles?.[0]?.permissions ?? []).toEqual([]);
  const guess = await ask(
    `{ usersPermissionsRoles(filters: { permissions: { action: { eq: "${ME}" } } }) { name } }`,
  );
  expect(guess.data?.usersPermissionsRoles ?? []).toEqual([]);
});

it('are lists with filters, sort and pages, and lead back to the role', async () => {
  await grant(app, 'authenticated', `${USERS}.role.findOne`);
  const { data, errors } = await ask(`{ usersPermissionsRoles(${MINE}) {
    name
    permissions(sort: "action", pagination: { limit: 1 }) { documentId action role { name } }
    permissions_connection(filters: { action: { eq: "${ME}" } }) { nodes { action } }
  } }`);
  expect(errors).toBeUndefined();
  expect(data.usersPermissionsRoles).toEqual([
    {
      name: 'Authenticated',
      permissions: [
        {
          documentId: expect.any(String),
          action: `${USERS}.auth.changePassword`,
          role: { name: 'Authenticated' },
        },
      ],
      permissions_connection: { nodes: [{ action: ME }] },
    },
  ]);
  const found = await ask(
    `{ usersPermissionsRoles(filters: { permissions: { action: { eq: "${ME}" } } }) { name } }`,
  );
  expect(found.data.usersPermissionsRoles).toEqual([{ name: 'Authenticated' }]);
});

it.each(['rule', 'declared'])('never have the field %s', async (name) => {
  const { errors } = await ask(`{ usersPermissionsRoles { permissions { ${name} } } }`);
  expect(errors?.[0]?.message).toMatch(`Cannot query field "${name}"`);
});

it.each(['usersPermissionsPermissions', 'usersPermissionsPermission(documentId: "x")'])(
  'have no query of their own: %s',
  async (field) => {
    const { errors } = await ask(`{ ${field} { action } }`);
    expect(errors?.[0]?.message).toMatch('Cannot query field');
  },
);
