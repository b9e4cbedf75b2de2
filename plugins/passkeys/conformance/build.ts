// Steps of a person with passkeys.
import type { Bench, Expectation } from '../../../conformance/cases/case';
import { is, only } from '../../../conformance/cases/pattern';
import { DOMAIN, login, MOST_PASSKEYS, ORIGIN, post } from '../../../conformance/cases/people';
import { Device, type Facts } from './device';

export interface Added {
  readonly device: Device;
  readonly id: number;
}

type Options = Parameters<Device['create']>[0];

export const NEW_OPTIONS = {
  rp: { id: DOMAIN, name: 'The suite' },
  challenge: is.matching('^[\\w-]{43}$'),
  timeout: 300_000,
  attestation: 'none',
  authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
};

export async function optionsOf(bench: Bench, alias: string, body: object = {}): Promise<Options> {
  const answer = await bench.send(
    post('passkeys/options', { currentPassword: `{${alias}.password}` }, alias, {
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: { ...NEW_OPTIONS, user: { name: `{${alias}.name}`, id: is.text }, ...body },
    }),
  );
  return answer.body as Options;
}

export async function addPasskey(bench: Bench, alias: string, name = 'Phone'): Promise<Added> {
  const device = new Device(ORIGIN, DOMAIN);
  const response = device.create(await optionsOf(bench, alias));
  const data = only({ id: is.integer, name, signsIn: true, createdAt: is.timestamp, usedAt: null });
  const { body } = await bench.send(
    post('passkeys', { name, response }, alias, { status: 201, body: only({ data }) }),
  );
  return { device, id: Number(Object(body).data.id) };
}

/** A challenge of a sign-in. */
export async function begins(bench: Bench): Promise<{ readonly challenge: string }> {
  const expect = {
    status: 200,
    headers: { 'cache-control': 'no-store' },
    body: {
      challenge: is.matching('^[\\w-]{43}$'),
      rpId: DOMAIN,
      timeout: 300_000,
      userVerification: 'required',
    },
  };
  const { body } = await bench.send(post('passkeys/sign-in', {}, 'anonymous', expect));
  return body as { readonly challenge: string };
}

export async function signIn(
  bench: Bench,
  device: Device,
  expect: Expectation,
  facts: Facts = {},
): Promise<unknown> {
  const passkey = device.get(await begins(bench), facts);
  const { body } = await bench.send(login({ passkey }, expect));
  return body;
}

export const WORKS = { status: 200, body: { jwt: is.text } };
const refused = (text: string, name = 'ValidationError', status = 400): Expectation => ({
  ...{ status, error: { name, message: is.matching(text) } },
});
export const REFUSED = refused('^The passkey was refused');
export const MALFORMED = refused('must be the answer of the browser');
export const CONFIRM = refused('confirm the passkey', 'ApplicationError');
export const KNOWN = refused('was added already', 'ApplicationError');
export const LIMIT = refused(`You have ${MOST_PASSKEYS} passkeys already`, 'ApplicationError');
export const UNKNOWN = refused('no such passkey', 'NotFoundError', 404);
export const STAYS = refused('this is your only one', 'ForbiddenError', 403);
