// A user always has a role, and a caller assigns at most the permissions that it has.
import type { TestApp } from '../../../core/testing';
import { GRANTS } from '..';
import { bearer, createUsersApp, grant, PASSWORD, register } from './app';

const USER = 'plugin::users-permissions.user';
const ROLE = 'plugin::users-permissions.role';
const FIND = 'api::article.article.find';
const DELETE = 'api::article.article.delete';

let app: TestApp;
let editor: { jwt: string; id: number };
let roles: Readonly<Record<string, { readonly id: number; readonly documentId: string }>>;

beforeAll(async () => {
  app = await createUsersApp({
    roles: {
      editor: {
        actions: [
          `${USER}.find`,
          `${USER}.create`,
          `${USER}.update`,
          `${ROLE}.find`,
          `${ROLE}.findOne`,
          `${ROLE}.createRole`,
          `${ROLE}.updateRole`,
          FIND,
          { action: 'api::article.article.update', where: { author: { id: '$user.id' } } },
        ],
      },
      reader: { actions: [FIND] },
      author: {
        actions: [{ action: 'api::article.article.update', where: { author: { id: '$user.id' } } }],
      },
      owner: { actions: ['api::article.article.update'] },
      admin: { actions: [FIND, DELETE] },
    },
  });
  const found = await app.documents(ROLE).findMany({});
  roles = Object.fromEntries(found.map((role) => [String(role.type), role]));
  editor = await register(app, 'editor');
  await setRole(editor.id, 'editor');
});
afterAll(() => app.close());

async function setRole(id: number, type: string): Promise<void> {
  const user = await app.documents(USER).findFirst({ filters: { id } });
  await app
    .documents(USER)
    .update({ documentId: user?.documentId ?? '', data: { role: roles[type]?.documentId } });
}

const roleOf = async (id: number): Promise<unknown> => {
  const user = await app.documents(USER).findFirst({ filters: { id }, populate: ['role'] });
  return (user?.role as { readonly type: string } | null)?.type;
};

const send = async (method: 'put' | 'post', path: string, body: object) =>
  app.agent[method](`/api${path}`).set('Authorization', bearer(editor.jwt)).send(body);

let count = 0;
const newUser = () => register(app, `member${++count}`);

describe('a user keeps a role', () => {
  const emptyRoles: readonly unknown[] = [
    null,
    '',
    [],
    {},
    { set: [] },
    { connect: [] },
    { disconnect: [{ id: 1 }] },
    { set: null },
  ];
  it.each(emptyRoles)('PUT refuses %j', async (role) => {
    const { id } = await newUser();
    const answer = await send('put', `/users/${id}`, { role });
    expect([answer.status, answer.body.error?.message]).toEqual([400, 'Users must have a role']);
    expect(await roleOf(id)).toBe('authenticated');
  });

  it.each([[], {}, { set: [] }, { disconnect: [1] }])('POST refuses %j', async (role) => {
    const username = `new${++count}`;
    const body = { username, email: `${username}@example.com`, password: PASSWORD, role };
    expect((await send('post', '/users', body)).status).toBe(400);
  });

  it('PUT accepts every form that names a role', async () => {
    const { id } = await newUser();
    const { id: row = 0, documentId = '' } = roles.reader ?? {};
    for (const role of [row, documentId, [row], { connect: [{ id: row }] }, { set: [documentId] }]) {
      await setRole(id, 'authenticated');
      expect((await send('put', `/users/${id}`, { role })).status).toBe(200);
      expect(await roleOf(id)).toBe('reader');
    }
  });
});

describe('the users of a role', () => {
  const get = async (query: string) =>
    (await app.agent.get(`/api/users?${query}`).set('Authorization', bearer(editor.jwt)).expect(200)).body;

  it.each([
    'populate[role][populate]=users',
    'populate[role][populate][users][fields]=username',
    'populate=role.users',
    'populate[role][populate]=*',
  ])('are no part of REST answers: %s', async (populate) => {
    const [user] = await get(`filters[username]=editor&${populate}`);
    expect(user.role).toMatchObject({ type: 'editor' });
    expect(Object.keys(user.role)).not.toContain('users');
  });

  it('filter users, and are populated where a request can ask for a page', async () => {
    expect(await get('filters[role][users][username]=editor')).toMatchObject([{ username: 'editor' }]);
    const [role] = await app.documents(ROLE).findMany({ filters: { type: 'editor' }, populate: ['users'] });
    expect(role?.users).toMatchObject([{ username: 'editor' }]);
  });
});

const tree = (verb: string, rule: object = {}) => ({
  'api::article': { controllers: { article: { [verb]: { enabled: true, ...rule } } } },
});

