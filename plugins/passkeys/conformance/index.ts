// Rows and cases of passkeys. The suite has devices of its own.
import type { Bench, Case, Expectation, Step } from '../../../conformance/cases/case';
import { is, only, type Pattern } from '../../../conformance/cases/pattern';
import { DOMAIN, login, ORIGIN, people, plainUser, post } from '../../../conformance/cases/people';
import { rowsOf } from '../../../conformance/spec/row';
import {
  addPasskey,
  begins,
  CONFIRM,
  KNOWN,
  LIMIT,
  MALFORMED,
  optionsOf,
  REFUSED,
  signIn,
  UNKNOWN,
  WORKS,
} from './build';
import { Device, type Facts } from './device';
import { secondStepCases } from './second-step';

export const rows = rowsOf(
  { section: 'quire.passkeys', title: 'Quire: passkeys', profile: 'quire' },
  `
quire.passkeys.add     | passkeys | must | auth tokens config | adding needs the password; its challenge works once, for one user; a user has few passkeys and no other user sees them
quire.passkeys.sign-in | passkeys | must | auth tokens config | a passkey logs in; a wrong signature, page, domain, device, counter or challenge is refused with one message
quire.passkeys.ended   | passkeys | must | auth tokens config | a new password keeps a passkey from signing in until the user confirms it; a deleted user leaves none
quire.passkeys.audit   | passkeys | must | auth tokens config | the audit log has each added, confirmed, removed and refused passkey, and the reason of a refusal
quire.passkeys.second  | passkeys | must | auth tokens config | a passkey is the second step of a login, for the same user only
quire.passkeys.role    | passkeys | must | auth tokens config | a user whose role needs a factor keeps one: the app or a passkey
`,
);

const shown = (id: number, name: string, more: object = {}): Pattern =>
  only({ id, name, signsIn: true, createdAt: is.timestamp, usedAt: null, ...more });
const list = (as: string, data: Pattern): Step => ({
  ...{ send: 'GET', path: '/auth/passkeys', as, expect: { body: only({ data }) } },
});
const at = (
  send: 'PUT' | 'DELETE' | 'POST',
  tail: string,
  body: object,
  as: string,
  expect: Expectation,
): Step => ({
  ...{ send, path: `/auth/passkeys/${tail}`, body, as, expect },
});
const own = { currentPassword: '{ann.password}' };

/** Facts of an answer that are wrong. */
const WRONG: readonly Facts[] = [
  { origin: 'https://evil.test' },
  { rpId: 'evil.test' },
  { isVerified: false },
  { isForged: true },
  { userHandle: 'bm9ib2R5' },
  { type: 'webauthn.create' },
];

async function setPassword(bench: Bench, alias: string, password: string): Promise<void> {
  await bench.send({ send: 'PUT', path: `/users/{${alias}User.id}`, body: { password } });
  const body = { identifier: `{${alias}.email}`, password };
  const answer = await bench.send(login(body, WORKS));
  bench.keep(alias, { ...Object(bench.value(alias)), password, token: Object(answer.body).jwt });
}

