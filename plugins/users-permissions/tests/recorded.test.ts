// The recorded behaviour of authentication and users, request by request, in order: later rows build on earlier ones.
import type { TestApp } from '../../../core/testing';
import { bearer, createUsersApp, grant, MANAGING, PASSWORD, register } from './app';

type Row = readonly [
  what: string,
  request: readonly [method: 'get' | 'post' | 'put' | 'delete', path: string, body?: object],
  status: number,
  expected: object | string | number | null,
];

const error = (status: number, name: string, message: string, details: object = {}) => ({
  data: null,
  error: { status, name, message, details },
});
const issues = (...all: readonly (readonly [string, string])[]) => ({
  errors: all.map(([key, message]) => ({ path: [key], message, name: 'ValidationError' })),
});
const missing = (...keys: string[]) =>
  issues(...keys.map((key) => [key, `${key} is a required field`] as const));
const ADMIN = {
  username: 'admin',
  email: 'admin@example.com',
  provider: 'local',
  confirmed: true,
  blocked: false,
};
const FORBIDDEN = error(403, 'ForbiddenError', 'Forbidden');

const PUBLIC_ROWS: readonly Row[] = [
  [
    'logs in by name',
    ['post', '/auth/local', { identifier: 'admin', password: PASSWORD }],
    200,
    { user: ADMIN },
  ],
  [
    'logs in by address in any case',
    ['post', '/auth/local', { identifier: 'Admin@Example.com', password: PASSWORD, extra: 1 }],
    200,
    { user: ADMIN },
  ],
  [
    'refuses a wrong password',
    ['post', '/auth/local', { identifier: 'admin', password: 'wrong-one' }],
    400,
    error(400, 'ValidationError', 'Invalid identifier or password'),
  ],
  [
    'refuses an unknown user alike',
    ['post', '/auth/local', { identifier: 'nobody', password: 'wrong-one' }],
    400,
    error(400, 'ValidationError', 'Invalid identifier or password'),
  ],
  [
    'names what is missing',
    ['post', '/auth/local', {}],
    400,
    error(400, 'ValidationError', '2 errors occurred', missing('identifier', 'password')),
  ],
  [
    'takes no body for an empty one',
    ['post', '/auth/local'],
    400,
    error(400, 'ValidationError', '2 errors occurred', missing('identifier', 'password')),
  ],
  [
    'lower-cases an address',
    ['post', '/auth/local/register', { username: 'berta', email: 'Berta@Example.com', password: PASSWORD }],
    200,
    { user: { email: 'berta@example.com', confirmed: true } },
  ],
  [
    'refuses a taken name',
    ['post', '/auth/local/register', { username: 'berta', email: 'b2@example.com', password: PASSWORD }],
    400,
    error(400, 'ApplicationError', 'Email or Username are already taken'),
  ],
  [
    'refuses a taken address',
    ['post', '/auth/local/register', { username: 'berta2', email: 'BERTA@example.com', password: PASSWORD }],
    400,
    error(400, 'ApplicationError', 'Email or Username are already taken'),
  ],
  [
    'refuses an address as a name',
    [
      'post',
      '/auth/local/register',
      { username: 'berta@example.com', email: 'b3@example.com', password: PASSWORD },
    ],
    400,
    error(400, 'ApplicationError', 'Email or Username are already taken'),
  ],
  [
    'refuses a short name',
    ['post', '/auth/local/register', { username: 'ab', email: 'ab@example.com', password: PASSWORD }],
    400,
    error(
      400,
      'ValidationError',
      'username must be at least 3 characters',
      issues(['username', 'username must be at least 3 characters']),
    ),
  ],
  [
    'refuses a short password',
    ['post', '/auth/local/register', { username: 'abc', email: 'ab@example.com', password: '12345' }],
    400,
    error(
      400,
      'ValidationError',
      'password must be at least 6 characters',
      issues(['password', 'password must be at least 6 characters']),
    ),
  ],
  [
    'refuses a long password',
    ['post', '/auth/local/register', { username: 'abc', email: 'ab@example.com', password: 'x'.repeat(73) }],
    400,
    error(
      400,
      'ValidationError',
      'Password must be less than 73 bytes',
      issues(['password', 'Password must be less than 73 bytes']),
    ),
  ],
  [
    'counts bytes of a password',
    ['post', '/auth/local/register', { username: 'abc', email: 'ab@example.com', password: 'é'.repeat(37) }],
    400,
    error(
      400,
      'ValidationError',
      'Password must be less than 73 bytes',
      issues(['password', 'Password must be less than 73 bytes']),
    ),
  ],
  [
    'refuses what is no address',
    ['post', '/auth/local/register', { username: 'abc', email: 'nonsense', password: PASSWORD }],
    400,
    error(
      400,
      'ValidationError',
      'email must be a valid email',
      issues(['email', 'email must be a valid email']),
    ),
  ],
  [
    'names keys it does not take',
    [
      'post',
      '/auth/local/register',
      { username: 'abc', email: 'ab@example.com', password: PASSWORD, role: 1, nope: 2 },
    ],
    400,
    error(400, 'ValidationError', 'Invalid parameters: role, nope'),
  ],
  [
    'says ok for a forgotten password',
    ['post', '/auth/forgot-password', { email: 'admin@example.com' }],
    200,
    { ok: true },
  ],
  [
    'says ok for an unknown address',
    ['post', '/auth/forgot-password', { email: 'nobody@example.com' }],
    200,
    { ok: true },
  ],
  [
    'wants an address',
    ['post', '/auth/forgot-password', {}],
    400,
    error(400, 'ValidationError', 'email is a required field', missing('email')),
  ],
  [
    'wants a valid address',
    ['post', '/auth/forgot-password', { email: 'x' }],
    400,
    error(
      400,
      'ValidationError',
      'email must be a valid email',
      issues(['email', 'email must be a valid email']),
    ),
  ],
  [
    'refuses a wrong code',
    ['post', '/auth/reset-password', { code: 'x', password: PASSWORD, passwordConfirmation: PASSWORD }],
    400,
    error(400, 'ValidationError', 'Incorrect code provided'),
  ],
  [
    'refuses two passwords',
    ['post', '/auth/reset-password', { code: 'x', password: PASSWORD, passwordConfirmation: 'other-one' }],
    400,
    error(
      400,
      'ValidationError',
      'Passwords do not match',
      issues(['passwordConfirmation', 'Passwords do not match']),
    ),
  ],
  [
    'names what a reset needs',
    ['post', '/auth/reset-password', {}],
    400,
    error(400, 'ValidationError', '3 errors occurred', missing('passwordConfirmation', 'password', 'code')),
  ],
  ['refuses to change a password without a token', ['post', '/auth/change-password', {}], 403, FORBIDDEN],
  [
    'refuses a wrong confirmation',
    ['get', '/auth/email-confirmation?confirmation=zzz'],
    400,
    error(400, 'ValidationError', 'Invalid token'),
  ],
  [
    'wants a confirmation',
    ['get', '/auth/email-confirmation'],
    400,
    error(400, 'ValidationError', 'confirmation is a required field', missing('confirmation')),
  ],
  [
    'says sent for an unknown address',
    ['post', '/auth/send-email-confirmation', { email: 'nobody@example.com' }],
    200,
    { email: 'nobody@example.com', sent: true },
  ],
  [
    'says sent for a confirmed address',
    ['post', '/auth/send-email-confirmation', { email: 'admin@example.com' }],
    200,
    { email: 'admin@example.com', sent: true },
  ],
  [
    'knows no provider',
    ['get', '/connect/github'],
    400,
    error(400, 'ApplicationError', 'This provider is disabled'),
  ],
  [
    'has no refresh by default',
    ['post', '/auth/refresh', { refreshToken: 'x' }],
    404,
    error(404, 'NotFoundError', 'Not Found'),
  ],
  ['has no logout by default', ['post', '/auth/logout'], 404, error(404, 'NotFoundError', 'Not Found')],
  ['refuses users/me without a token', ['get', '/users/me'], 403, FORBIDDEN],
  ['refuses to list users without a token', ['get', '/users'], 403, FORBIDDEN],
];

