// Cases of our own decisions on permissions.
import { makeUser } from './accounts';
import { article, check, get, made, named, plain, post, put } from './build';
import type { Case, Given, Step } from './case';
import { is } from './pattern';

export const AUTHOR = (verb: string): string => `api::author.author.${verb}`;
const author = { a: named('/authors', '{mark} 1') };
const ME = 'plugin::users-permissions.user.me';

/** A user with only these permissions runs these steps. */
export const userMay = (
  row: string,
  actions: readonly string[],
  steps: readonly Step[],
  given: Record<string, Given> = {},
): Case => ({
  rows: [`quire.access.${row}`],
  given,
  async run(bench) {
    await makeUser(bench, 'user', actions);
    for (const step of steps) await bench.send(step.as === undefined ? { ...step, as: 'user' } : step);
  },
});
const me = (status: number): Step => ({ send: 'GET', path: '/users/me', as: 'user', expect: { status } });
const login = (identifier: string): Step => ({
  send: 'POST',
  path: '/auth/local',
  body: { identifier, password: 'wrong-password' },
  as: 'anonymous',
  expect: { status: 400, body: { jwt: is.absent, error: { name: 'ValidationError' } } },
});
const FORBIDDEN = { status: 403, error: { status: 403, name: 'ForbiddenError' } };
/** A permission takes effect at once in the process that stored it. */
const dies = (row: string, step: Step): Case =>
  userMay(row, [ME, 'plugin::users-permissions.auth.changePassword'], [me(200), step, me(401)]);
const withoutAuth = (anonymous: string) => ({
  deploy: {
    config: { server: { anonymous }, plugins: { 'users-permissions': false, 'api-tokens': false } },
    anonymous,
  },
});

export const quireAccessCases: readonly Case[] = [
  userMay(
    'read-draft',
    [AUTHOR('find'), AUTHOR('findOne')],
    [
      get('/authors?status=draft', { status: 403 }),
      get('/authors/{a.documentId}?status=draft', { status: 403 }),
      get('/authors/{a.documentId}', { status: 200 }),
    ],
    author,
  ),
  {
    ...userMay(
      'read-draft',
      [AUTHOR('find'), AUTHOR('findOne'), AUTHOR('readDraft')],
      [get('/authors/{a.documentId}?status=draft', { status: 200 })],
      author,
    ),
    name: 'granted',
  },
  userMay(
    'read-draft.target',
    ['api::category.category.findOne', 'api::article.article.find', AUTHOR('find')],
    [
      get('/categories/{c.documentId}?populate[articles][populate][0]=author&status=draft', {
        status: 200,
        data: { articles: is.oneOf(is.absent, []) },
      }),
    ],
    {
      ...author,
      c: named('/categories'),
      t: article({ category: '{c.documentId}', author: '{a.documentId}' }),
    },
  ),
  userMay(
    'write-answer',
    [AUTHOR('update')],
    [
      put(
        '/authors/{a.documentId}?status=draft',
        { name: '{mark} 2' },
        { status: 200, data: { name: '{mark} 2', publishedAt: null } },
      ),
    ],
    author,
  ),
  userMay(
    'publish',
    [AUTHOR('update')],
    [{ send: 'POST', path: '/authors/{a.documentId}/actions/publish', expect: { status: 403 } }],
    author,
  ),
  userMay(
    'create-locale',
    ['api::restaurant.restaurant.create'],
    [post('/restaurants?locale=fr', { Name: '{mark}' }, { status: 201, data: { locale: 'fr' } })],
  ),
  userMay(
    'like-unknown',
    ['api::peek.peek.find', 'api::peek.peek.create'],
    [
      get('/peeks?filters[hid][name][$eq]=x', {
        status: 400,
        error: { message: 'Invalid key hid', details: { key: 'hid', path: null } },
      }),
      get('/peeks?filters[nope][name][$eq]=x', {
        status: 400,
        error: { message: 'Invalid key nope', details: { key: 'nope', path: null } },
      }),
      get('/peeks?sort=hid.name', { status: 400, error: { message: 'Invalid key hid' } }),
      post(
        '/peeks',
        { name: '{mark}', hid: '{h.documentId}' },
        { status: 400, error: { message: 'Invalid key hid' } },
      ),
    ],
    { h: named('/hiddens'), p: made('/peeks', { name: '{mark}', hid: '{h.documentId}' }) },
  ),
  userMay(
    'no-secrets',
    [ME],
    [
      get('/users?filters[password][$startsWith]=$2', { status: 400 }, { as: 'full' }),
      get('/users?filters[resetPasswordToken][$notNull]=true', { status: 400 }, { as: 'full' }),
      get('/users?fields=password', { status: 400 }, { as: 'full' }),
      get('/articles?filters[owner][password][$startsWith]=$2', { status: 400 }, { as: 'full' }),
      get(
        '/users',
        { body: is.each(is.noKeys('password', 'resetPasswordToken', 'confirmationToken')) },
        { as: 'full' },
      ),
    ],
  ),
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
  dies('logout-delete', { send: 'DELETE', path: '/users/{userUser.id}', as: 'full' }),
  userMay(
    'forbidden',
    [ME],
    ['/plains', '/plains/{a.documentId}', '/restaurants'].map((path) => get(path, FORBIDDEN)),
    {
      a: plain(),
    },
  ),
  userMay(
    'forbidden',
    ['find', 'findOne', 'update'].map((verb) => `api::restaurant.restaurant.${verb}`),
    [
      post('/restaurants', { Name: '{mark}' }, FORBIDDEN),
      put('/restaurants/{r.documentId}?locale=fr', { Name: '{mark}' }, FORBIDDEN),
      { send: 'DELETE', path: '/restaurants/{r.documentId}', expect: FORBIDDEN },
    ],
    { r: made('/restaurants', { Name: '{mark}' }) },
  ),
  userMay('login-refused', [ME], [login('{user.email}'), login('{mark}-unknown@conform.test')]),
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
  check('quire.access.unknown-path', {}, [
    get('/nothing-is-here', { status: 404 }, { as: 'anonymous' }),
    { send: 'POST', path: '/nothing-is-here', body: {}, as: 'anonymous', expect: { status: 404 } },
  ]),
  check('quire.access.read-only-token', { a: named('/authors') }, [
    get('/authors/{a.documentId}?status=draft', { status: 200 }, { as: 'read-only' }),
  ]),
  check(
    'quire.access.closed',
    {},
    [get('/plains', { status: 403 }), post('/plains', { name: '{mark}' }, { status: 403 })],
    withoutAuth('none'),
  ),
  check(
    'quire.access.anonymous-read',
    {},
    [get('/plains', { status: 200 }), post('/plains', { name: '{mark}' }, { status: 403 })],
    withoutAuth('read'),
  ),
];
