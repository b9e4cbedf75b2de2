// Cases of users and roles: what their routes refuse, and what they answer.
import { accounts, auth, issues, refused, removes, sends, USER } from '../account-build';
import { makeUser, permissionTree, SECRETS } from '../accounts';
import { get } from '../build';
import type { Case, Expectation, Step } from '../case';
import { is, type Pattern } from '../pattern';

export const quireUserCases: readonly Case[] = [
  accounts('users.list', async (bench) => {
    for (const alias of ['a', 'b', 'c']) await makeUser(bench, alias, []);
    const own = 'filters[username][$startsWith]={mark}';
    const users = (query: string, ...aliases: string[]): Step =>
      get(`/users?${own}&${query}`, { body: aliases.map((alias) => ({ id: `{${alias}User.id}` })) });
    await bench.send(users('sort=username', 'a', 'b', 'c'));
    await bench.send(users('sort=username:desc', 'c', 'b', 'a'));
    await bench.send(users('sort=username&start=1&limit=1', 'b'));
    await bench.send(users('filters[email][$eq]={c.email}', 'c'));
    await bench.send(users('sort=username&pagination[pageSize]=1', 'a', 'b', 'c'));
    const short: Pattern = is.both({ username: '{a.name}' }, is.noKeys('email', 'provider', 'role'));
    await bench.send(get(`/users?${own}&sort=username&limit=1&fields[0]=username`, { body: [short] }));
    await bench.send(get('/users/{aUser.id}?populate=role', { body: { role: { name: '{a.name}' } } }));
    await bench.send(get('/users/count', { status: 200, body: is.atLeast(3) }));
    await bench.send(get(`/users/count?${own}`, { status: 200, body: 3 }));
    await bench.send(get('/users/count?filters[email]={c.email}', { status: 200, body: 1 }));
  }),
  accounts('users.create', async (bench) => {
    await makeUser(bench, 'a', []);
    const { roles } = Object((await bench.send(get('/users-permissions/roles'))).body);
    const role = roles.find(({ name }: { name: string }) => name === bench.value('a.name')).id;
    const good = {
      username: `${bench.mark}new`,
      email: `${bench.mark}new@conform.test`,
      password: 'secret-1',
      role,
    };
    const create = (changes: object, expect: Expectation): Step =>
      sends('POST', '/users', { ...good, ...changes }, expect);
    const required = ['email', 'username', 'password', 'role'].map(
      (key) => [key, `${key} is a required field`] as const,
    );
    await bench.send(sends('POST', '/users', { data: good }, issues(...required)));
    await bench.send(create({ email: '{a.email}' }, refused('Email already taken', 'ApplicationError')));
    const unique = refused('This attribute must be unique', 'ApplicationError');
    await bench.send(create({ username: '{a.name}' }, unique));
    await bench.send(create({ role: 999999 }, { status: 400, error: { name: 'ApplicationError' } }));
    const noRole = issues(['role', 'Users must have a role']);
    for (const role of [[], {}, { set: [] }, { connect: [] }]) await bench.send(create({ role }, noRole));
    await bench.send(
      create({ username: 'ab' }, refused('username must be at least 3 characters', 'ApplicationError')),
    );
    await bench.send(create({ password: 'é'.repeat(37) }, { status: 400 }));
    const user = {
      ...USER,
      username: good.username,
      confirmed: false,
      role: { id: role },
      password: is.absent,
    };
    const saved = { save: { made: 'body' } };
    await bench.send({ ...create({ nope: 1 }, { status: 201, body: user }), ...saved });
    removes(bench);
  }),
  accounts('users.update', async (bench) => {
    for (const alias of ['a', 'b']) await makeUser(bench, alias, []);
    const update = (body: object, expect: Expectation): Step =>
      sends('PUT', '/users/{aUser.id}', body, expect);
    await bench.send(update({ username: '{b.name}' }, refused('Username already taken', 'ApplicationError')));
    await bench.send(update({ email: '{b.email}' }, refused('Email already taken', 'ApplicationError')));
    await bench.send(update({ password: '' }, issues(['password', 'password.notNull'])));
    for (const key of ['email', 'username'])
      await bench.send(update({ [key]: '' }, issues([key, `${key} is a required field`])));
    await bench.send(update({ email: 'nope' }, { status: 400 }));
    const same = { username: '{a.name}', email: '{a.email}' };
    await bench.send(update(same, { status: 200, body: { ...same, role: { name: '{a.name}' } } }));
    await bench.send(update({}, { status: 200, body: same }));
    await bench.send(update({ password: 'é'.repeat(37) }, { status: 400 }));
    const own = [...SECRETS.filter((key) => key !== 'password'), 'provider'];
    for (const key of [...own, 'id', 'documentId', 'createdAt', 'nope'])
      await bench.send(
        update({ [key]: 'x' }, { status: 200, body: { id: '{aUser.id}', provider: 'local' } }),
      );
    await bench.send(get('/users/me', { status: 403 }, { as: 'a' }));
    await bench.send(update({ password: 'Another-1' }, { status: 200 }));
    const login = (password: string, status: number): Step =>
      auth('local', { identifier: '{a.email}', password }, { status });
    await bench.send(login('{a.password}', 400));
    await bench.send(login('Another-1', 200));
  }),
  accounts('users.absent', async (bench) => {
    await makeUser(bench, 'a', []);
    const empty = { status: 204, empty: true };
    for (const id of ['999999999', 'none', 'z'.repeat(24)]) {
      await bench.send(get(`/users/${id}`, empty));
      await bench.send(sends('DELETE', `/users/${id}`, undefined, empty));
    }
    await bench.send(get('/users/{aUser.documentId}', empty));
    const missing = { status: 404, error: { message: 'User not found' } };
    await bench.send(sends('PUT', '/users/999999999', {}, missing));
    await bench.send(get('/users/{aUser.id}', { status: 200, body: { id: '{aUser.id}' } }));
  }),
  accounts('users.delete', async (bench) => {
    await makeUser(bench, 'a', []);
    const path = '/users/{aUser.id}';
    const gone = is.both({ id: '{aUser.id}', username: '{a.name}' }, is.noKeys('role', 'password'));
    await bench.send(sends('DELETE', path, undefined, { status: 200, body: gone }));
    await bench.send(get(path, { status: 204 }));
    const identifier = '{a.email}';
    await bench.send(auth('local', { identifier, password: '{a.password}' }, { status: 400 }));
    await makeUser(bench, 'b', []);
    const other = sends('DELETE', '/users/{bUser.documentId}', undefined, {
      status: 200,
      body: { id: '{bUser.id}' },
    });
    await bench.send(other);
    await bench.send(get('/users/{bUser.id}', { status: 204 }));
  }),
  accounts('roles.one', async (bench) => {
    await makeUser(bench, 'a', ['api::plain.plain.find', 'api::plain.plain.findOne']);
    const { roles } = Object((await bench.send(get('/users-permissions/roles'))).body);
    const role = roles.find(({ name }: { name: string }) => name === bench.value('a.name'));
    if (role.nb_users !== 1) bench.fail('a role counts its users', 1, role.nb_users);
    const granted = { enabled: true, policy: '' };
    const plain = { find: granted, findOne: granted, create: { enabled: false, policy: '' } };
    const permissions = { 'api::plain': { controllers: { plain } } };
    await bench.send(
      get(`/users-permissions/roles/${role.id}`, { body: { role: { id: role.id, permissions } } }),
    );
    const missing = { status: 404, error: { message: 'Role not found' } };
    await bench.send(get('/users-permissions/roles/999999999', missing));
    const all = { 'api::plain': { controllers: { plain: { find: { enabled: false } } } } };
    await bench.send(get('/users-permissions/permissions', { body: { permissions: all } }));
  }),
  accounts('roles.refused', async (bench) => {
    const path = '/users-permissions/roles';
    await bench.send(sends('POST', path, {}, refused('Request body cannot be empty')));
    const short = issues(['name', 'name must be at least 3 characters']);
    await bench.send(sends('POST', path, { name: 'ab' }, short));
    const { roles } = Object((await bench.send(get(path))).body);
    const { id } = roles.find((one: { type: string }) => one.type === 'public');
    const kept = refused('Cannot delete public role', 'ApplicationError');
    await bench.send(sends('DELETE', `${path}/${id}`, undefined, kept));
    await bench.send(sends('DELETE', `${path}/999999999`, undefined, { status: 404 }));
  }),
  accounts('roles.update', async (bench) => {
    await makeUser(bench, 'a', ['api::plain.plain.find']);
    const { roles } = Object((await bench.send(get('/users-permissions/roles'))).body);
    const { id } = roles.find(({ name }: { name: string }) => name === bench.value('a.name'));
    const reads = (path: string, status: number): Step => sends('GET', path, undefined, { status }, 'a');
    await bench.send(reads('/plains', 200));
    await bench.send(reads('/groups', 403));
    const body = {
      name: '{mark} changed',
      description: '{mark} why',
      permissions: permissionTree(['api::group.group.find']),
    };
    const path = `/users-permissions/roles/${id}`;
    await bench.send(sends('PUT', path, body, { status: 200, body: { ok: true } }));
    await bench.send(get(path, { body: { role: { name: '{mark} changed', description: '{mark} why' } } }));
    // The shortest name.
    const short = bench.mark.slice(-3);
    await bench.send(sends('PUT', path, { name: short }, { status: 200 }));
    await bench.send(get(path, { body: { role: { name: short } } }));
    await bench.send(reads('/plains', 403));
    await bench.send(reads('/groups', 200));
    // Without controllers nothing is granted.
    const none = { permissions: { 'api::group': {} } };
    await bench.send(sends('PUT', path, none, { status: 200, body: { ok: true } }));
    await bench.send(reads('/groups', 403));
  }),
];
