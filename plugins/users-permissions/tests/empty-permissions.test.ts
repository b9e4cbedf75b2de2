// Clients of the peer send `permissions: []` for a role without permissions.
import type { TestApp } from '../../../core/testing';
import { bearer, createUsersApp, grant, MANAGING, register } from './app';

let app: TestApp;
let jwt: string;
beforeAll(async () => {
  app = await createUsersApp();
  ({ jwt } = await register(app, 'manager'));
  await grant(app, 'authenticated', ...MANAGING);
});
afterAll(() => app.close());

const ROLES = '/api/users-permissions/roles';
const send = (method: 'post' | 'put', path: string, body: object) =>
  app.agent[method](path).set('Authorization', bearer(jwt)).send(body);
const roleOf = async (name: string): Promise<{ id: number; permissions: object }> => {
  const { body } = await app.agent.get(ROLES).set('Authorization', bearer(jwt)).expect(200);
  const { id } = body.roles.find((role: { name: string }) => role.name === name);
  return (await app.agent.get(`${ROLES}/${id}`).set('Authorization', bearer(jwt))).body.role;
};
const granted = ({ permissions }: { permissions: object }): number =>
  JSON.stringify(permissions).split('"enabled":true').length - 1;

it('creates a role without permissions', async () => {
  await send('post', ROLES, { name: 'Empty', permissions: [] }).expect(200, { ok: true });
  expect(granted(await roleOf('Empty'))).toBe(0);
});

it('takes all permissions from a role', async () => {
  const find = { 'api::article': { controllers: { article: { find: { enabled: true } } } } };
  await send('post', ROLES, { name: 'Reader', permissions: find }).expect(200);
  const { id, ...reader } = await roleOf('Reader');
  expect(granted(reader)).toBe(1);
  await send('put', `${ROLES}/${id}`, { name: 'Reader', permissions: [] }).expect(200, { ok: true });
  expect(granted(await roleOf('Reader'))).toBe(0);
});

it.each([[['api::article.article.find']], [[{}]], ['']])('refuses %j', async (permissions) => {
  const { status, body } = await send('post', ROLES, { name: 'Wrong', permissions });
  expect([status, body.error.name]).toEqual([400, 'ValidationError']);
});