const MANAGED = {
  username: 'carl',
  email: 'Carl@example.com',
  password: PASSWORD,
  role: 1,
  confirmed: false,
  provider: 'github',
  createdAt: '2001-01-01',
  nope: 1,
};

const ADMIN_ROWS: readonly Row[] = [
  ['returns the user of the token', ['get', '/users/me'], 200, ADMIN],
  [
    'shows the role of the user',
    ['get', '/users/me?populate=role'],
    200,
    { role: { type: 'authenticated', name: 'Authenticated' } },
  ],
  ['shows chosen fields', ['get', '/users/me?fields=email'], 200, { email: 'admin@example.com' }],
  [
    'refuses to log in twice',
    ['post', '/auth/local', { identifier: 'admin', password: PASSWORD }],
    403,
    FORBIDDEN,
  ],
  [
    'creates a user',
    ['post', '/users', MANAGED],
    201,
    { username: 'carl', email: 'carl@example.com', provider: 'local', confirmed: false, role: { id: 1 } },
  ],
  ...['carl', 'a b@example.com', 'carl@host'].flatMap((email): Row[] =>
    [
      ['post', '/users', { ...MANAGED, username: 'carl2', email }] as const,
      ['put', '/users/1', { email }] as const,
    ].map((request) => [
      `refuses the address ${email} in ${request[0]}`,
      request,
      400,
      {
        error: {
          name: 'ValidationError',
          message: 'email must be a valid email',
          details: { errors: [{ path: ['email'] }] },
        },
      },
    ]),
  ),
  [
    'refuses a taken address',
    ['post', '/users', { ...MANAGED, username: 'carl2' }],
    400,
    error(400, 'ApplicationError', 'Email already taken'),
  ],
  [
    'refuses a taken name',
    ['post', '/users', { ...MANAGED, email: 'c2@example.com' }],
    400,
    error(400, 'ApplicationError', 'This attribute must be unique'),
  ],
  [
    'refuses a short name',
    ['post', '/users', { ...MANAGED, username: 'cc', email: 'c2@example.com' }],
    400,
    { error: { name: 'ApplicationError', message: 'username must be at least 3 characters' } },
  ],
  [
    'refuses an unknown role',
    ['post', '/users', { ...MANAGED, username: 'carl2', email: 'c2@example.com', role: 999 }],
    400,
    {
      error: {
        name: 'ApplicationError',
        message:
          '1 relation(s) of type plugin::users-permissions.role associated with this entity do not exist',
      },
    },
  ],
  [
    'names what a user needs',
    ['post', '/users', { data: MANAGED }],
    400,
    { error: { name: 'ValidationError', message: '4 errors occurred' } },
  ],
  ['counts users', ['get', '/users/count'], 200, 3],
  [
    'ignores a page',
    ['get', '/users?pagination[pageSize]=1&pagination[page]=9&fields=username&sort=username'],
    200,
    [{ username: 'admin' }, { username: 'berta' }, { username: 'carl' }],
  ],
  [
    'takes limit and start',
    ['get', '/users?limit=1&start=1&sort=username&fields=username'],
    200,
    [{ username: 'berta' }],
  ],
  ['filters users', ['get', '/users?filters[username][$startsWith]=ber'], 200, [{ username: 'berta' }]],
  [
    'filters by nothing secret',
    ['get', '/users?filters[password][$startsWith]=a'],
    400,
    { error: { message: 'Invalid key password', details: { key: 'password', path: null } } },
  ],
  [
    'sorts by nothing private',
    ['get', '/users?sort=resetPasswordToken'],
    400,
    { error: { message: 'Invalid key resetPasswordToken' } },
  ],
  ['shows a user', ['get', '/users/3?populate=role'], 200, { id: 3, username: 'carl', role: { id: 1 } }],
  ['has no user 999', ['get', '/users/999'], 204, null],
  ['has no user abc', ['get', '/users/abc'], 204, null],
  [
    'changes a user',
    ['put', '/users/3', { username: 'carla', nope: 1, provider: 'x' }],
    200,
    { username: 'carla', provider: 'local', role: { id: 1 } },
  ],
  ['changes nothing', ['put', '/users/3', {}], 200, { username: 'carla' }],
  [
    'refuses another’s name',
    ['put', '/users/3', { username: 'berta' }],
    400,
    error(400, 'ApplicationError', 'Username already taken'),
  ],
  [
    'refuses another’s address',
    ['put', '/users/3', { email: 'berta@example.com' }],
    400,
    error(400, 'ApplicationError', 'Email already taken'),
  ],
  [
    'changes no unknown user',
    ['put', '/users/999', { username: 'abcd' }],
    404,
    error(404, 'NotFoundError', 'User not found'),
  ],
  [
    'refuses an empty password',
    ['put', '/users/3', { password: '' }],
    400,
    { error: { message: 'password.notNull' } },
  ],
  ['deletes a user', ['delete', '/users/3'], 200, { id: 3, username: 'carla' }],
  ['deletes it once', ['delete', '/users/3'], 204, null],
  [
    'lists roles',
    ['get', '/users-permissions/roles'],
    200,
    {
      roles: [
        { id: 1, type: 'authenticated', nb_users: 2 },
        { id: 2, type: 'public', nb_users: 0 },
      ],
    },
  ],
  [
    'has no role 99',
    ['get', '/users-permissions/roles/99'],
    404,
    error(404, 'NotFoundError', 'Role not found'),
  ],
  [
    'wants a body',
    ['post', '/users-permissions/roles'],
    400,
    error(400, 'ValidationError', 'Request body cannot be empty'),
  ],
  [
    'creates a role',
    [
      'post',
      '/users-permissions/roles',
      {
        name: 'Editor',
        description: 'd',
        permissions: {
          'api::article': {
            controllers: { article: { find: { enabled: true }, update: { enabled: false } } },
          },
        },
      },
    ],
    200,
    { ok: true },
  ],
  [
    'shows its permissions',
    ['get', '/users-permissions/roles/3'],
    200,
    {
      role: {
        name: 'Editor',
        type: 'editor',
        permissions: {
          'api::article': {
            controllers: {
              article: { find: { enabled: true, policy: '' }, update: { enabled: false, policy: '' } },
            },
          },
        },
      },
    },
  ],
  ['takes a name twice', ['post', '/users-permissions/roles', { name: 'Editor' }], 200, { ok: true }],
  [
    'refuses an unknown action',
    [
      'put',
      '/users-permissions/roles/3',
      { permissions: { 'api::article': { controllers: { article: { fnid: { enabled: true } } } } } },
    ],
    400,
    { error: { name: 'ValidationError' } },
  ],
  [
    'changes a role',
    ['put', '/users-permissions/roles/3', { name: 'Editors', permissions: {} }],
    200,
    { ok: true },
  ],
  [
    'took what was not named',
    ['get', '/users-permissions/roles/3'],
    200,
    {
      role: {
        name: 'Editors',
        permissions: { 'api::article': { controllers: { article: { find: { enabled: false } } } } },
      },
    },
  ],
  ['deletes a role', ['delete', '/users-permissions/roles/3'], 200, { ok: true }],
  [
    'keeps the public role',
    ['delete', '/users-permissions/roles/2'],
    400,
    error(400, 'ApplicationError', 'Cannot delete public role'),
  ],
  [
    'shows everything that can be allowed',
    ['get', '/users-permissions/permissions'],
    200,
    {
      permissions: {
        'api::category': { controllers: { category: { find: { enabled: false, policy: '' } } } },
      },
    },
  ],
  [
    'refuses a wrong current password',
    [
      'post',
      '/auth/change-password',
      { currentPassword: 'wrong-one', password: 'Another1!', passwordConfirmation: 'Another1!' },
    ],
    400,
    error(400, 'ValidationError', 'The provided current password is invalid'),
  ],
  [
    'wants another password',
    [
      'post',
      '/auth/change-password',
      { currentPassword: PASSWORD, password: PASSWORD, passwordConfirmation: PASSWORD },
    ],
    400,
    error(400, 'ValidationError', 'Your new password must be different than your current password'),
  ],
  [
    'wants the same twice',
    [
      'post',
      '/auth/change-password',
      { currentPassword: PASSWORD, password: 'Another1!', passwordConfirmation: 'Another2!' },
    ],
    400,
    error(
      400,
      'ValidationError',
      'Passwords do not match',
      issues(['passwordConfirmation', 'Passwords do not match']),
    ),
  ],
  [
    'changes the password',
    [
      'post',
      '/auth/change-password',
      { currentPassword: PASSWORD, password: 'Another1!', passwordConfirmation: 'Another1!' },
    ],
    200,
    { user: ADMIN },
  ],
];

