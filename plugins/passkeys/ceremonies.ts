// Adding a passkey, and signing in with one. Each challenge works once, for five minutes.
import { createHash } from 'node:crypto';
import type { App, RequestContext } from '../../core';
import { type Account, type FactorProof, type OneTime, USER, USERS } from '../users-permissions';
import { passkeyErrors } from './errors';
import type { PasskeyRow, Passkeys } from './passkey-rows';
import { type Attested, readAsserted, readAttested } from './read-response';
import type { RelyingParty } from './relying-party';

export type PasskeyStep = 'add' | 'sign-in';

export interface Ceremonies {
  /** What `navigator.credentials.create` needs, for this user only. */
  beginAdding(account: Pick<Account, 'documentId' | 'tokenEpoch' | 'username'>): Promise<object>;
  add(request: RequestContext, account: Account, name: string, response: unknown): Promise<PasskeyRow>;
  /** What `navigator.credentials.get` needs. The browser offers the passkeys of the domain. */
  beginSignIn(): Promise<object>;
  /** The user of the passkey. Throws for a wrong one. */
  signIn(request: RequestContext, response: unknown): Promise<Account>;
  /** A second factor. If the first one was the password, the passkey signs in alone again. */
  prove(step: FirstStep, response: unknown): Promise<void>;
}

export type FirstStep = Omit<FactorProof, 'body'>;

export interface CeremoniesOptions {
  readonly app: App;
  readonly party: RelyingParty;
  readonly passkeys: Passkeys;
  readonly steps: OneTime<PasskeyStep>;
  readonly perUser: number;
}

/** Seconds. */
const LIFE = 300;
const TIMEOUT = LIFE * 1000;

export function createCeremonies({ app, party, passkeys, steps, perUser }: CeremoniesOptions): Ceremonies {
  const users = () => app.container.resolve(USERS);

  /** Errors of the library name what was wrong: for the log, not for a client that may be an attacker. */
  async function verified<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      app.log.debug('a passkey was refused', { error });
      return null;
    }
  }

  async function refuse(request: RequestContext, row: PasskeyRow | null): Promise<never> {
    await app.record('passkey.refused', { user: row?.user ?? null, passkey: row?.id ?? null }, request);
    throw passkeyErrors.PASSKEY_REFUSED();
  }

  /** `step`: what came before. null: the passkey alone says who it is. */
  async function check(request: RequestContext, step: FirstStep | null, input: unknown): Promise<PasskeyRow> {
    const { id, challenge, response } = readAsserted(input, 'passkey');
    const kept = await steps.take('sign-in', challenge);
    const row = await passkeys.find(id);
    const isOwn =
      row !== null && response.userHandle === handleOf(row.user) && row.user === (step?.user ?? row.user);
    if (kept === null || !isOwn) return refuse(request, row);
    const { verifyAuthenticationResponse } = await library();
    const expectedOrigin = party.origins(request);
    const result = await verified(() =>
      verifyAuthenticationResponse({
        response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
        expectedChallenge: challenge,
        expectedOrigin,
        expectedRPID: party.id,
        requireUserVerification: true,
        credential: {
          id,
          publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
          counter: row.counter,
        },
      }),
    );
    if (result?.verified !== true) return refuse(request, row);
    if (step === null && !row.signs_in) throw passkeyErrors.PASSKEY_CONFIRM();
    const { newCounter } = result.authenticationInfo;
    const isUsed = step?.proved
      ? await users().locked(step.proved, () => passkeys.use(row, newCounter, 'confirm'))
      : await passkeys.use(row, newCounter, step === null ? 'alone' : 'factor');
    return isUsed ? row : refuse(request, row);
  }

  return {
    async beginAdding({ documentId, tokenEpoch, username }) {
      const known = await passkeys.of(documentId);
      if (known.length >= perUser) throw passkeyErrors.PASSKEY_LIMIT(perUser);
      const { generateRegistrationOptions } = await library();
      const challenge = await steps.keep('add', { user: documentId, epoch: tokenEpoch }, LIFE);
      return generateRegistrationOptions({
        rpID: party.id,
        rpName: party.name,
        userName: username,
        userID: new Uint8Array(Buffer.from(handleOf(documentId), 'base64url')),
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        timeout: TIMEOUT,
        attestationType: 'none',
        excludeCredentials: known.map(({ credential }) => ({ id: credential })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    async add(request, { documentId, tokenEpoch, id: user }, name, input) {
      const given = readAttested(input, 'response');
      const kept = await steps.take('add', given.challenge);
      const expectedOrigin = party.origins(request);
      const isOwn = kept?.user === documentId && kept.epoch === tokenEpoch;
      const credential = isOwn ? await verified(() => attested(given, party.id, expectedOrigin)) : null;
      if (credential === null) return refuse(request, null);
      return users().locked({ id: user, tokenEpoch }, async () => {
        if ((await passkeys.count(documentId)) >= perUser) throw passkeyErrors.PASSKEY_LIMIT(perUser);
        const publicKey = Buffer.from(credential.publicKey).toString('base64url');
        const { transports } = given;
        const { id, counter } = credential;
        const row = await passkeys.add({
          credential: id,
          user: documentId,
          publicKey,
          counter,
          transports,
          name,
        });
        if (!row) throw passkeyErrors.PASSKEY_KNOWN();
        await app.record('passkey.added', { user, passkey: row.id }, request);
        return row;
      });
    },

    async beginSignIn() {
      const { generateAuthenticationOptions } = await library();
      const challenge = await steps.keep('sign-in', {}, LIFE);
      return generateAuthenticationOptions({
        rpID: party.id,
        challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
        timeout: TIMEOUT,
        userVerification: 'required',
      });
    },

    async signIn(request, input) {
      const { user: documentId } = await check(request, null, input);
      const user = await app.documents(USER).findOne({ documentId, fields: ['id'] });
      if (!user) throw passkeyErrors.PASSKEY_REFUSED();
      return users().account(user.id);
    },

    prove: async (step, input) => void (await check(step.request, step, input)),
  };
}

/** Throws for a wrong answer. */
async function attested(
  { id, challenge, response }: Attested,
  expectedRPID: string,
  expectedOrigin: string[],
) {
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    library(),
    import('@simplewebauthn/server/helpers'),
  ]);
  // Certificates of a device are not asked for. To check them, the library would ask servers that they name.
  const object = decodeAttestationObject(
    new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
  );
  if (object.get('fmt') !== 'none') throw new Error('an attestation that was not asked for');
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
    expectedChallenge: challenge,
    expectedOrigin,
    expectedRPID,
    requireUserVerification: true,
  });
  if (!verified) throw new Error('the attestation is wrong');
  return registrationInfo.credential;
}

/** Loaded with the first passkey. */
const library = () => import('@simplewebauthn/server');

/** Devices keep it, so it names no person. */
const handleOf = (user: string): string =>
  createHash('sha256').update(`quire passkey ${user}`).digest('base64url');
