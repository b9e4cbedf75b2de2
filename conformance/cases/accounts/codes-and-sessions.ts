// Cases of codes in mails, of sessions that end, and of tokens that are not valid.
import { setTimeout as wait } from 'node:timers/promises';
import { borrowUser, grantPublic, makeUser } from '../accounts';
import { check, get, named } from '../build';
import type { Bench, Case, Expectation, Step } from '../case';
import { ACCESS_LIFESPAN, CODE_LIFESPAN, MAILED, SESSION_LIFESPAN, SHORT_LIVED } from '../deployments';
import { is } from '../pattern';
import { confirmationCode, mailTo, resetCode } from './mails';

const auth = (path: string, body: object, expect: Expectation, more: Partial<Step> = {}): Step => ({
  ...{ send: 'POST', path: `/auth/${path}`, body, expect, as: 'anonymous' },
  ...more,
});
const refused = (message: string, name = 'ValidationError'): Expectation => ({
  status: 400,
  error: { name, message },
});
const me = (as: string, status: number): Step => get('/users/me', { status }, { as });
const login = (password: string, expect: Expectation): Step =>
  auth('local', { identifier: '{user.email}', password }, expect, { save: { login: 'body' } });
const UNAUTHORIZED: Expectation = { status: 401, error: { status: 401, name: 'UnauthorizedError' } };

/** Logs in, and keeps the tokens under an alias. */
async function logIn(bench: Bench, alias: string, password: string): Promise<void> {
  await bench.send(login(password, { status: 200, body: { jwt: is.text, refreshToken: is.text } }));
  bench.keep(alias, { token: bench.value('login.jwt'), refreshToken: bench.value('login.refreshToken') });
}
const refresh = (alias: string, status: number, save = 'refreshed'): Step =>
  auth(
    'refresh',
    { refreshToken: `{${alias}.refreshToken}` },
    { status },
    status === 200 ? { save: { [save]: 'body' } } : {},
  );
/** Waits until shortly after this time. */
const until = (time: number): Promise<void> => wait(Math.max(0, time - Date.now()) + 50);
const mailed = (row: string, run: (bench: Bench) => Promise<void>, deploy = MAILED, waits = 0): Case => ({
  rows: [`quire.${row}`],
  deploy,
  run,
  waits,
});