export const cases: readonly Case[] = [
  ...secondStepCases,
  people('quire.passkeys.add', async (bench) => {
    await plainUser(bench, 'ann');
    await plainUser(bench, 'bea');
    for (const currentPassword of ['wrong', undefined])
      await bench.send(post('passkeys/options', { currentPassword }, 'ann', { status: 400 }));
    await bench.send(post('passkeys/options', own, 'anonymous', { status: 401 }));
    await bench.send(post('passkeys', { name: 'x', response: {} }, 'anonymous', { status: 401 }));
    await bench.send({ send: 'GET', path: '/auth/passkeys', as: 'anonymous', expect: { status: 401 } });
    const device = new Device(ORIGIN, DOMAIN);
    const options = await optionsOf(bench, 'ann', { excludeCredentials: [] });
    const add = (name: unknown, response: unknown, as: string, expect: Expectation): Step =>
      post('passkeys', { name, response }, as, expect);
    for (const name of [undefined, '', 'x'.repeat(101)])
      await bench.send(add(name, device.create(options), 'ann', { status: 400 }));
    await bench.send(add('x', { id: 'x' }, 'ann', MALFORMED));
    // The challenge of another user; it is used then.
    await bench.send(add('x', device.create(options), 'bea', REFUSED));
    await bench.send(add('x', device.create(options), 'ann', REFUSED));
    for (const facts of [
      { format: 'packed' as const },
      ...WRONG.filter((each) => !each.isForged && !each.userHandle && !each.type),
    ])
      await bench.send(add('x', device.create(await optionsOf(bench, 'ann'), facts), 'ann', REFUSED));
    await bench.send(add('x', device.create({ ...options, ...(await begins(bench)) }), 'ann', REFUSED));
    await bench.send(list('ann', []));
    const first = await addPasskey(bench, 'ann', 'x'.repeat(100));
    const again = await optionsOf(bench, 'ann', { excludeCredentials: [{ id: first.device.id }] });
    await bench.send(add('x', first.device.create(again), 'ann', KNOWN));
    const { challenge } = await optionsOf(bench, 'ann');
    const kept = await optionsOf(bench, 'ann');
    const second = await addPasskey(bench, 'ann', 'Key');
    await bench.send(post('passkeys/options', own, 'ann', LIMIT));
    await bench.send(add('x', new Device(ORIGIN, DOMAIN).create({ ...kept, challenge }), 'ann', LIMIT));
    await bench.send(list('ann', [shown(first.id, 'x'.repeat(100)), shown(second.id, 'Key')]));
    await bench.send(list('bea', []));
    const bea = { currentPassword: '{bea.password}' };
    for (const id of [second.id, 0, 'x', `0${second.id}`]) {
      const as = id === second.id ? 'bea' : 'ann';
      const password = id === second.id ? bea : own;
      await bench.send(at('PUT', `${id}`, { name: 'Mine' }, as, UNKNOWN));
      await bench.send(at('DELETE', `${id}`, password, as, UNKNOWN));
      await bench.send(at('POST', `${id}/confirm`, password, as, UNKNOWN));
    }
    await bench.send(at('PUT', `${second.id}`, { name: '' }, 'ann', { status: 400 }));
    await bench.send(at('PUT', `${second.id}`, { name: 'Other' }, 'anonymous', { status: 401 }));
    await bench.send(
      at('PUT', `${second.id}`, { name: 'Other' }, 'ann', { status: 200, data: shown(second.id, 'Other') }),
    );
    await bench.send(at('DELETE', `${second.id}`, { currentPassword: 'wrong' }, 'ann', { status: 400 }));
    await bench.send(at('DELETE', `${second.id}`, {}, 'ann', { status: 400 }));
    await bench.send(list('ann', [{ id: first.id }, shown(second.id, 'Other')]));
    await bench.send(at('DELETE', `${second.id}`, own, 'ann', { status: 200, body: only({ data: {} }) }));
    await bench.send(list('ann', [{ id: first.id }]));
    await signIn(bench, second.device, REFUSED);
    await addPasskey(bench, 'ann');
  }),
  people('quire.passkeys.sign-in', async (bench) => {
    await plainUser(bench, 'ann');
    const { device, id } = await addPasskey(bench, 'ann');
    const user = { status: 200, body: { jwt: is.text, user: { username: '{ann.name}' } } };
    const passkey = device.get(await begins(bench));
    const { body } = await bench.send(login({ passkey }, user));
    bench.keep('second', { token: Object(body).jwt });
    await bench.send({ send: 'GET', path: '/users/me', as: 'second', expect: { status: 200 } });
    await bench.send(list('ann', [shown(id, 'Phone', { usedAt: is.timestamp })]));
    await bench.send(login({ passkey }, REFUSED));
    for (const facts of WRONG) await signIn(bench, device, REFUSED, facts);
    // A copy of the device counts from before.
    await signIn(bench, device, REFUSED, { counter: 1 });
    await signIn(bench, device, REFUSED, { challenge: 'x'.repeat(43) });
    // The challenge of adding is another one.
    await bench.send(login({ passkey: device.get(await optionsOf(bench, 'ann')) }, REFUSED));
    await signIn(bench, new Device(ORIGIN, DOMAIN), { status: 400 });
    const stranger = new Device(ORIGIN, DOMAIN);
    stranger.create(await optionsOf(bench, 'ann'));
    await signIn(bench, stranger, REFUSED);
    for (const wrong of [
      'text',
      null,
      [],
      { id: device.id },
      { ...device.get(await begins(bench)), id: 'a b' },
    ])
      await bench.send(login({ passkey: wrong }, MALFORMED));
    await signIn(bench, device, user);
  }),
  people('quire.passkeys.ended', async (bench) => {
    await plainUser(bench, 'ann');
    const { device, id } = await addPasskey(bench, 'ann');
    const old = await optionsOf(bench, 'ann');
    await setPassword(bench, 'ann', 'Another-1');
    const add = { name: 'x', response: new Device(ORIGIN, DOMAIN).create(old) };
    await bench.send(post('passkeys', add, 'ann', REFUSED));
    await signIn(bench, device, CONFIRM);
    await bench.send(list('ann', [shown(id, 'Phone', { signsIn: false })]));
    const confirm = (currentPassword: string | undefined, as: string, expect: Expectation): Step =>
      at('POST', `${id}/confirm`, { currentPassword }, as, expect);
    await bench.send(confirm('wrong', 'ann', { status: 400 }));
    await bench.send(confirm(undefined, 'ann', { status: 400 }));
    await bench.send(confirm('Another-1', 'anonymous', { status: 401 }));
    await signIn(bench, device, CONFIRM);
    await bench.send(confirm('Another-1', 'ann', { status: 200, data: shown(id, 'Phone') }));
    await signIn(bench, device, WORKS);
    await bench.send({ send: 'PUT', path: '/users/{annUser.id}', body: { blocked: true } });
    await signIn(bench, device, { status: 400, error: { message: is.matching('blocked') } });
    await bench.send({ send: 'PUT', path: '/users/{annUser.id}', body: { blocked: false } });
    await signIn(bench, device, CONFIRM);
    await plainUser(bench, 'bea');
    const gone = await addPasskey(bench, 'bea');
    await bench.send({ send: 'DELETE', path: '/users/{beaUser.id}' });
    await signIn(bench, gone.device, REFUSED);
  }),
  people('quire.passkeys.audit', async (bench) => {
    await plainUser(bench, 'ann');
    const { device, id } = await addPasskey(bench, 'ann');
    const [user, documentId] = [bench.value('annUser.id'), bench.value('annUser.documentId')];
    const logs = async (event: string, facts: object): Promise<void> => {
      const path = `/audit?event=passkey.${event}&pageSize=100`;
      const { body } = await bench.send({ send: 'GET', path, expect: { status: 200 } });
      const details = only({ user, passkey: id, ...facts } as Readonly<Record<string, Pattern>>);
      bench.compare(event, is.including({ details, ip: is.text }), Object(body).data);
    };
    await logs('added', {});
    await signIn(bench, device, REFUSED, { isForged: true });
    await logs('refused', { user: documentId, reason: 'the signed answer is wrong' });
    await signIn(bench, device, REFUSED, { userHandle: 'bm9ib2R5' });
    await logs('refused', { user: documentId, reason: 'the device names another user' });
    await setPassword(bench, 'ann', 'Another-1');
    await signIn(bench, device, CONFIRM);
    await logs('refused', { user: documentId, reason: 'the tokens of the user have ended since' });
    await bench.send(at('POST', `${id}/confirm`, own, 'ann', { status: 200 }));
    await logs('confirmed', { signsIn: true });
    await bench.send(at('DELETE', `${id}`, own, 'ann', { status: 200 }));
    await logs('removed', {});
  }),
];
