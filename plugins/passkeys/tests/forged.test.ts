// Answers of a browser that are forged, replayed, or of another user. Each gets the same refusal.
import type { TestApp } from '../../../core/testing';
import { USER } from '../../users-permissions';
import { logIn, PASSWORD, register } from '../../users-permissions/tests/app';
import { Device, type Facts } from '../conformance/device';
import { addPasskey, ask, challenge, logInWith, openApp, optionsOf, remove, signIn } from './app';

let app: TestApp;
let ann: Awaited<ReturnType<typeof register>>;
let bea: Awaited<ReturnType<typeof register>>;
beforeAll(async () => {
  app = await openApp();
  [ann, bea] = [await register(app, 'ann'), await register(app, 'bea')];
});
afterAll(() => app.close());

const REFUSED = expect.stringContaining('The passkey was refused');

const FORGED: readonly (readonly [string, Facts])[] = [
  ['another origin', { origin: 'https://evil.example.com' }],
  ['an origin with another port', { origin: 'https://app.example.com:8443' }],
  ['another domain', { rpId: 'evil.com' }],
  ['no finger and no PIN', { isVerified: false }],
  ['another ceremony', { type: 'webauthn.other' }],
  ['a challenge of the attacker', { challenge: 'A'.repeat(43) }],
];

it.each([...FORGED, ['an attestation of the device', { format: 'packed' }] as const])(
  'adding: %s is refused, and the challenge is used',
  async (_, facts) => {
    const options = await optionsOf(app, ann.jwt);
    const device = new Device('https://app.example.com', 'example.com');
    const add = (given: Facts) =>
      ask(app, 'post', '', ann.jwt, { name: 'x', response: device.create(options, given) });
    const { status, body } = await add(facts);
    expect([status, body.error?.message]).toEqual([400, REFUSED]);
    if (facts.challenge === undefined) expect((await add({})).status).toBe(400);
    expect((await ask(app, 'get', '', ann.jwt)).body.data).toEqual([]);
  },
);

it('adding: the challenge of another user, of a sign-in, or from before a new password is refused', async () => {
  const device = new Device('https://app.example.com', 'example.com');
  const add = (options: { challenge: string }) => {
    const response = device.create({ ...options, user: { id: 'AAAA' } });
    return ask(app, 'post', '', ann.jwt, { name: 'x', response });
  };
  expect((await add(await optionsOf(app, bea.jwt))).status).toBe(400);
  expect((await add(await challenge(app))).status).toBe(400);
  const before = await optionsOf(app, ann.jwt);
  const { documentId } = ann;
  await app.kernel.documents(USER).update({ documentId, data: { password: PASSWORD } });
  ann = { ...ann, jwt: (await logIn(app, 'ann')).body.jwt };
  expect((await add(before)).status).toBe(400);
  expect((await add(await optionsOf(app, ann.jwt))).status).toBe(201);
  const [{ id }] = (await ask(app, 'get', '', ann.jwt)).body.data;
  await remove(app, id, ann.jwt).expect(200);
});

describe('signing in', () => {
  let device: Device;
  let other: Device;
  beforeAll(async () => {
    ({ device } = await addPasskey(app, bea));
    other = (await addPasskey(app, await register(app, 'cid'))).device;
  });

  it.each([...FORGED, ['a wrong signature', { isForged: true }] as const])(
    '%s is refused, and the challenge is used',
    async (_, facts) => {
      const options = await challenge(app);
      const { status, body } = await logInWith(app, { passkey: device.get(options, facts) });
      expect([status, body.error?.message]).toEqual([400, REFUSED]);
      if (facts.challenge === undefined)
        expect((await logInWith(app, { passkey: device.get(options) })).status).toBe(400);
      expect((await signIn(app, device)).status).toBe(200);
    },
  );

  it('a replay, a counter that goes back, and the name of another user are refused', async () => {
    const options = await challenge(app);
    const passkey = device.get(options);
    expect((await logInWith(app, { passkey })).status).toBe(200);
    expect((await logInWith(app, { passkey })).status).toBe(400);
    const copied = device.get(await challenge(app), { counter: 1 });
    expect((await logInWith(app, { passkey: copied })).status).toBe(400);
    const handle = (other.get({ challenge: 'x' }) as { response: { userHandle: string } }).response
      .userHandle;
    const named = device.get(await challenge(app), { userHandle: handle });
    expect((await logInWith(app, { passkey: named })).status).toBe(400);
    const unknown = new Device('https://app.example.com', 'example.com');
    const stranger = unknown.get(await challenge(app), { userHandle: handle });
    expect((await logInWith(app, { passkey: stranger })).status).toBe(400);
    // The challenge of a user who adds a passkey.
    expect((await logInWith(app, { passkey: device.get(await optionsOf(app, bea.jwt)) })).status).toBe(400);
  });

  it('answers that are none get a message, and nothing is stored', async () => {
    const good = device.get(await challenge(app)) as { id: string; response: Record<string, string> };
    const { response } = good;
    const bad: unknown[] = [
      null,
      1,
      'x',
      [],
      {},
      { id: good.id },
      { ...good, id: 7 },
      { ...good, id: 'a'.repeat(2000) },
    ];
    for (const key of Object.keys(response))
      for (const value of [undefined, null, '', 'ä', {}, 'A'.repeat(70_000)])
        bad.push({ ...good, response: { ...response, [key]: value } });
    for (const text of ['[]', 'null', '{"challenge":1}', '{"challenge":"a b"}', '{'])
      bad.push({
        ...good,
        response: { ...response, clientDataJSON: Buffer.from(text).toString('base64url') },
      });
    for (const passkey of bad) {
      const { status, body } = await logInWith(app, { passkey });
      expect([status, body.error?.message]).toEqual([
        400,
        expect.stringMatching(/`passkey` must be the answer/),
      ]);
      const add = await ask(app, 'post', '', ann.jwt, { name: 'x', response: passkey });
      expect(add.status).toBe(400);
    }
    // Valid texts of nonsense.
    const nonsense = { ...response, authenticatorData: 'AAAA', signature: 'AAAA' };
    expect((await logInWith(app, { passkey: { ...good, response: nonsense } })).status).toBe(400);
    const attestationObject = Buffer.from('a163666d74646e6f6e65', 'hex').toString('base64url');
    for (const object of [attestationObject, 'AAAA', '_____w']) {
      const options = await optionsOf(app, ann.jwt);
      const device = new Device('https://app.example.com', 'example.com');
      const made = device.create(options) as { response: object };
      const given = { ...made, response: { ...made.response, attestationObject: object } };
      expect((await ask(app, 'post', '', ann.jwt, { name: 'x', response: given })).status).toBe(400);
    }
    expect((await ask(app, 'get', '', ann.jwt)).body.data).toEqual([]);
  });
});