let app: TestApp;
let jwt: string;
beforeAll(async () => {
  app = await createUsersApp();
  ({ jwt } = await register(app, 'admin'));
  await grant(app, 'authenticated', ...MANAGING);
});
afterAll(() => app.close());

async function check([, [method, path, body], status, expected]: Row, token?: string): Promise<void> {
  let request = app.agent[method](`/api${path}`);
  if (token !== undefined) request = request.set('Authorization', bearer(token));
  const answer = await (body === undefined ? request : request.send(body));
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
  if (expected === null) expect(answer.text).toBe('');
  else if (typeof expected === 'object') expect(answer.body).toMatchObject(expected);
  else expect(answer.body).toBe(expected);
  expect(answer.text).not.toMatch(/scrypt|tokenEpoch|resetPasswordToken":|confirmationToken/);
}

describe('without a token', () => {
  it.each(PUBLIC_ROWS)('%s', async (...row) => check(row));
});

describe('with a token that may manage users', () => {
  it.each(ADMIN_ROWS)('%s', async (...row) => check(row, jwt));
});

it('returns the keys of a user in the recorded order, and no others', async () => {
  const { body } = await app.agent.post('/api/auth/local').send({ identifier: 'berta', password: PASSWORD });
  expect(Object.keys(body)).toEqual(['jwt', 'user']);
  expect(Object.keys(body.user)).toEqual([
    'id',
    'documentId',
    'username',
    'email',
    'provider',
    'confirmed',
    'blocked',
    'createdAt',
    'updatedAt',
  ]);
  const [, payload = ''] = String(body.jwt).split('.');
  expect(Object.keys(JSON.parse(Buffer.from(payload, 'base64url').toString()))).toEqual(['id', 'iat', 'exp']);
});

it('refuses a blocked user', async () => {
  const users = app.documents('plugin::users-permissions.user');
  const berta = await users.findFirst({ filters: { username: 'berta' } });
  await users.update({ documentId: berta?.documentId ?? '', data: { blocked: true } });
  const { body } = await app.agent.post('/api/auth/local').send({ identifier: 'berta', password: PASSWORD });
  expect(body.error).toMatchObject({
    name: 'ApplicationError',
    message: 'Your account has been blocked by an administrator',
  });
});
