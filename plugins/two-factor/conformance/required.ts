// A case of roles that need a second factor.
import type { Bench, Case } from '../../../conformance/cases/case';
import { is, only } from '../../../conformance/cases/pattern';
import {
  byPassword,
  challengeOf,
  login,
  MOST_ATTEMPTS,
  makeGuarded,
  people,
  plainUser,
  post,
  takeToken,
} from '../../../conformance/cases/people';
import { Phone } from '../../../conformance/cases/phone';

const AT = 'two-factor';
const CHALLENGE = { status: 400, error: { message: is.matching('challenge is unknown') } };
const SETUP = { step: 'setup' };

/** The challenge of a login, and nothing else, is in the details. */
async function setupOf(bench: Bench): Promise<string> {
  await bench.send(
    byPassword('ann', {
      status: 401,
      error: {
        message: is.matching('Your role needs a second factor'),
        details: only({ challenge: is.text, ...SETUP }),
      },
    }),
  );
  return challengeOf(bench, 'ann', SETUP);
}

export const requiredCase: Case = people('quire.two-factor.roles', async (bench) => {
  await plainUser(bench, 'bea');
  await bench.send(byPassword('bea', { status: 200, body: { jwt: is.text } }));
  await makeGuarded(bench, 'ann');
  const state = { enabled: false, required: true, recoveryCodes: 0 };
  await bench.send({ send: 'GET', path: `/auth/${AT}`, as: 'ann', expect: { body: only(state) } });
  const challenge = await setupOf(bench);
  // It proves the password, so it is no login.
  await bench.send(
    login({ challenge }, { status: 400, error: { message: is.matching('The code is wrong') } }),
  );
  const body = { secret: is.text, url: is.matching('^otpauth://totp/The%20suite.*issuer=The%20suite') };
  const begun = await bench.send(post(`${AT}/setup`, { challenge }, 'anonymous', { status: 200, body }));
  const phone = new Phone(String(Object(begun.body).secret));
  await bench.send(post(`${AT}/setup`, { challenge: 'x' }, 'anonymous', CHALLENGE));
  const enable = { challenge: 'x', code: phone.next() };
  await bench.send(post(`${AT}/enable`, enable, 'anonymous', CHALLENGE));
  const enabled = { jwt: is.text, user: { username: '{ann.name}' }, recoveryCodes: is.length(10) };
  const answer = await bench.send(
    post(`${AT}/enable`, { ...enable, challenge }, 'anonymous', { status: 200, body: enabled }),
  );
  // All earlier tokens and challenges end.
  await bench.send({ send: 'GET', path: '/users/me', as: 'ann', expect: { status: 401 } });
  await bench.send(post(`${AT}/setup`, { challenge }, 'anonymous', CHALLENGE));
  takeToken(bench, 'ann', answer.body);
  await bench.send({ send: 'GET', path: '/users/me', as: 'ann', expect: { status: 200 } });
  const stays = { status: 403, error: { message: is.matching('this is your only one') } };
  // Such a refusal is no attempt.
  for (let times = 0; times < MOST_ATTEMPTS + 1; times += 1)
    await bench.send(post(`${AT}/disable`, { code: phone.wrong() }, 'ann', stays));
  const opened = await challengeOf(bench, 'ann', { step: 'code', factors: ['code'] });
  const wrong = { challenge: opened, code: phone.wrong() };
  for (let times = 0; times < MOST_ATTEMPTS; times += 1) await bench.send(login(wrong, { status: 400 }));
  // Right codes are limited, too.
  await bench.send(login({ ...wrong, code: phone.next() }, { status: 429 }));
  await bench.send(post(`${AT}/recovery-codes`, { code: phone.next() }, 'ann', { status: 429 }));
});