describe('a caller grants at most its own permissions', () => {
  it.each<[string, object, number]>([
    ['an action that it has', tree('find'), 200],
    ['an action that it has, with a rule', tree('find', { fields: ['title'] }), 200],
    ['an action that it lacks', tree('delete'), 403],
    ['its action with a rule, without the rule', tree('update'), 403],
    ['its action with the same rule', tree('update', { where: { author: { id: '$user.id' } } }), 200],
    ['its action with another rule', tree('update', { fields: ['title'] }), 403],
  ])('in a new role: %s', async (name, permissions, status) => {
    const answer = await send('post', '/users-permissions/roles', { name, permissions });
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.body.error.details.missing).toHaveLength(1);
  });

  const at = 'permissions.api::article';
  it.each<[unknown, string]>([
    ['all', 'permissions'],
    [['api::article.article.find'], 'permissions'],
    [{ 'api::article': 'all' }, at],
    [{ 'api::article': { article: { find: { enabled: true } } } }, `${at}.controllers`],
    [{ 'api::article': { controllers: { article: ['find'] } } }, `${at}.controllers.article`],
    [{ 'api::article': { controllers: { article: { find: true } } } }, `${at}.controllers.article.find`],
    [tree('find', { enabled: 'true' }), `${at}.controllers.article.find.enabled`],
  ])('in no other form than the tree: %j', async (permissions, path) => {
    const name = `form${++count}`;
    const reader = `/users-permissions/roles/${roles.reader?.id}`;
    for (const answer of [
      await send('post', '/users-permissions/roles', { name, permissions }),
      await send('put', reader, { permissions }),
    ]) {
      const [issue] = answer.body.error?.details?.errors ?? [];
      expect([answer.status, issue?.path.join('.')]).toEqual([400, path]);
      expect(issue.message).toContain(`${path} must be `);
    }
    expect(await app.documents(ROLE).count({ filters: { name } })).toBe(0);
  });

  it.each<[unknown]>([
    [{ 'api::article': {} }],
    [{ 'api::article': { controllers: null } }],
    [{ 'api::article': { controllers: {} } }],
    [tree('find', { enabled: null })],
  ])('with nothing granted by %j', async (permissions) => {
    const name = `empty${++count}`;
    const answer = await send('post', '/users-permissions/roles', { name, permissions });
    expect(answer.status).toBe(200);
    const role = await app.documents(ROLE).findFirst({ filters: { name } });
    const grants = app.kernel.container.resolve(GRANTS);
    expect(await grants.of(role?.documentId ?? '')).toEqual([]);
  });

  it('sees the rules of a role over REST', async () => {
    const rule = { where: { title: { $eq: 'own' } }, fields: ['title'] };
    await send('post', '/users-permissions/roles', { name: 'ruled', permissions: tree('find', rule) });
    const read = async (path: string) =>
      (await app.agent.get(`/api/users-permissions/roles${path}`).set('Authorization', bearer(editor.jwt)))
        .body;
    const { roles: all } = await read('');
    const { id } = all.find(({ name }: { name: string }) => name === 'ruled');
    const { role } = await read(`/${id}`);
    const { find, update } = role.permissions['api::article'].controllers.article;
    expect(find).toMatchObject({ enabled: true, ...rule });
    expect(update).toMatchObject({ enabled: false });
    expect(Object.keys(update)).not.toContain('where');
  });

  it('refuses to extend its own role, and keeps the permissions', async () => {
    const grants = app.kernel.container.resolve(GRANTS);
    const before = await grants.of(roles.editor?.documentId ?? '');
    const answer = await send('put', `/users-permissions/roles/${roles.editor?.id}`, {
      permissions: tree('delete'),
    });
    expect([answer.status, answer.body.error.details]).toEqual([403, { missing: [DELETE] }]);
    expect(await grants.of(roles.editor?.documentId ?? '')).toEqual(before);
  });

  it('keeps permissions of a role that it lacks itself', async () => {
    const path = `/users-permissions/roles/${roles.admin?.id}`;
    const permissions = {
      'api::article': { controllers: { article: { find: { enabled: true }, delete: { enabled: true } } } },
    };
    expect((await send('put', path, { permissions })).status).toBe(200);
  });

  it.each([
    ['reader', 200],
    ['author', 200],
    ['authenticated', 200],
    ['owner', 403],
    ['admin', 403],
  ] as const)('assigning the role %s answers %i', async (type, status) => {
    const { id } = await newUser();
    await setRole(id, 'public');
    const { id: row, documentId } = roles[type] ?? {};
    for (const role of [row, documentId, { connect: [{ id: row }] }])
      expect((await send('put', `/users/${id}`, { role })).status).toBe(status);
    const username = `new${++count}`;
    const body = { username, email: `${username}@example.com`, password: PASSWORD, role: row };
    expect((await send('post', '/users', body)).status).toBe(status === 200 ? 201 : 403);
  });

  it('does not take over a user with more permissions', async () => {
    const { id } = await newUser();
    await setRole(id, 'admin');
    expect((await send('put', `/users/${id}`, { password: 'Taken0ver!' })).status).toBe(403);
    expect((await send('put', `/users/${id}`, { email: 'mine@example.com' })).status).toBe(403);
    expect((await send('put', `/users/${id}`, { blocked: false, role: roles.admin?.id })).status).toBe(200);
  });

  it('grants everything with role.grantAll', async () => {
    await grant(app, 'editor', `${ROLE}.grantAll`);
    const answer = await send('put', `/users-permissions/roles/${roles.reader?.id}`, {
      permissions: tree('delete'),
    });
    expect(answer.status).toBe(200);
    const { id } = await newUser();
    expect((await send('put', `/users/${id}`, { role: roles.admin?.id })).status).toBe(200);
  });
});
