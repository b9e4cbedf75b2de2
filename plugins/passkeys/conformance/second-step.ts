// Cases of passkeys as the second step of a login.
import type { Bench, Case, Expectation, Step } from '../../../conformance/cases/case';
import { is, type Pattern } from '../../../conformance/cases/pattern';
import {
  byPassword,
  challengeOf,
  login,
  makeGuarded,
  people,
  plainUser,
  post,
  takeToken,
} from '../../../conformance/cases/people';
import { Phone } from '../../../conformance/cases/phone';
import { addPasskey, begins, CONFIRM, REFUSED, STAYS, signIn, WORKS } from './build';

const AT = 'two-factor';
const status = (as: string, expected: Pattern): Step => ({
  ...{ send: 'GET', path: `/auth/${AT}`, as, expect: { status: 200, body: expected } },
});

/** Sets up the app, with the token or a challenge. The user has the new token then. */
async function setUp(bench: Bench, alias: string, challenge?: string): Promise<Phone> {
  const as = challenge === undefined ? alias : 'anonymous';
  const { body } = await bench.send(post(`${AT}/setup`, { challenge }, as, { status: 200 }));
  const phone = new Phone(String(Object(body).secret));
  const proof = challenge === undefined ? { currentPassword: `{${alias}.password}` } : { challenge };
  const answer = await bench.send(
    post(`${AT}/enable`, { code: phone.next(), ...proof }, as, { status: 200, body: { jwt: is.text } }),
  );
  takeToken(bench, alias, answer.body);
  return phone;
}

export const secondStepCases: readonly Case[] = [
  people('quire.passkeys.second', async (bench) => {
    await plainUser(bench, 'ann');
    await plainUser(bench, 'bea');
    const { device, id } = await addPasskey(bench, 'ann');
    const other = await addPasskey(bench, 'bea');
    // A passkey alone asks for no second step after the password.
    await bench.send(byPassword('ann', WORKS));
    await setUp(bench, 'ann');
    // The app ends what came before it.
    await signIn(bench, device, CONFIRM);
    const step = { step: 'code', factors: ['code', 'passkey'] };
    const challenge = await challengeOf(bench, 'ann', step);
    const proves = async (expect: Expectation, by = device, facts = {}): Promise<void> => {
      const passkey = by.get(await begins(bench), facts);
      await bench.send(login({ challenge, passkey }, expect));
    };
    await proves(REFUSED, other.device);
    await proves(REFUSED, device, { isForged: true });
    await bench.send(login({ challenge }, { status: 400 }));
    await proves({ status: 200, body: { jwt: is.text, user: { username: '{ann.name}' } } });
    // A login with both lets the passkey sign in alone again, and needs no code then.
    await bench.send({
      ...{ send: 'GET', path: '/auth/passkeys', as: 'ann' },
      expect: { data: [{ id, signsIn: true, usedAt: is.timestamp }] },
    });
    await signIn(bench, device, WORKS);
  }),
  people('quire.passkeys.role', async (bench) => {
    await makeGuarded(bench, 'ann');
    const phone = await setUp(bench, 'ann', await challengeOf(bench, 'ann', { step: 'setup' }));
    const stays = post(`${AT}/disable`, { code: phone.next() }, 'ann', STAYS);
    await bench.send(stays);
    await bench.send(status('ann', { enabled: true, required: true }));
    const { device, id } = await addPasskey(bench, 'ann');
    await bench.send(status('ann', { enabled: true, required: false }));
    // The refusal above used no code.
    await bench.send({ ...stays, expect: { status: 200 } });
    await bench.send(status('ann', { enabled: false, required: false, recoveryCodes: 0 }));
    const step = { step: 'passkey', factors: ['passkey'] };
    const challenge = await challengeOf(bench, 'ann', step);
    // The password alone sets up no app.
    const wrong = { status: 400, error: { message: is.matching('another second factor') } };
    await bench.send(post(`${AT}/setup`, { challenge }, 'anonymous', wrong));
    const passkey = device.get(await begins(bench));
    const { body } = await bench.send(login({ challenge, passkey }, WORKS));
    takeToken(bench, 'ann', body);
    await signIn(bench, device, WORKS);
    const remove: Step = {
      ...{ send: 'DELETE', path: `/auth/passkeys/${id}`, as: 'ann' },
      ...{ body: { currentPassword: '{ann.password}' }, expect: STAYS },
    };
    await bench.send(remove);
    await signIn(bench, device, WORKS);
    const second = await addPasskey(bench, 'ann', 'Key');
    await bench.send({ ...remove, expect: { status: 200 } });
    await bench.send({ ...remove, path: `/auth/passkeys/${second.id}` });
    await signIn(bench, device, REFUSED);
  }),
];
