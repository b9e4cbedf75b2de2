// Cases of accounts, users and roles: what the routes of users-permissions refuse, and what they answer.
import { accounts, auth, issues, refused, removes, sends, TAKEN, USER } from '../account-build';
import { makeUser } from '../accounts';
import { get } from '../build';
import type { Case, Expectation, Step } from '../case';
import { FEW_LOGINS } from '../deployments';
import { is } from '../pattern';

const tooMany: Expectation = {
  status: 429,
  error: { status: 429, name: 'RateLimitError' },
  headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': is.matching('^\\d+$') },
};

export const quireAccountCases: readonly Case[] = [
  accounts('accounts.register', async (bench) => {
    const { mark } = bench;
    const good = { username: `${mark}r`, email: `${mark}R@Conform.test`, password: 'secret-1' };
    const register = (changes: object, expect: Expectation): Step =>
      auth('local/register', { ...good, ...changes }, expect);
    const short = issues(
      ['username', 'username must be at least 3 characters'],
      ['password', 'password must be at least 6 characters'],
    );
    await bench.send(register({ username: 'ab', password: '12345' }, short));
    await bench.send(register({ email: 'nope' }, issues(['email', 'email must be a valid email'])));
    const long = issues(['password', 'Password must be less than 73 bytes']);
    await bench.send(register({ password: 'é'.repeat(37) }, long));
    await bench.send(register({ password: undefined }, issues(['password', 'password is a required field'])));
    for (const key of ['role', 'confirmed', 'provider', 'nope'])
      await bench.send(register({ [key]: 1 }, refused(`Invalid parameters: ${key}`)));
    const user = { ...USER, email: good.email.toLowerCase(), confirmed: true, password: is.absent };
    const saved = { save: { made: 'body.user' } };
    const three = { username: mark.slice(-3), email: `${mark}3@conform.test` };
    await bench.send({ ...register(three, { status: 200 }), ...saved });
    removes(bench);
    await bench.send({ ...register({}, { status: 200, body: { jwt: is.text, user } }), ...saved });
    removes(bench);
    await bench.send(register({ email: `${mark}x@conform.test` }, refused(TAKEN, 'ApplicationError')));
    await bench.send(register({ username: `${mark}x` }, refused(TAKEN, 'ApplicationError')));
    // Names that differ only in case are equal. A name must not be the address of another user.
    for (const username of [`${mark}R`, `${mark}r@conform.test`])
      await bench.send(
        register({ username, email: `${mark}y@conform.test` }, refused(TAKEN, 'ApplicationError')),
      );
    const role = { role: { type: is.oneOf('authenticated', 'suite') } };
    await bench.send(get('/users/{made.id}?populate=role', { body: role }));
  }),
  accounts('accounts.login', async (bench) => {
    await makeUser(bench, 'user', ['plugin::users-permissions.user.me']);
    const [password, email] = ['{user.password}', String(bench.value('user.email'))];
    const login = (body: object, expect: Expectation): Step => auth('local', body, expect);
    const body = { jwt: is.text, user: is.both({ ...USER, email, confirmed: true }, is.noKeys('role')) };
    const username = '{mark}Ünï';
    await bench.send(sends('PUT', '/users/{userUser.id}', { username }, { status: 200 }));
    for (const identifier of [email, email.toUpperCase(), username])
      await bench.send(login({ identifier, password, other: 1 }, { status: 200, body }));
    // Without the option emailConfirmation, an address need not be confirmed.
    await bench.send(sends('PUT', '/users/{userUser.id}', { confirmed: false }, { status: 200 }));
    await bench.send(login({ identifier: email, password }, { status: 200 }));
    await bench.send(
      sends('GET', '/users/me', undefined, { status: 200, body: { confirmed: false } }, 'user'),
    );
    const missing = issues(
      ['identifier', 'identifier is a required field'],
      ['password', 'password is a required field'],
    );
    for (const given of [{}, { identifier: '', password: null }]) await bench.send(login(given, missing));
    const wrong = refused('Invalid identifier or password');
    for (const other of ['{user.password}x', email, ' {user.password}'])
      await bench.send(login({ identifier: email, password: other }, wrong));
    await bench.send(login({ identifier: `${email}x`, password }, wrong));
    await bench.send(login({ identifier: '{user.password}', password: email }, wrong));
  }),
  accounts('accounts.forgot', async (bench) => {
    await makeUser(bench, 'user', []);
    const forgot = (email: unknown, expect: Expectation): Step => auth('forgot-password', { email }, expect);
    for (const email of ['{user.email}', '{mark}none@conform.test'])
      await bench.send(forgot(email, { status: 200, body: is.exactly({ ok: true }) }));
    await bench.send(forgot('nope', issues(['email', 'email must be a valid email'])));
    await bench.send(forgot(undefined, issues(['email', 'email is a required field'])));
    await bench.send(
      auth('local', { identifier: '{user.email}', password: '{user.password}' }, { status: 200 }),
    );
  }),
  accounts('accounts.reset', async (bench) => {
    const reset = (body: object, expect: Expectation): Step => auth('reset-password', body, expect);
    const missing = ['passwordConfirmation', 'password', 'code'].map(
      (key) => [key, `${key} is a required field`] as const,
    );
    await bench.send(reset({}, issues(...missing)));
    const other = { code: 'c', password: 'secret-1', passwordConfirmation: 'secret-2' };
    await bench.send(reset(other, issues(['passwordConfirmation', 'Passwords do not match'])));
    const wrong = { ...other, passwordConfirmation: 'secret-1' };
    await bench.send(reset(wrong, refused('Incorrect code provided')));
  }),
  accounts('accounts.change-password', async (bench) => {
    await makeUser(bench, 'user', ['plugin::users-permissions.auth.changePassword']);
    const change = (current: string, next: string, again: string, expect: Expectation, as = 'user'): Step =>
      auth(
        'change-password',
        { currentPassword: current, password: next, passwordConfirmation: again },
        expect,
        as,
      );
    const [old, next] = ['{user.password}', 'Another-1'];
    const missing = ['passwordConfirmation', 'password', 'currentPassword'];
    const required = missing.map((name): [string, string] => [name, `${name} is a required field`]);
    await bench.send(auth('change-password', {}, issues(...required), 'user'));
    await bench.send(change(old, next, next, { status: 403 }, 'anonymous'));
    await bench.send(change('wrong-1', next, next, refused('The provided current password is invalid')));
    const same = 'Your new password must be different than your current password';
    await bench.send(change(old, old, old, refused(same)));
    const different = issues(['passwordConfirmation', 'Passwords do not match']);
    await bench.send(change(old, next, 'Another-2', different));
    const login = (password: string, status: number): Step =>
      auth('local', { identifier: '{user.email}', password }, { status });
    await bench.send(login(old, 200));
    await bench.send(change(old, next, next, { status: 200, body: { jwt: is.text, user: USER } }));
    await bench.send(login(old, 400));
    await bench.send(login(next, 200));
  }),
  accounts('accounts.confirmation', async (bench) => {
    const path = '/auth/email-confirmation';
    const missing = issues(['confirmation', 'confirmation is a required field']);
    await bench.send(sends('GET', path, undefined, missing, 'anonymous'));
    await bench.send(
      sends('GET', `${path}?confirmation=none`, undefined, refused('Invalid token'), 'anonymous'),
    );
    const email = `${bench.mark}none@conform.test`;
    const sent = { status: 200, body: { email, sent: true } };
    await bench.send(auth('send-email-confirmation', { email }, sent));
    await bench.send(
      auth('send-email-confirmation', { email: 'nope' }, issues(['email', 'email must be a valid email'])),
    );
  }),
  accounts('accounts.provider', async (bench) => {
    const disabled = refused('This provider is disabled', 'ApplicationError');
    for (const path of ['/connect/github', '/auth/github/callback'])
      await bench.send(sends('GET', path, undefined, disabled, 'anonymous'));
  }),
  accounts('accounts.me', async (bench) => {
    await makeUser(bench, 'user', ['plugin::users-permissions.user.me']);
    const me = (query: string, expect: Expectation, as = 'user'): Step =>
      sends('GET', `/users/me${query}`, undefined, expect, as);
    const own = { ...USER, username: '{user.name}', email: '{user.email}', confirmed: true };
    const body = is.both(own, is.noKeys('role', 'password', 'resetPasswordToken', 'confirmationToken'));
    await bench.send(me('', { status: 200, body }));
    const short = { documentId: is.text, username: '{user.name}' };
    await bench.send(me('?fields[0]=username', { status: 200, body: is.both(short, is.noKeys('email')) }));
    await bench.send(me('?fields[0]=password', { status: 400 }));
    await bench.send(me('', { status: 403 }, 'anonymous'));
    await bench.send(me('', { status: 401, error: { name: 'UnauthorizedError' } }, 'full'));
  }),
  accounts(
    'accounts.rate-account',
    async (bench) => {
      const login = (identifier: string, expect: Expectation): Step =>
        auth('local', { identifier, password: 'wrong-password' }, expect);
      for (let count = 0; count < 2; count += 1) await bench.send(login('Someone', { status: 400 }));
      for (const name of ['Someone', 'someone', 'SOMEONE']) await bench.send(login(name, tooMany));
      const counted = { 'x-ratelimit-limit': '8', 'x-ratelimit-remaining': '2' };
      await bench.send(login('the other account', { status: 400, headers: counted }));
      for (const left of ['1', '0'])
        await bench.send(login(`other ${left}`, { status: 400, headers: { 'x-ratelimit-remaining': left } }));
      await bench.send(
        login('another', { ...tooMany, headers: { ...tooMany.headers, 'x-ratelimit-limit': '8' } }),
      );
      bench.keep('limited', true);
    },
    FEW_LOGINS,
  ),
  accounts(
    'accounts.rate',
    async (bench) => {
      const forgot = (expect: Expectation): Step => auth('forgot-password', { email: 'nope' }, expect);
      for (let left = 7; left >= 0; left -= 1)
        await bench.send(forgot({ status: 400, headers: { 'x-ratelimit-remaining': String(left) } }));
      const { headers } = await bench.send(forgot(tooMany));
      const seconds = Number(headers['x-ratelimit-reset']) - Date.now() / 1000;
      if (!(seconds > 60 && seconds <= 301)) bench.fail('a window of five minutes ends', 300, seconds);
      await bench.send(auth('local/register', {}, { status: 400 }));
      await bench.send(get('/users/count', { status: 200 }));
    },
    FEW_LOGINS,
  ),
];
