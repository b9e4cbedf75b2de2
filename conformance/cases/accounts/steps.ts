// Cases of accounts in several steps: confirmation of addresses, cookies of sessions, limits of what a user may grant.
import { makeUser, permissionTree } from '../accounts';
import { get } from '../build';
import type { Bench, Case, Expectation, Step } from '../case';
import { MAILED, OTHER_OPTIONS } from '../deployments';
import { is, type Pattern } from '../pattern';

const post = (path: string, body: object, expect: Expectation, more: Partial<Step> = {}): Step => ({
  ...{ send: 'POST', path, body, expect, as: 'anonymous' },
  ...more,
});
const ROLES = '/users-permissions/roles';
const ROLE = 'plugin::users-permissions.role';
const COOKIE = { 'x-strapi-refresh-cookie': 'httpOnly' };

async function roleIdOf(bench: Bench, alias: string): Promise<number> {
  const { roles } = Object((await bench.send(get(ROLES))).body);
  return roles.find(({ name }: { name: string }) => name === bench.value(`${alias}.name`)).id;
}

export const quireAccountStepCases: readonly Case[] = [
  {
    rows: ['quire.accounts.unconfirmed'],
    deploy: MAILED,
    async run(bench) {
      const user = {
        username: `${bench.mark}c`,
        email: `${bench.mark}c@conform.test`,
        password: 'secret-1',
      };
      const { body } = await bench.send(
        post('/auth/local/register', user, {
          status: 200,
          body: { jwt: is.absent, user: { username: user.username, confirmed: false } },
        }),
      );
      bench.keep('made', body);
      bench.afterwards({ send: 'DELETE', path: `/users/${bench.value('made.user.id')}` });
      const login = (password: string, expect: Expectation): Step =>
        post('/auth/local', { identifier: user.email, password }, expect);
      const unconfirmed = { name: 'ApplicationError', message: 'Your account email is not confirmed' };
      await bench.send(login('secret-1', { status: 400, error: unconfirmed }));
      await bench.send(
        login('secret-2', { status: 400, error: { message: 'Invalid identifier or password' } }),
      );
      const { email } = user;
      await bench.send(
        post('/auth/send-email-confirmation', { email }, { status: 200, body: { email, sent: true } }),
      );
      await bench.send({
        ...{ send: 'PUT', path: '/users/{made.user.id}', body: { confirmed: true } },
        expect: { status: 200, body: { confirmed: true } },
      });
      const session = await bench.send(login('secret-1', { status: 200, body: { jwt: is.text } }));
      bench.keep('moving', { token: Object(session.body).jwt });
      const moved = `moved-${email}`.toLowerCase();
      await bench.send({
        ...{ send: 'PUT', path: '/users/me', body: { email: moved }, as: 'moving' },
        expect: { status: 200, body: { email: moved, confirmed: false } },
      });
      // The token of an address that is not confirmed works no longer.
      await bench.send(get('/users/me', { status: 401 }, { as: 'moving' }));
      const again = { identifier: moved, password: 'secret-1' };
      await bench.send(post('/auth/local', again, { status: 400, error: unconfirmed }));
    },
  },
  {
    rows: ['quire.accounts.refresh-cookie'],
    deploy: OTHER_OPTIONS,
    async run(bench) {
      await makeUser(bench, 'user', ['plugin::users-permissions.auth.logout']);
      const login = { identifier: '{user.email}', password: '{user.password}' };
      const plain = await bench.send(
        post('/auth/local', login, { status: 200, body: { jwt: is.text, refreshToken: is.text } }),
      );
      if ('set-cookie' in plain.headers)
        bench.fail('a cookie that was not asked for', undefined, plain.headers);
      const { headers } = await bench.send(
        post('/auth/local', login, { status: 200, body: { refreshToken: is.absent } }, { headers: COOKIE }),
      );
      const cookie = (headers['set-cookie'] ?? '').split(';')[0] ?? '';
      for (const part of [/Path=\//, /HttpOnly/, /SameSite=lax/i, /Max-Age=[1-9]\d*/])
        if (!part.test(headers['set-cookie'] ?? ''))
          bench.fail('the cookie lacks an attribute', String(part), headers['set-cookie']);
      const again = await bench.send(
        post(
          '/auth/refresh',
          {},
          { status: 200, body: { jwt: is.text } },
          { headers: { ...COOKIE, cookie: `other=1; ${cookie}; another=2` } },
        ),
      );
      if (!again.headers['set-cookie']?.includes(cookie.split('=')[0] ?? '?'))
        bench.fail('a refresh by cookie answers no cookie', cookie, again.headers['set-cookie']);
      await bench.send(post('/auth/refresh', {}, { status: [400, 401] }, { headers: { cookie: 'other=1' } }));
      // A request without the header gets the new token in a cookie too.
      const hidden = await bench.send(
        post(
          '/auth/refresh',
          {},
          { status: 200, body: { jwt: is.text, refreshToken: is.absent } },
          { headers: { cookie: (again.headers['set-cookie'] ?? '').split(';')[0] ?? '' } },
        ),
      );
      const next = (hidden.headers['set-cookie'] ?? '').split(';')[0] ?? '';
      await bench.send(
        post(
          '/auth/refresh',
          { refreshToken: next.replace(/^.*?=/, '') },
          {
            status: 200,
            body: { refreshToken: is.absent },
          },
        ),
      );
      const form = { cookie: next, 'content-type': 'application/x-www-form-urlencoded' };
      await bench.send(post('/auth/refresh', {}, { status: 400 }, { headers: form }));
      // The token of the body counts before the one of the cookie.
      const { refreshToken } = Object(plain.body);
      const both = { headers: { cookie: cookie.replace(/=.*/, '=wrong') } };
      await bench.send(post('/auth/refresh', { refreshToken }, { status: 200 }, both));
      const out = await bench.send({
        ...{ send: 'POST', path: '/auth/logout', as: 'user', headers: { cookie }, expect: { status: 200 } },
      });
      if (!/=; Max-Age=0/.test(out.headers['set-cookie'] ?? ''))
        bench.fail('a logout keeps the cookie', 'Max-Age=0', out.headers['set-cookie']);
    },
  },
  {
    rows: ['quire.accounts.refresh-cookie'],
    name: 'a logout without a cookie',
    deploy: OTHER_OPTIONS,
    async run(bench) {
      await makeUser(bench, 'user', ['plugin::users-permissions.auth.logout']);
      const out = await bench.send({
        send: 'POST',
        path: '/auth/logout',
        as: 'user',
        expect: { status: 200 },
      });
      if ('set-cookie' in out.headers)
        bench.fail('a cookie for a request without one', undefined, out.headers['set-cookie']);
    },
  },
  {
    rows: ['quire.roles.delete'],
    async run(bench) {
      await makeUser(bench, 'user', ['api::plain.plain.find', 'plugin::users-permissions.user.me']);
      const path = `${ROLES}/${await roleIdOf(bench, 'user')}`;
      await bench.send(get('/plains', { status: 200 }, { as: 'user' }));
      await bench.send({ send: 'DELETE', path, expect: { status: 200, body: { ok: true } } });
      await bench.send(get(path, { status: 404 }));
      await bench.send(get('/users/{userUser.id}?populate=role', { body: { role: { type: 'public' } } }));
      await bench.send(get('/plains', { status: 403 }, { as: 'user' }));
    },
  },
  {
    rows: ['quire.roles.same-name'],
    async run(bench) {
      const name = '{mark} Ünï-2b Rôle';
      for (const alias of ['one', 'two', 'three'])
        await bench.send(post(ROLES, { name, description: alias }, { status: 200 }, { as: 'full' }));
      const { roles } = Object((await bench.send(get(ROLES))).body);
      const made: { id: number; type: string }[] = roles.filter((one: { name: string }) =>
        one.name.startsWith(bench.mark),
      );
      for (const { id } of made) bench.afterwards({ send: 'DELETE', path: `${ROLES}/${id}` });
      const ends = made.map(({ type }) => type.slice(type.indexOf('uni')));
      const expected = ['uni_2_b_role', 'uni_2_b_role_1', 'uni_2_b_role_2'];
      if (ends.sort().join() !== expected.join())
        bench.fail('the ends of the types of three roles with one name', expected, made);
      if (!made.every(({ type }) => /^[a-z0-9_]+$/.test(type)))
        bench.fail('a type of a role has other letters', '[a-z0-9_]', made);
    },
  },
  {
    rows: ['quire.users.limit'],
    async run(bench) {
      await makeUser(bench, 'boss', ['api::plain.plain.find', 'plugin::users-permissions.user.update']);
      await makeUser(bench, 'strong', ['api::tag.tag.find']);
      await makeUser(bench, 'weak', ['api::plain.plain.find']);
      const update = (alias: string, body: object, status: number): Step => ({
        ...{ send: 'PUT', path: `/users/{${alias}User.id}`, as: 'boss', body, expect: { status } },
      });
      await bench.send(update('strong', { email: '{mark}new@conform.test' }, 403));
      await bench.send(update('strong', { password: 'Another-1' }, 403));
      await bench.send(update('strong', { email: '{strong.email}', password: 'Another-1' }, 403));
      await bench.send(update('strong', { email: '{strong.email}' }, 200));
      await bench.send(update('strong', { confirmed: true }, 200));
      await bench.send(update('weak', { email: '{mark}weak@conform.test' }, 200));
      await bench.send(update('boss', { email: '{mark}boss@conform.test' }, 200));
      const { roles } = Object((await bench.send(get(ROLES))).body);
      const role = roles.find(({ name }: { name: string }) => name === bench.value('strong.name')).id;
      const { documentId } = roles.find(({ id }: { id: number }) => id === role);
      for (const form of [
        ...[role, String(role), documentId, [role], { id: role }, { documentId }],
        ...[{ connect: [role] }, { connect: [{ id: role }] }, { set: [{ documentId }] }, { set: role }],
      ])
        await bench.send(update('weak', { role: form }, 403));
      await bench.send(
        get('/users/{weakUser.id}?populate=role', { body: { role: { name: '{weak.name}' } } }),
      );
    },
  },
  {
    rows: ['quire.roles.limit'],
    async run(bench) {
      const held = ['api::plain.plain.find', 'api::label.label.find'];
      const manager = ['createRole', 'updateRole', 'find', 'findOne'].map((verb) => `${ROLE}.${verb}`);
      await makeUser(bench, 'boss', [...held, ...manager]);
      const tag = 'api::tag.tag.find';
      const before = [tag, 'api::plain.plain.find', 'api::group.group.find'];
      await makeUser(bench, 'other', before);
      const id = await roleIdOf(bench, 'other');
      const update = (actions: string[], status: number, message: Pattern = is.text): Step => ({
        ...{ send: 'PUT', path: `${ROLES}/${id}`, as: 'boss' },
        expect: status === 403 ? { status, error: { message } } : { status },
        body: { name: '{other.name}', permissions: permissionTree(actions) },
      });
      const mine = 'api::label.label.find';
      // Permissions that the role has already may stay.
      await bench.send(update([...before, mine], 200));
      await bench.send(get('/labels', { status: 200 }, { as: 'other' }));
      await bench.send(update([...before, 'api::author.author.find'], 403));
      await bench.send(get('/authors', { status: 403 }, { as: 'other' }));
      await bench.send(update([mine], 200));
      await bench.send(get('/tags', { status: 403 }, { as: 'other' }));
      await bench.send(update([tag], 403));
      const six = ['article', 'author', 'category', 'group', 'tag', 'zoo'].map(
        (name) => `api::${name}.${name}.find`,
      );
      await bench.send(update(six, 403, is.matching('([a-z:.-]+, ){4}[a-z:.-]+ and 1 more')));
      const added = { name: '{mark} new', permissions: permissionTree([tag]) };
      await bench.send(post(ROLES, added, { status: 403 }, { as: 'boss' }));
    },
  },
  {
    rows: ['quire.accounts.update-me'],
    async run(bench) {
      const own = ['me', 'updateMe'].map((verb) => `plugin::users-permissions.user.${verb}`);
      await makeUser(bench, 'one', own);
      await makeUser(bench, 'other', []);
      const change = (body: object, expect: Expectation): Step => ({
        ...{ send: 'PUT', path: '/users/me', body, expect, as: 'one' },
      });
      const isTaken: Expectation = {
        status: 400,
        error: { name: 'ApplicationError', message: is.matching('already taken') },
      };
      const wrong = (key: string, message: Pattern = is.text): Expectation => ({
        status: 400,
        error: { details: { errors: is.including({ path: [key], message }) } },
      });
      const moved = `moved-${bench.mark}@conform.test`.toLowerCase();
      const steps = [
        change({ username: '{mark}' }, { status: 200, body: { username: '{mark}', role: is.absent } }),
        change({ email: moved.toUpperCase() }, { status: 200, body: { email: moved, username: '{mark}' } }),
        change({ username: bench.mark.slice(-3) }, { status: 200, body: { username: bench.mark.slice(-3) } }),
        change({ username: '{mark}', email: moved }, { status: 200, body: { confirmed: true } }),
        change({ username: '{other.name}' }, isTaken),
        change({ email: '{other.email}' }, isTaken),
        change({ username: String(bench.value('other.name')).toUpperCase() }, isTaken),
        change({ username: '{other.email}' }, isTaken),
        change({ username: 'ab' }, wrong('username', 'username must be at least 3 characters')),
        change({ username: 5 }, wrong('username')),
        change(
          { username: '' },
          { status: 400, error: { details: { errors: is.both(is.length(1), [{ path: ['username'] }]) } } },
        ),
        change({ email: 'nowhere' }, wrong('email')),
        ...['role', 'confirmed', 'blocked', 'provider', 'password', 'resetPasswordToken'].map((key) =>
          change({ username: '{mark}x', [key]: key === 'role' ? 1 : true }, { status: 400 }),
        ),
        get('/users/me', { status: 200, body: { username: '{mark}', email: moved } }, { as: 'one' }),
        { ...change({ username: '{mark}' }, { status: [401, 403] }), as: 'anonymous' },
        { ...change({ username: '{mark}' }, { status: 403 }), as: 'other' },
      ];
      for (const step of steps) await bench.send(step);
    },
  },
];
