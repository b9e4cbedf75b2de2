// Rows and cases of the second factor.
import { makeUser } from '../../../conformance/cases/accounts';
import type { Bench, Case, Expectation, Step } from '../../../conformance/cases/case';
import { is, only } from '../../../conformance/cases/pattern';
import { PERIOD, Phone } from '../../../conformance/cases/phone';
import { served } from '../../../conformance/cases/served';
import { rowsOf } from '../../../conformance/spec/row';
import { requiredCase } from './required';

export const rows = rowsOf(
  { section: 'quire.two-factor', title: 'Quire: second factor', profile: 'quire' },
  `
quire.two-factor.setup    | two-factor | must | auth tokens drafts config files | a key needs a code and the password; earlier tokens end with it
quire.two-factor.login    | two-factor | must | auth tokens drafts config files | a login asks for a code; each code works once; a challenge ends with a new password
quire.two-factor.recovery | two-factor | must | auth tokens drafts config files | a recovery code replaces a code once; new codes replace the old ones
quire.two-factor.disable  | two-factor | must | auth tokens drafts config files | a code disables the factor; a login then needs none
quire.two-factor.roles    | two-factor | must | auth tokens config | a login of a role that needs a factor sets it up; the factor stays then
quire.two-factor.attempts | two-factor | must | auth tokens drafts config files | wrong codes are limited for each user
`,
);

const AT = '/auth/two-factor';
const post = (
  path: string,
  body: object,
  as: string,
  expect: Expectation,
  more: Partial<Step> = {},
): Step => ({ ...{ send: 'POST', path, body, as, expect }, ...more });
const login = (body: object, expect: Expectation, more: Partial<Step> = {}): Step =>
  post('/auth/local', body, 'anonymous', expect, more);
const byPassword = (expect: Expectation, more: Partial<Step> = {}): Step =>
  login({ identifier: '{user.email}', password: '{user.password}' }, expect, more);
const ASKS = {
  status: 401,
  error: {
    name: 'UnauthorizedError',
    details: only({ challenge: is.text, step: 'code', factors: ['code'] }),
  },
};
const WRONG = { status: 400, error: { message: is.matching('code is wrong') } };
const status = (enabled: boolean, recoveryCodes: number, as = 'user'): Step => ({
  send: 'GET',
  path: AT,
  as,
  expect: { status: 200, body: only({ enabled, required: false, recoveryCodes }) },
});
const me = (as: string, code: number): Step => ({
  send: 'GET',
  path: '/users/me',
  as,
  expect: { status: code },
});

async function begins(bench: Bench): Promise<Phone> {
  const expect = {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      secret: is.matching('^[A-Z2-7]{32}$'),
      url: is.matching('^otpauth://totp/.*[?&]secret=[A-Z2-7]{32}&.*digits=6&period=30'),
    },
  };
  await bench.send(post(`${AT}/setup`, {}, 'user', expect, { save: { setup: 'body' } }));
  return new Phone(String(bench.value('setup.secret')));
}
/** The user `user` with a second factor. Its token is that of the enabling. */
async function enabled(bench: Bench): Promise<Phone> {
  await makeUser(bench, 'user', ['plugin::users-permissions.user.me']);
  const phone = await begins(bench);
  const body = { code: phone.next(), currentPassword: '{user.password}' };
  await bench.send(post(`${AT}/enable`, body, 'user', { status: 200 }, { save: { enabled: 'body' } }));
  bench.keep('user', { ...(bench.value('user') as object), token: bench.value('enabled.jwt') });
  return phone;
}
/** A challenge of a login with the password. */
async function challenge(bench: Bench): Promise<string> {
  const { body } = await bench.send(byPassword(ASKS));
  return Object(body).error.details.challenge;
}

