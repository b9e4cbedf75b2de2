// Cases of the answers about accounts that clients of the peer rely on.
import { setTimeout as wait } from 'node:timers/promises';
import { borrowUser, makeUser, permissionTree } from '../accounts';
import { check, get, INVALID } from '../build';
import type { Bench, Case, Step } from '../case';
import { OTHER_OPTIONS } from '../deployments';
import { fieldsAre, gives, typeIs } from '../graphql-build';
import { exactly, is } from '../pattern';

const ME = 'plugin::users-permissions.user.me';
const PASSWORD = 'Pass-{mark}-1';
const account = (more: object) => ({
  username: '{mark}x',
  email: '{mark}x@conform.test',
  password: PASSWORD,
  ...more,
});

async function logIn(bench: Bench, alias: string, device: object = {}, agent = 'suite'): Promise<void> {
  const { body } = await bench.send({
    send: 'POST',
    path: '/auth/local',
    body: { identifier: '{user.email}', password: '{user.password}', ...device },
    headers: { 'user-agent': agent },
    as: 'anonymous',
    save: { [`${alias}Login`]: 'body' },
  });
  bench.keep(alias, { ...(body as object), token: bench.value(`${alias}Login.jwt`) });
}
const me = (as: string, status: number): Step => ({
  send: 'GET',
  path: '/users/me',
  as,
  expect: { status },
});
const refresh = (alias: string, status: number, more: Partial<Step> = {}): Step => ({
  send: 'POST',
  path: '/auth/refresh',
  body: { refreshToken: `{${alias}.refreshToken}` },
  as: 'anonymous',
  expect: { status },
  ...more,
});

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36';
const sessions = (as: string, expect: Step['expect'], more: Partial<Step> = {}): Step => ({
  ...{ send: 'GET', path: '/auth/sessions', as, expect },
  ...more,
});
const endSession = (id: string, as: string, status: number): Step => ({
  ...{ send: 'DELETE', path: `/auth/sessions/${id}`, as },
  expect: status === 200 ? { status, body: { data: {} } } : { status },
});
/** The role of the borrowed user. */
async function nameOfRole(bench: Bench): Promise<string> {
  const { body } = await bench.send(get('/users/{userUser.id}?populate=role', { status: 200 }));
  return String(Object(Object(body).role).name);
}

const granted = (bench: Bench): number =>
  JSON.stringify(bench.value('role.permissions')).split('"enabled":true').length - 1;

/** Two sessions in different milliseconds. */
const aMoment = (): Promise<void> => wait(20);

/** What a client says about its device, and what the session shows of it. */
const DEVICES: readonly (readonly [agent: string, device: object, shown: object])[] = [
  [CHROME, { deviceId: 'd'.repeat(255) }, { deviceId: 'd'.repeat(255), deviceName: 'Chrome on Windows' }],
  ['curl/8.4.0', { deviceId: 'd'.repeat(256) }, { deviceId: null, deviceName: is.absent }],
  ['Firefox/115.0', { deviceId: '' }, { deviceId: null, deviceName: 'Firefox' }],
  ['MyApp/1.0 (Linux; Android 10)', { deviceId: 'a\u0007b' }, { deviceId: null, deviceName: 'Android' }],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) AppleWebKit/537.36 Safari/604.1',
    { deviceId: 7 },
    { deviceId: null, deviceName: 'Safari on iOS' },
  ],
];

