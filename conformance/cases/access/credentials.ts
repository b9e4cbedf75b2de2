// Cases of credentials: tokens that end, logins and headers that are refused, and tokens that only read.
import { ME, ownUserMay } from '../access-build';
import { check, get, named, plain } from '../build';
import type { Case, Step } from '../case';
import { is } from '../pattern';

const me = (status: number): Step => ({ send: 'GET', path: '/users/me', as: 'user', expect: { status } });
const login = (identifier: string): Step => ({
  send: 'POST',
  path: '/auth/local',
  body: { identifier, password: 'wrong-password' },
  as: 'anonymous',
  expect: { status: 400, body: { jwt: is.absent, error: { name: 'ValidationError' } } },
});
const plains = (status: number): Step => get('/plains', { status }, { as: 'user' });
/** A permission takes effect at once in the process that stored it. The second use of a token may come from a cache. */
const dies = (row: string, step: Step): Case =>
  ownUserMay(
    `quire.access.${row}`,
    [ME, 'plugin::users-permissions.auth.changePassword', 'api::plain.plain.find'],
    [me(200), plains(200), plains(200), step, plains(401), me(401), plains(401)],
  );

export const quireAccessCredentialCases: readonly Case[] = [
  dies('logout-password', {
    send: 'POST',
    path: '/auth/change-password',
    as: 'user',
    body: {
      currentPassword: '{user.password}',
      password: '{user.password}x',
      passwordConfirmation: '{user.password}x',
    },
    expect: { status: 200 },
  }),
  dies('logout-block', { send: 'PUT', path: '/users/{userUser.id}', as: 'full', body: { blocked: true } }),
  ownUserMay(
    'quire.access.logout-block',
    [ME],
    [
      ...[true, false].map(
        (blocked): Step => ({ send: 'PUT', path: '/users/{userUser.id}', as: 'full', body: { blocked } }),
      ),
      me(401),
    ],
    'and is unblocked',
  ),
  dies('logout-delete', { send: 'DELETE', path: '/users/{userUser.id}', as: 'full' }),
  ownUserMay(
    'quire.access.login-refused',
    [ME],
    [login('{user.email}'), login('{mark}-unknown@conform.test')],
  ),
  check('quire.access.garbage', {}, [
    {
      send: 'GET',
      path: '/plains',
      as: 'anonymous',
      headers: { authorization: 'Bearer nonsense' },
      expect: { status: 401, error: { name: 'UnauthorizedError' } },
    },
  ]),
  check(
    'quire.access.other-scheme',
    { p: plain() },
    ['Basic bm9ib2R5Om5vYm9keQ==', 'Token abc', 'Bearer'].map(
      (authorization): Step => ({
        send: 'GET',
        path: '/plains',
        as: 'anonymous',
        headers: { authorization },
        expect: { status: 403, error: { name: 'ForbiddenError' } },
      }),
    ),
  ),
  check('quire.access.read-only-token', { a: named('/authors') }, [
    get('/authors/{a.documentId}?status=draft', { status: 200 }, { as: 'read-only' }),
  ]),
];
