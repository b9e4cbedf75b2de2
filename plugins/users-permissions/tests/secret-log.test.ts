// No form of a secret reaches the log of development, which shows refused requests.
import type { TestApp } from '../../../core/testing';
import { bearer, createUsersApp, grant, MANAGING, register } from './app';

const MARK = 'S3CR3T';
const FORMS: readonly unknown[] = [[MARK], { [MARK]: MARK }, { a: [{ b: MARK }] }, [[MARK]], MARK.repeat(40)];
let app: TestApp;
let jwt: string;
beforeAll(async () => {
  const pin = { type: 'password', minLength: 6 };
  app = await createUsersApp(
    { jwtManagement: 'refresh' },
    {
      env: { NODE_ENV: 'development' },
      config: { server: { logs: { level: 'debug' } }, plugins: { graphql: true, 'api-tokens': true } },
      contentTypes: [
        {
          info: { singularName: 'safe', pluralName: 'safes' },
          attributes: { name: { type: 'string' }, pin, box: { type: 'component', component: 'shared.box' } },
        },
      ],
      components: { 'shared.box': { info: { displayName: 'Box' }, attributes: { pin } } },
    },
  );
  ({ jwt } = await register(app, 'manager'));
  const safes = ['create', 'find', 'update'].map((verb) => `api::safe.safe.${verb}`);
  await grant(app, 'authenticated', ...MANAGING, ...safes);
  await grant(app, 'public', 'plugin::users-permissions.auth.changePassword');
});
afterAll(() => app.close());

/** The log lines that the work causes. */
async function logOf(work: () => Promise<void>): Promise<string> {
  const before = app.logs.length;
  await work();
  return JSON.stringify(app.logs.slice(before));
}

const send = async (path: string, body: string): Promise<number> =>
  (
    await app.agent
      .post(path)
      .set(path.startsWith('/api/auth') ? {} : { Authorization: bearer(jwt) })
      .set('Content-Type', 'application/json')
      .send(body)
  ).status;

const passwords = { password: 'Passw0rd!', passwordConfirmation: 'Passw0rd!' };
const user = { username: 'anna', email: 'anna@example.com' };
const mutation = (text: string, input: unknown) => ({ query: text, variables: { input } });
const BODIES: readonly (readonly [path: string, secret: string, body: (value: unknown) => object])[] = [
  ['/api/auth/local', 'password', (password) => ({ identifier: 'manager', password })],
  ['/api/auth/local/register', 'password', (password) => ({ ...user, password })],
  ['/api/auth/reset-password', 'code', (code) => ({ ...passwords, code })],
  ['/api/auth/reset-password', 'password', (password) => ({ ...passwords, code: 'x', password })],
  ['/api/auth/reset-password', 'confirmation', (value) => ({ ...passwords, passwordConfirmation: value })],
  ['/api/auth/change-password', 'current', (currentPassword) => ({ ...passwords, currentPassword })],
  ['/api/auth/refresh', 'refreshToken', (refreshToken) => ({ refreshToken })],
  ['/api/users', 'password', (password) => ({ ...user, role: 1, password })],
  ['/api/safes', 'pin', (pin) => ({ data: { name: 'a', pin } })],
  ['/api/safes', 'pin in a component', (pin) => ({ data: { name: 'a', box: { pin } } })],
  [
    '/graphql',
    'login',
    (password) =>
      mutation('mutation ($input: UsersPermissionsLoginInput!) { login(input: $input) { jwt } }', {
        identifier: 'manager',
        password,
      }),
  ],
  [
    '/graphql',
    'literal',
    (code) => ({
      query: `mutation { resetPassword(code: ${JSON.stringify(code)}, password: 1, passwordConfirmation: 1) { jwt } }`,
    }),
  ],
];

it.each(BODIES)('%s, %s', async (path, _secret, bodyOf) => {
  const log = await logOf(async () => {
    for (const form of FORMS) {
      const text = JSON.stringify(bodyOf(form));
      for (const sent of [text, `${text}!`, text.replace(/[}\]]+$/, '')])
        expect(await send(path, sent)).toBeLessThan(500);
    }
  });
  expect(log).not.toContain(MARK);
  if (path.startsWith('/api')) expect(log).toContain('refused: ');
});

it.each(['confirmation[a]=M', 'confirmation=M&confirmation=M', 'confirmation[]=M', 'password=M'])(
  'GET /auth/email-confirmation?%s',
  async (query) => {
    const log = await logOf(async () => {
      const { status } = await app.agent.get(`/api/auth/email-confirmation?${query.replaceAll('M', MARK)}`);
      expect(status).toBe(400);
    });
    expect(log).toContain('refused: ');
    expect(log).not.toContain(MARK);
  },
);

it.each([
  'filters[pin]=M',
  'filters[pin][$eq][0]=M',
  'filters[box][pin][$gt]=M',
  'sort[pin]=M',
  'fields[pin]=M',
])('GET /safes?%s', async (query) => {
  const log = await logOf(async () => {
    const { status } = await app.agent
      .get(`/api/safes?${query.replaceAll('M', MARK)}`)
      .set('Authorization', bearer(jwt));
    expect(status).toBe(400);
  });
  expect(log).not.toContain(MARK);
});
