// Cases of the answers about accounts that clients of the peer rely on.
import { borrowUser, makeUser } from './accounts';
import { check, get, INVALID } from './build';
import type { Bench, Case, Step } from './case';
import { OTHER_OPTIONS } from './deployments';
import { is } from './pattern';

const ME = 'plugin::users-permissions.user.me';
const PASSWORD = 'Pass-{mark}-1';
const account = (more: object) => ({
  username: '{mark}x',
  email: '{mark}x@conform.test',
  password: PASSWORD,
  ...more,
});

async function logIn(bench: Bench, alias: string): Promise<void> {
  const { body } = await bench.send({
    send: 'POST',
    path: '/auth/local',
    body: { identifier: '{user.email}', password: '{user.password}' },
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

export const quireSameAccountCases: readonly Case[] = [
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
    rows: ['logout-all', 'sessions', 'refresh-cookie', 'refresh-twice'].map((row) => `quire.same.${row}`),
    needs: ['auth'],
    deploy: OTHER_OPTIONS,
    async run(bench) {
      const actions = ['auth.logout', 'user.me'].map((verb) => `plugin::users-permissions.${verb}`);
      await makeUser(bench, 'user', actions);
      await logIn(bench, 'one');
      await logIn(bench, 'two');
      await bench.send(refresh('one', 200));
      await bench.send(refresh('one', 200, { save: { again: 'body' } }));
      await bench.send(refresh('again', 200));
      await bench.send({
        send: 'GET',
        path: '/auth/sessions',
        as: 'one',
        expect: { status: 200, body: is.both(is.length(3), is.including({ current: true })) },
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