export const cases: readonly Case[] = [
  requiredCase,
  served('quire.two-factor.setup', {}, async (bench) => {
    await makeUser(bench, 'user', ['plugin::users-permissions.user.me']);
    bench.keep('before', { token: bench.value('user.token') });
    await bench.send(status(false, 0));
    const first = await begins(bench);
    const phone = await begins(bench);
    const enable = (code: string, currentPassword: string | undefined, expect: Expectation): Step =>
      post(`${AT}/enable`, { code, currentPassword }, 'user', expect, { save: { enabled: 'body' } });
    await bench.send(enable(first.next(), '{user.password}', WRONG));
    await bench.send(enable(phone.next(), 'wrong', { status: 400 }));
    await bench.send(enable(phone.next(), undefined, { status: 400 }));
    await bench.send(enable('', '{user.password}', { status: 400 }));
    await bench.send(status(false, 0));
    await bench.send(byPassword({ status: 200 }));
    const codes = is.both(is.length(10), is.each(is.text));
    await bench.send(
      enable(phone.codeOf(Math.floor(Date.now() / PERIOD)), '{user.password}', {
        status: 200,
        body: { recoveryCodes: codes, jwt: is.text, challenge: is.text, user: { username: '{user.name}' } },
      }),
    );
    await bench.send(me('before', 401));
    bench.keep('user', { ...(bench.value('user') as object), token: bench.value('enabled.jwt') });
    await bench.send(me('user', 200));
    await bench.send(status(true, 10));
    for (const path of ['setup', 'enable'])
      await bench.send(
        post(`${AT}/${path}`, path === 'setup' ? {} : { code: '123456' }, 'user', {
          status: 400,
          error: { message: is.matching('enabled already') },
        }),
      );
    // The challenge of the answer has passed the factor.
    await bench.send(login({ challenge: '{enabled.challenge}' }, { status: 200, body: { jwt: is.text } }));
    await bench.send(post(`${AT}/setup`, { challenge: '{enabled.challenge}' }, 'anonymous', { status: 400 }));
    for (const path of ['setup', 'enable', 'recovery-codes', 'disable'])
      await bench.send(
        post(`${AT}/${path}`, path === 'setup' ? {} : { code: '123456' }, 'anonymous', { status: 401 }),
      );
    await bench.send({ ...status(false, 0, 'anonymous'), expect: { status: 401 } });
  }),
  served('quire.two-factor.login', {}, async (bench) => {
    const phone = await enabled(bench);
    await bench.send(login({ identifier: '{user.email}', password: 'wrong' }, { status: 400 }));
    const opened = await challenge(bench);
    await bench.send(login({ challenge: opened, code: phone.wrong() }, WRONG));
    await bench.send(login({ challenge: opened }, WRONG));
    await bench.send(
      login(
        { challenge: 'x', code: '123456' },
        { status: 400, error: { message: is.matching('challenge is unknown') } },
      ),
    );
    await bench.send(
      login(
        { challenge: `${opened.slice(0, -2)}xx`, code: '123456' },
        { status: 400, error: { message: is.matching('challenge is unknown') } },
      ),
    );
    const code = phone.next();
    await bench.send(
      login(
        { challenge: opened, code },
        { status: 200, body: { jwt: is.text, user: { username: '{user.name}' } } },
        { save: { second: 'body' } },
      ),
    );
    bench.keep('second', { token: bench.value('second.jwt') });
    await bench.send(me('second', 200));
    await bench.send(login({ challenge: opened, code }, WRONG));
    await bench.send(login({ challenge: await challenge(bench), code }, WRONG));
    const old = await challenge(bench);
    await bench.send({ send: 'PUT', path: '/users/{userUser.id}', body: { password: 'Another-1' } });
    await bench.send(
      login(
        { challenge: old, code: phone.wrong() },
        { status: 400, error: { message: is.matching('challenge is unknown') } },
      ),
    );
    await bench.send(byPassword({ status: 400 }));
    await bench.send(login({ identifier: '{user.email}', password: 'Another-1' }, ASKS));
  }),
  served('quire.two-factor.recovery', {}, async (bench) => {
    const phone = await enabled(bench);
    const codes = bench.value('enabled.recoveryCodes') as readonly string[];
    const uses = async (code: unknown, expect: Expectation): Promise<unknown> =>
      bench.send(login({ challenge: await challenge(bench), code }, expect));
    await uses(codes[0], { status: 200 });
    await uses(codes[0], WRONG);
    await bench.send(status(true, 9));
    // Letter case and hyphens do not count.
    await uses(codes[1]?.toUpperCase().replaceAll('-', ''), { status: 200 });
    await bench.send(status(true, 8));
    const renew = (code: string, expect: Expectation): Step =>
      post(`${AT}/recovery-codes`, { code }, 'user', expect, { save: { renewed: 'body' } });
    await bench.send(renew(phone.wrong(), WRONG));
    await bench.send(status(true, 8));
    await bench.send(
      renew(phone.next(), { status: 200, body: { recoveryCodes: is.both(is.length(10), is.each(is.text)) } }),
    );
    await bench.send(status(true, 10));
    await uses(codes[2], WRONG);
    await uses((bench.value('renewed.recoveryCodes') as readonly string[])[9], { status: 200 });
    await bench.send(status(true, 9));
  }),
  served('quire.two-factor.disable', {}, async (bench) => {
    const phone = await enabled(bench);
    const disable = (code: string, expect: Expectation): Step =>
      post(`${AT}/disable`, { code }, 'user', expect);
    await bench.send(disable(phone.wrong(), WRONG));
    await bench.send(status(true, 10));
    await bench.send(disable(phone.next(), { status: 200, body: only({ ok: true }) }));
    await bench.send(status(false, 0));
    await bench.send(byPassword({ status: 200, body: { jwt: is.text } }));
    for (const path of ['disable', 'recovery-codes'])
      await bench.send(
        post(`${AT}/${path}`, { code: '123456' }, 'user', {
          status: 400,
          error: { message: is.matching('not enabled') },
        }),
      );
  }),
  served('quire.two-factor.attempts', {}, async (bench) => {
    const phone = await enabled(bench);
    const codes = bench.value('enabled.recoveryCodes') as readonly string[];
    const opened = await challenge(bench);
    for (let times = 0; times < 4; times += 1)
      await bench.send(login({ challenge: opened, code: phone.wrong() }, WRONG));
    // A right code begins the count anew.
    await bench.send(login({ challenge: opened, code: codes[0] }, { status: 200 }));
    for (let times = 0; times < 5; times += 1)
      await bench.send(login({ challenge: opened, code: phone.wrong() }, WRONG));
    await bench.send(
      login({ challenge: opened, code: codes[1] }, { status: 429, error: { name: 'RateLimitError' } }),
    );
    await bench.send(status(true, 9));
  }),
];
