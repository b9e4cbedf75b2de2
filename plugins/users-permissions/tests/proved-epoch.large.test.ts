// A new password that comes between the proof of a login and its tokens: no token of this login is valid.
import { definePlugin } from '../../../core';
import { type TestApp, testDatabases } from '../../../core/testing';
import { USERS } from '..';
import {
  afterProof,
  bearer,
  codeIn,
  createUsersApp,
  endTokensElsewhere,
  grant,
  logIn,
  mailbox,
  me,
  PASSWORD,
  register,
  setPassword,
  type UsersConfig,
} from './app';

const CHANGED = 'An0ther!pass';

let app: TestApp;
let ann: Awaited<ReturnType<typeof register>>;
let after: ReturnType<typeof afterProof>;
let mails: ReturnType<typeof mailbox>['mails'];
afterEach(() => app.close());

/** Runs right after a plugin has proved the user. */
let inProof: () => Promise<unknown>;

const proved = async <T>(user: Promise<T>): Promise<T> => {
  const found = await user;
  await inProof();
  return found;
};

/** Logins of a plugin: one with tokens, and one with a session of its own. */
const doors = definePlugin({
  name: 'doors',
  dependencies: ['users-permissions'],
  register({ routes, container, hooks }) {
    const users = () => container.resolve(USERS);
    const common = { method: 'POST', action: null, body: 'json' } as const;
    routes.add({
      ...common,
      path: '/api/auth/link',
      summary: 'Logs in ann',
      handler: async (request) =>
        users().answer(
          await users().logIn(request, {
            login: 'link',
            account: 'ann',
            check: () => proved(users().find('ann')),
          }),
        ),
    });
    routes.add({
      ...common,
      path: '/api/auth/page',
      summary: 'Checks a password',
      handler: async (request, { body }) => ({ json: { ...(await users().checkPassword(request, body)) } }),
    });
    hooks.logins.recognise((_, { link }) =>
      link === undefined ? undefined : proved(users().account(Number(link))),
    );
  },
});

async function open(config: UsersConfig = {}, database = testDatabases()[0]): Promise<void> {
  const box = mailbox();
  after = afterProof();
  inProof = async () => undefined;
  ({ mails } = box);
  app = await createUsersApp(config, { database, plugins: [box.plugin, after.plugin, doors] });
  ann = await register(app, 'ann');
  await grant(app, 'authenticated', 'plugin::users-permissions.user.me');
}

const post = (path: string, body: object) => app.agent.post(`/api/auth/${path}`).send(body);
const password = { identifier: 'ann', password: PASSWORD };

describe.each(['legacy-support', 'refresh'])('with %s', (jwtManagement) => {
  it.each<[string, () => ReturnType<typeof post>]>([
    ['the password', () => post('local', password)],
    ['what a plugin recognises', () => post('local', { link: ann.id })],
    ['the login of a plugin', () => post('link', {})],
    ['the session of a plugin', () => post('page', password)],
  ])('a login by %s', async (_, send) => {
    await open({ jwtManagement });
    await send().expect(200);
    after.work = () => setPassword(app, ann.documentId, CHANGED);
    const { status, body } = await send();
    expect([status, body.jwt, body.error?.message]).toEqual([
      400,
      undefined,
      'Invalid identifier or password',
    ]);
    await logIn(app, 'ann', CHANGED).expect(200);
  });
});

it.each([
  ['what a plugin recognises', 'local'],
  ['the login of a plugin', 'link'],
])('a login by %s, before the credentials are checked', async (_, path) => {
  await open();
  inProof = () => setPassword(app, ann.documentId, CHANGED);
  const { status, body } = await post(path, { link: ann.id });
  expect([status, body.jwt]).toEqual([400, undefined]);
});

it('a token that has ended in another process changes no password, and gets no new tokens', async () => {
  await open({ cacheSeconds: 300 });
  await grant(app, 'authenticated', 'plugin::users-permissions.auth.changePassword');
  await me(app, ann.jwt).expect(200);
  await endTokensElsewhere(app, ann.documentId);
  // This process still has the account from before.
  await me(app, ann.jwt).expect(200);
  const given = { currentPassword: PASSWORD, password: CHANGED, passwordConfirmation: CHANGED };
  const { status, body } = await post('change-password', given).set('authorization', bearer(ann.jwt));
  expect([status, body.jwt]).toEqual([401, undefined]);
  await logIn(app, 'ann').expect(200);
});

it('a reset of the password', async () => {
  await open();
  await post('forgot-password', { email: 'ann@example.com' }).expect(200);
  const code = codeIn(mails);
  after.work = () => setPassword(app, ann.documentId, CHANGED);
  const given = { code, password: 'Reset-pass1', passwordConfirmation: 'Reset-pass1' };
  const { status, body } = await post('reset-password', given);
  expect([status, body.jwt]).toEqual([400, undefined]);
});

describe.each(testDatabases())('on %s', (database) => {
  it('of many changes of the password at once, one counts', async () => {
    await open({}, database);
    await grant(app, 'authenticated', 'plugin::users-permissions.auth.changePassword');
    const next = (at: number) => `Changed-pass${at}`;
    const all = await Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        post('change-password', {
          currentPassword: PASSWORD,
          password: next(at),
          passwordConfirmation: next(at),
        }).set('authorization', bearer(ann.jwt)),
      ),
    );
    const done = all.flatMap(({ status, body }, at) => (status === 200 ? [{ at, jwt: body.jwt }] : []));
    expect(done).toHaveLength(1);
    const [{ at, jwt } = { at: -1, jwt: '' }] = done;
    await me(app, jwt).expect(200);
    await logIn(app, 'ann', next(at)).expect(200);
  });
});