export const quireSameAccountCases: readonly Case[] = [
  {
    rows: ['quire.same.sessions'],
    name: 'times and devices',
    needs: ['auth'],
    deploy: OTHER_OPTIONS,
    async run(bench) {
      const actions = ['auth.getSessions', 'auth.logout', 'user.me'];
      await makeUser(
        bench,
        'user',
        actions.map((verb) => `plugin::users-permissions.${verb}`),
      );
      for (const [at, [agent, device]] of DEVICES.entries()) await logIn(bench, `s${at}`, device, agent);
      const own = { ...DEVICES[1]?.[2], current: true, loginAt: is.timestamp };
      const others = [4, 3, 2, 0].map((at) => ({ ...DEVICES[at]?.[2], current: false }));
      // The first session is that of `makeUser`.
      const all = {
        status: 200,
        body: { data: is.both(is.length(6), [own, ...others, { current: false }]) },
      };
      await bench.send(sessions('s1', all, { save: { before: 'body.data' } }));
      const before = bench.value('before') as readonly {
        id: string;
        loginAt: string;
        lastActiveAt: string;
      }[];
      for (const { id, loginAt, lastActiveAt } of before)
        if (loginAt !== lastActiveAt)
          bench.fail(`the session ${id} was not used since its login`, loginAt, lastActiveAt);
      for (const [at, { loginAt }] of before.entries())
        if (at > 1 && loginAt > (before[at - 1]?.loginAt ?? ''))
          bench.fail('the newest session is first', loginAt, before);
      await aMoment();
      await bench.send(refresh('s1', 200, { save: { later: 'body' } }));
      bench.keep('later', {
        token: bench.value('later.jwt'),
        refreshToken: bench.value('later.refreshToken'),
      });
      await bench.send(
        sessions('later', { status: 200, body: { data: is.length(6) } }, { save: { after: 'body.data' } }),
      );
      const after = bench.value('after') as typeof before;
      const [used, ...unused] = after;
      const first = before[0];
      if (
        used?.id !== first?.id ||
        used?.loginAt !== first?.loginAt ||
        !(used && used.lastActiveAt > used.loginAt)
      )
        bench.fail('a refresh is the last use of its session', { ...first, lastActiveAt: 'later' }, used);
      bench.compare(
        'the other sessions',
        exactly(before.slice(1).map(({ id, loginAt }) => ({ id, loginAt, lastActiveAt: loginAt }))),
        unused,
      );
      // The end of a session is not that of another, and a token that has ended lists nothing.
      await bench.send({ send: 'POST', path: '/auth/logout', as: 's2', expect: { status: 200 } });
      await bench.send(sessions('s2', { status: 401 }));
      await bench.send(
        sessions('later', {
          status: 200,
          body: { data: is.both(is.length(5), is.each({ id: is.not(before[3]?.id ?? '') })) },
        }),
      );
    },
  },
  check('quire.same.user-address', {}, [
    {
      send: 'POST',
      path: '/users',
      body: account({ email: 'no', role: 1 }),
      expect: INVALID,
    },
  ]),
  {
    rows: ['quire.same.user-keeps-role'],
    async run(bench) {
      await borrowUser(bench, 'user', [ME]);
      for (const role of [null, [], {}, { set: [] }, { disconnect: [1] }])
        await bench.send({
          send: 'PUT',
          path: '/users/{userUser.id}',
          body: { role },
          expect: { status: 400 },
        });
      await bench.send(
        get('/users/{userUser.id}?populate=role', { status: 200, body: { role: { id: is.integer } } }),
      );
    },
  },
  {
    rows: ['quire.same.role-users'],
    async run(bench) {
      await borrowUser(bench, 'user', [ME]);
      for (const populate of ['populate[role][populate]=users', 'populate=role.users'])
        await bench.send(
          get(`/users/{userUser.id}?${populate}`, {
            status: 200,
            body: { role: { id: is.integer, users: is.absent } },
          }),
        );
    },
  },
  {
    rows: ['quire.same.role-permissions'],
    async run(bench) {
      await borrowUser(bench, 'user', [ME, 'api::plain.plain.find']);
      const name = await nameOfRole(bench);
      const one = `filters: { name: { eq: "${name}" } }`;
      const first = `pagination: { limit: 1 }, sort: "action:desc"`;
      await bench.send(
        gives(
          `{ usersPermissionsRoles(${one}) {
            permissions(sort: "action") { documentId action role { name } }
            first: permissions(${first}) { action }
            permissions_connection(filters: { action: { contains: "plain" } }) { nodes { action } }
          } }`,
          {
            usersPermissionsRoles: [
              {
                permissions: ['api::plain.plain.find', ME].map((action) => ({
                  ...{ documentId: is.text, action, role: { name } },
                })),
                first: [{ action: ME }],
                permissions_connection: { nodes: [{ action: 'api::plain.plain.find' }] },
              },
            ],
          },
        ),
      );
      const found = `${one.slice(0, -2)}, permissions: { action: { eq: "${ME}" } } }`;
      await bench.send(
        gives(`{ usersPermissionsRoles(${found}) { name } }`, { usersPermissionsRoles: [{ name }] }),
      );
      await bench.send(
        typeIs(
          'Query',
          'fields { name }',
          fieldsAre(['usersPermissionsRoles'], ['usersPermissionsPermissions']),
        ),
      );
    },
  },
  {
    rows: ['quire.same.no-permissions'],
    async run(bench) {
      const path = '/users-permissions/roles';
      const named = { name: `${bench.mark}none`, description: '' };
      const ok = { status: 200, body: { ok: true } };
      await bench.send({ send: 'POST', path, body: { ...named, permissions: [] }, expect: ok });
      const { roles } = Object((await bench.send(get(path))).body);
      const id = roles.find(({ name }: { name: string }) => name === named.name)?.id;
      bench.afterwards({ send: 'DELETE', path: `${path}/${id}` });
      const count = async (expected: number): Promise<void> => {
        await bench.send(get(`${path}/${id}`, { status: 200 }, { save: { role: 'body.role' } }));
        if (granted(bench) !== expected)
          bench.fail('the role has other permissions', expected, granted(bench));
      };
      await count(0);
      const permissions = permissionTree([ME]);
      await bench.send({ send: 'PUT', path: `${path}/${id}`, body: { ...named, permissions }, expect: ok });
      await count(1);
      await bench.send({
        send: 'PUT',
        path: `${path}/${id}`,
        body: { ...named, permissions: [] },
        expect: ok,
      });
      await count(0);
    },
  },
  {
    rows: ['sessions', 'session-end', 'session-actions'].map((row) => `quire.same.${row}`),
    needs: ['auth'],
    deploy: OTHER_OPTIONS,
    async run(bench) {
      const may = (...verbs: string[]): string[] => verbs.map((verb) => `plugin::users-permissions.${verb}`);
      await makeUser(bench, 'other', may('auth.logout', 'user.me'));
      // The action of a logout lists no sessions, and ends none.
      await bench.send(sessions('other', { status: 403 }));
      await bench.send(endSession('unknown', 'other', 403));
      await makeUser(bench, 'user', may('auth.getSessions', 'auth.revokeSession', 'user.me'));
      await logIn(bench, 'one', { deviceId: 'phone' }, CHROME);
      await logIn(bench, 'two', { deviceId: ['phone'] });
      const times = { loginAt: is.timestamp, lastActiveAt: is.timestamp };
      const [own, last] = [
        { id: is.text, deviceId: 'phone', deviceName: 'Chrome on Windows', current: true, ...times },
        { id: is.text, deviceId: null, deviceName: is.absent, current: false, ...times },
      ];
      await bench.send(
        sessions(
          'one',
          { status: 200, body: { data: [own, last, { current: false }] } },
          { save: { listed: 'body.data' } },
        ),
      );
      const payload = String(bench.value('one.jwt')).split('.')[1] ?? '';
      const { sessionId } = JSON.parse(Buffer.from(payload, 'base64url').toString());
      if (sessionId !== bench.value('listed.0.id'))
        bench.fail('the id of the session is not in its token', sessionId, bench.value('listed.0.id'));
      for (const id of ['unknown', '1', '{listed.1.id}x']) await bench.send(endSession(id, 'one', 404));
      await makeUser(bench, 'third', may('auth.revokeSession'));
      await bench.send(endSession('{listed.1.id}', 'third', 404));
      await bench.send(me('two', 200));
      await bench.send(endSession('{listed.1.id}', 'one', 200));
      await bench.send(me('two', 401));
      await bench.send(refresh('two', 401));
      await bench.send(endSession('{listed.1.id}', 'one', 404));
      await bench.send(me('one', 200));
      await bench.send(endSession('{listed.0.id}', 'one', 200));
      await bench.send(me('one', 401));
    },
  },
  {
    rows: ['logout-all', 'sessions', 'refresh-cookie', 'refresh-twice'].map((row) => `quire.same.${row}`),
    needs: ['auth'],
    deploy: OTHER_OPTIONS,
    async run(bench) {
      const actions = ['auth.logout', 'auth.getSessions', 'user.me'].map(
        (verb) => `plugin::users-permissions.${verb}`,
      );
      await makeUser(bench, 'user', actions);
      await logIn(bench, 'one');
      await logIn(bench, 'two');
      await bench.send(refresh('one', 200));
      // Any number of times while its successor is not used; each answer shows the token to a client without cookies.
      for (const turn of [2, 3, 4])
        await bench.send(refresh('one', 200, { save: { [turn === 4 ? 'again' : 'before']: 'body' } }));
      await bench.send(refresh('again', 200));
      await bench.send({
        send: 'GET',
        path: '/auth/sessions',
        as: 'one',
        expect: { status: 200, body: { data: is.both(is.length(3), is.including({ current: true })) } },
      });
      await bench.send({
        send: 'POST',
        path: '/auth/local',
        body: { identifier: '{user.email}', password: '{user.password}' },
        headers: { 'x-strapi-refresh-cookie': 'httpOnly' },
        as: 'anonymous',
        expect: {
          status: 200,
          body: { refreshToken: is.absent, jwt: is.text },
          headers: { 'set-cookie': is.matching('HttpOnly') },
        },
      });
      // A token may be used again shortly after its use, but not after the use of its successor.
      await logIn(bench, 'five');
      await bench.send(refresh('five', 200, { save: { second: 'body' } }));
      await bench.send(refresh('second', 200, { save: { third: 'body' } }));
      await bench.send(refresh('five', 401));
      await bench.send(refresh('third', 401));
      await logIn(bench, 'four');
      await bench.send({ send: 'POST', path: '/auth/logout', as: 'four', expect: { status: 200 } });
      await bench.send(me('four', 401));
      await bench.send(refresh('four', 401));
      await bench.send(me('one', 200));
      // An API token has no sessions to end.
      await bench.send({
        ...{ send: 'POST', path: '/auth/logout', body: { scope: 'all' } },
        expect: { status: 200, body: { ok: true } },
      });
      await bench.send(me('one', 200));
      await bench.send({ send: 'POST', path: '/auth/logout', as: 'one', body: { scope: 'all' } });
      for (const alias of ['one', 'two']) await bench.send(me(alias, 401));
      await bench.send(refresh('two', 401));
      await logIn(bench, 'three');
      await bench.send({ send: 'DELETE', path: '/auth/sessions', as: 'three', expect: { status: 200 } });
      await bench.send(me('three', 401));
    },
  },
];