export const quireCodeAndSessionCases: readonly Case[] = [
  mailed('accounts.reset-code', async (bench) => {
    await makeUser(bench, 'user', ['plugin::users-permissions.user.me']);
    const old = String(bench.value('user.password'));
    const address = String(bench.value('user.email'));
    const forgot = auth(
      'forgot-password',
      { email: address.toUpperCase() },
      { status: 200, body: { ok: true } },
    );
    const reset = (code: string, password: string, expect: Expectation): Step =>
      auth('reset-password', { code, password, passwordConfirmation: password }, expect);
    const wrong = refused('Incorrect code provided');
    await logIn(bench, 'before', old);
    await bench.send(forgot);
    const first = await resetCode(bench, address, 1);
    await bench.send(forgot);
    const code = await resetCode(bench, address, 2);
    await bench.send(reset(first, 'Another-1', wrong));
    await bench.send(reset(code.toUpperCase(), 'Another-1', wrong));
    await bench.send(reset(code, 'short', { status: 400 }));
    await bench.send(me('before', 200));
    await bench.send(
      reset(code, 'Another-1', { status: 200, body: { jwt: is.text, user: { email: address } } }),
    );
    await bench.send(me('before', 401));
    await bench.send(refresh('before', 401));
    await bench.send(reset(code, 'Another-2', wrong));
    await bench.send(login(old, { status: 400 }));
    await logIn(bench, 'after', 'Another-1');
    await bench.send(me('after', 200));
    await bench.send(refresh('after', 200));
    await bench.send(forgot);
    const last = await resetCode(bench, address, 3);
    const block = (blocked: boolean): Step => ({
      send: 'PUT',
      path: '/users/{userUser.id}',
      body: { blocked },
    });
    await bench.send(block(true));
    await bench.send(reset(last, 'Another-3', wrong));
    await bench.send(forgot);
    await bench.send(block(false));
    // The code stopped with the block.
    await bench.send(reset(last, 'Another-3', wrong));
    await bench.send(login('Another-3', { status: 400 }));
    await bench.send(me('after', 401));
    // The next mail is the one after the block: a code from a mail before it is replaced.
    await bench.send(forgot);
    const open = await resetCode(bench, address, 4);
    const change = (email: string): Step => ({ send: 'PUT', path: '/users/{userUser.id}', body: { email } });
    await bench.send(change(address));
    await bench.send(reset(open, 'Another-4', { status: 200 }));
    await mailTo(bench, address, 'Reset password', 4);
    await bench.send(forgot);
    const moved = await resetCode(bench, address, 5);
    await bench.send(change(`moved-${address}`));
    await bench.send(reset(moved, 'Another-5', wrong));
  }),
  mailed('accounts.confirmation-code', async (bench) => {
    const email = `${bench.mark}n@conform.test`.toLowerCase();
    const user = { username: `${bench.mark}n`, email, password: 'secret-1' };
    await bench.send(
      auth(
        'local/register',
        user,
        { status: 200, body: { jwt: is.absent, user: { confirmed: false } } },
        { save: { made: 'body.user' } },
      ),
    );
    bench.afterwards({ send: 'DELETE', path: '/users/{made.id}' });
    const first = await confirmationCode(bench, email, 1);
    await bench.send(auth('send-email-confirmation', { email }, { status: 200 }));
    const code = await confirmationCode(bench, email, 2);
    const confirm = (given: string, expect: Expectation): Step =>
      get(`/auth/email-confirmation?confirmation=${given}`, expect, { as: 'anonymous' });
    const logsIn = (status: number): Step =>
      auth('local', { identifier: email, password: 'secret-1' }, { status });
    await bench.send(confirm(first, refused('Invalid token')));
    await bench.send(logsIn(400));
    await bench.send(confirm(code, { status: 302, headers: { location: '/' } }));
    await bench.send(get('/users/{made.id}', { body: { confirmed: true } }));
    await bench.send(logsIn(200));
    await bench.send(confirm(code, refused('Invalid token')));
    // A confirmed address gets no further mail.
    await bench.send(auth('send-email-confirmation', { email }, { status: 200 }));
    // Another address needs a confirmation of its own.
    await bench.send(
      auth(
        'local',
        { identifier: email, password: 'secret-1' },
        { status: 200 },
        { save: { moving: 'body' } },
      ),
    );
    bench.keep('moving', { token: bench.value('moving.jwt') });
    const moved = `moved-${email}`;
    await bench.send({
      ...{ send: 'PUT', path: '/users/me', body: { email: moved }, as: 'moving' },
      expect: { status: 200, body: { email: moved, confirmed: false } },
    });
    const next = await confirmationCode(bench, moved, 1);
    await bench.send(confirm(next, { status: 302 }));
    await bench.send(get('/users/{made.id}', { body: { email: moved, confirmed: true } }));
    await mailTo(bench, email, 'Account confirmation', 2);
  }),
  mailed('accounts.refresh-late', async (bench) => {
    await makeUser(
      bench,
      'user',
      ['user.me', 'auth.getSessions'].map((verb) => `plugin::users-permissions.${verb}`),
    );
    await makeUser(bench, 'other', []);
    const password = String(bench.value('user.password'));
    await logIn(bench, 'one', password);
    await logIn(bench, 'two', password);
    // The first session is the one of `makeUser`.
    await bench.send(get('/auth/sessions', { status: 200, body: { data: is.length(3) } }, { as: 'one' }));
    await bench.send(refresh('one', 200));
    bench.keep('next', {
      token: bench.value('refreshed.jwt'),
      refreshToken: bench.value('refreshed.refreshToken'),
    });
    await bench.send(me('next', 200));
    await bench.send(refresh('one', 401));
    await bench.send(me('next', 401));
    await bench.send(refresh('next', 401));
    await bench.send(me('two', 200));
    await bench.send(refresh('two', 200));
    // An access token cannot refresh, and a refresh token is no access token.
    await bench.send(auth('refresh', { refreshToken: '{two.token}' }, { status: 401 }));
    bench.keep('mixed', { token: bench.value('refreshed.refreshToken') });
    await bench.send(me('mixed', 401));
    // A deleted account has no sessions.
    await logIn(bench, 'last', password);
    await bench.send({ send: 'DELETE', path: '/users/{userUser.id}' });
    await bench.send(me('last', 401));
    await bench.send(refresh('last', 401));
  }),
  mailed(
    'accounts.expired',
    async (bench) => {
      await makeUser(bench, 'user', ['plugin::users-permissions.user.me']);
      await logIn(bench, 'one', String(bench.value('user.password')));
      const sessionEnd = Date.now() + SESSION_LIFESPAN * 1000;
      const address = String(bench.value('user.email'));
      const forgot = auth('forgot-password', { email: address }, { status: 200 });
      const reset = (code: string, expect: Expectation): Step =>
        auth('reset-password', { code, password: 'Another-1', passwordConfirmation: 'Another-1' }, expect);
      await bench.send(forgot);
      const codeEnd = Date.now() + CODE_LIFESPAN * 1000;
      const code = await resetCode(bench, address, 1);
      const [, payload = ''] = String(bench.value('one.token')).split('.');
      const { exp, iat } = JSON.parse(Buffer.from(payload, 'base64url').toString());
      if (exp - iat !== ACCESS_LIFESPAN)
        bench.fail('an access token lives as configured', ACCESS_LIFESPAN, exp - iat);
      await bench.send(me('one', 200));
      await until(Math.max(exp * 1000, codeEnd));
      await bench.send({ ...me('one', 401), expect: UNAUTHORIZED });
      // Also where an anonymous request passes.
      await bench.send(auth('forgot-password', { email: 'nope' }, UNAUTHORIZED, { as: 'one' }));
      await bench.send(refresh('one', 200));
      bench.keep('later', {
        token: bench.value('refreshed.jwt'),
        refreshToken: bench.value('refreshed.refreshToken'),
      });
      await bench.send(me('later', 200));
      await bench.send(reset(code, refused('Incorrect code provided')));
      // A refresh does not extend the session.
      await until(sessionEnd);
      await bench.send(refresh('later', 401));
      await bench.send(forgot);
      const next = await resetCode(bench, address, 2);
      await bench.send(reset(next, { status: 200 }));
    },
    SHORT_LIVED,
    SESSION_LIFESPAN,
  ),
  {
    rows: ['quire.access.forged'],
    async run(bench) {
      for (const alias of ['user', 'other'])
        await makeUser(bench, alias, ['plugin::users-permissions.user.me']);
      const [head = '', payload = '', signature = ''] = String(bench.value('user.token')).split('.');
      const [, otherPayload = ''] = String(bench.value('other.token')).split('.');
      const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
      const none = encoded({ alg: 'none', typ: 'JWT' });
      const forged = [
        [head, payload, ''],
        [head, payload, signature.slice(0, -4)],
        [head, otherPayload, signature],
        [head, encoded({ ...claims, exp: claims.exp + 1 }), signature],
        [none, payload, ''],
        [none, payload, signature],
        [encoded({ alg: 'HS512', typ: 'JWT' }), payload, signature],
        [head, payload],
      ];
      await bench.send(me('user', 200));
      for (const parts of forged) {
        bench.keep('forged', { token: parts.join('.') });
        await bench.send({ ...me('forged', 401), expect: UNAUTHORIZED });
        await bench.send(auth('forgot-password', { email: 'nope' }, UNAUTHORIZED, { as: 'forged' }));
      }
    },
  },
  check('quire.access.not-added', { h: named('/hiddens') }, [], {
    lock: 'public role',
    async run(bench) {
      await grantPublic(bench, ['api::hidden.hidden.find']);
      await borrowUser(bench, 'user', ['api::hidden.hidden.findOne']);
      const asks = (path: string, as: string, status: number): Step => get(path, { status }, { as });
      await bench.send(asks('/hiddens', 'anonymous', 200));
      await bench.send(asks('/hiddens/{h.documentId}', 'anonymous', 403));
      await bench.send(asks('/hiddens', 'user', 403));
      await bench.send(asks('/hiddens/{h.documentId}', 'user', 200));
    },
  }),
];
