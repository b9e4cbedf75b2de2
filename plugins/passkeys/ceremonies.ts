// Adding a passkey, and signing in with one. Each challenge works once, for five minutes.
import { createHash } from 'node:crypto';
import type { App, RequestContext } from '../../core';
import {
  type Account,
  type FactorProof,
  type OneTime,
  type ProvedUser,
  USER,
  USERS,
} from '../users-permissions';
import { passkeyErrors } from './errors';
import type { PasskeyRow, Passkeys } from './passkey-rows';
import { readAsserted, readAttested } from './read-response';
import type { RelyingParty } from './relying-party';
import { bytesOf, type Expected, library, verifyAsserted, verifyAttested } from './verify-response';

export type PasskeyStep = 'add' | 'sign-in';

export interface Ceremonies {
  /** What `navigator.credentials.create` needs, for this user only. */
  beginAdding(account: Pick<Account, 'documentId' | 'tokenEpoch' | 'username'>): Promise<object>;
  add(request: RequestContext, account: Account, name: string, response: unknown): Promise<PasskeyRow>;
  /** What `navigator.credentials.get` needs. The browser offers the passkeys of the domain. */
  beginSignIn(): Promise<object>;
  /** The user of the passkey, with the epoch to which the passkey belongs. Throws for a wrong one. */
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
const OLD_CHALLENGE = 'the challenge is unknown, older than five minutes, or was used already';
const WRONG = 'the signed answer is wrong';
const ENDED = 'the tokens of the user have ended since';
const SECOND_USE = 'a parallel use of the passkey was first';

export function createCeremonies({ app, party, passkeys, steps, perUser }: CeremoniesOptions): Ceremonies {
  const users = () => app.container.resolve(USERS);
  const expected = (request: RequestContext): Expected => ({
    domain: party.id,
    origins: party.origins(request),
  });

  /** The reason is for the operator. */
  async function record(
    request: RequestContext,
    row: PasskeyRow | null,
    reason: string,
    error?: unknown,
  ): Promise<void> {
    const facts = { user: row?.user ?? null, passkey: row?.id ?? null, reason };
    const detail = error === undefined ? {} : { detail: String(error) };
    app.log.info('a passkey was refused', { ...facts, ...detail });
    await app.record('passkey.refused', facts, request);
  }

  /** The client may be an attacker, and gets one message for all reasons. */
  async function refuse(...refused: Parameters<typeof record>): Promise<never> {
    await record(...refused);
    throw passkeyErrors.PASSKEY_REFUSED();
  }

  /** `step`: what came before. null: the passkey alone says who it is. */
  async function check(
    request: RequestContext,
    step: FirstStep | null,
    input: unknown,
  ): Promise<{ readonly row: PasskeyRow; readonly counter: number }> {
    const given = readAsserted(input, 'passkey');
    const kept = await steps.take('sign-in', given.challenge);
    const row = await passkeys.find(given.id);
    if (kept === null) return refuse(request, row, OLD_CHALLENGE);
    if (row === null) return refuse(request, row, 'the passkey is unknown');
    if (step !== null && step.user !== row.user)
      return refuse(request, row, 'the passkey is of another user than the first step');
    if (given.response.userHandle !== handleOf(row.user))
      return refuse(request, row, 'the device names another user');
    const counter = await verifyAsserted(given, row, expected(request)).catch((error: unknown) =>
      refuse(request, row, WRONG, error),
    );
    return { row, counter };
  }

  /** False: a parallel use was first. `confirmed`: see `use` of Passkeys. */
  async function prove(
    { request, id }: FirstStep,
    row: PasskeyRow,
    counter: number,
    confirmed?: ProvedUser,
  ): Promise<boolean> {
    if (!(await passkeys.use(row, counter, confirmed))) return false;
    const facts = { user: id, passkey: row.id, signsIn: confirmed !== undefined };
    await app.record('passkey.confirmed', facts, request);
    return true;
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
        userID: bytesOf(handleOf(documentId)),
        challenge: bytesOf(challenge),
        timeout: TIMEOUT,
        attestationType: 'none',
        excludeCredentials: known.map(({ credential }) => ({ id: credential })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    async add(request, { documentId, tokenEpoch, id: user }, name, input) {
      const given = readAttested(input, 'response');
      const kept = await steps.take('add', given.challenge);
      if (kept === null) return refuse(request, null, OLD_CHALLENGE);
      if (kept.user !== documentId) return refuse(request, null, 'the challenge is of another user');
      if (kept.epoch !== tokenEpoch) return refuse(request, null, ENDED);
      const credential = await verifyAttested(given, expected(request)).catch((error: unknown) =>
        refuse(request, null, WRONG, error),
      );
      return users().locked({ id: user, tokenEpoch }, async () => {
        if ((await passkeys.count(documentId)) >= perUser) throw passkeyErrors.PASSKEY_LIMIT(perUser);
        const { id, publicKey, counter } = credential;
        const { transports } = given;
        const row = await passkeys.add({
          credential: id,
          user: documentId,
          epoch: tokenEpoch,
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
        challenge: bytesOf(challenge),
        timeout: TIMEOUT,
        userVerification: 'required',
      });
    },

    async signIn(request, input) {
      const { row, counter } = await check(request, null, input);
      const user = await app.documents(USER).findOne({ documentId: row.user, fields: ['id'] });
      if (!user) return refuse(request, row, 'the user does not exist any more');
      const account = await users().account(user.id);
      // A block has ended the tokens, too. The login then says that the user is blocked.
      if (account.tokenEpoch !== row.epoch && !account.blocked) {
        await record(request, row, ENDED);
        throw passkeyErrors.PASSKEY_CONFIRM();
      }
      if (!(await passkeys.use(row, counter))) return refuse(request, row, SECOND_USE);
      return { ...account, tokenEpoch: row.epoch };
    },

    async prove(step, input) {
      const { request, proved } = step;
      const { row, counter } = await check(request, step, input);
      const isUsed = proved
        ? await users().locked(proved, (account) => prove(step, row, counter, account))
        : await prove(step, row, counter);
      if (!isUsed) await refuse(request, row, SECOND_USE);
    },
  };
}

/** Devices keep it, so it names no person. */
const handleOf = (user: string): string =>
  createHash('sha256').update(`quire passkey ${user}`).digest('base64url');
