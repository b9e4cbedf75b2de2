// The routes of users for their own second factor. A user is known by a token, or by the challenge of a login.
import {
  type App,
  applicationName,
  check,
  coreErrors,
  type RequestContext,
  type RouteDefinition,
  route,
} from '../../core';
import { type Account, type ProvedUser, USERS } from '../users-permissions';
import type { Challenges } from './challenges';
import type { TwoFactorConfig } from './config';
import { twoFactorErrors } from './errors';
import type { Factors } from './factor-rows';
import type { SecondFactor } from './second-factor';
import { base32, otpauthUrl } from './totp';
import { NAME } from './types';

const { object, optional, string } = check;
const text = string({ min: 1, max: 1000 });
const challenge = optional(text);
const currentPassword = optional(text);

export interface RoutesOptions {
  readonly app: App;
  readonly config: TwoFactorConfig;
  readonly factors: Factors;
  readonly challenges: Challenges;
  readonly second: SecondFactor;
}

interface Enabled {
  readonly codes: readonly string[];
  /** With the epoch of the new tokens. */
  readonly user: Account;
}

export function twoFactorRoutes({
  app,
  config,
  factors,
  challenges,
  second,
}: RoutesOptions): RouteDefinition[] {
  const base = `${app.config.api.rest.prefix}/auth/two-factor`;
  const users = () => app.container.resolve(USERS);
  const common = { action: null, tags: ['Authentication'], cacheControl: 'no-store' } as const;
  const post = { ...common, method: 'POST', body: 'json' } as const;

  const userOf = ({ state }: RequestContext): Account => {
    if (!state.user) throw coreErrors.ACCESS_UNAUTHORIZED('Missing or invalid credentials');
    return state.user;
  };
  /** With a challenge: else the password alone would replace a factor that exists. */
  const requireFirst = async (account: Account): Promise<void> => {
    if ((await second.othersOf(account)).length > 0) throw twoFactorErrors.TWO_FACTOR_OTHER();
  };
  const personOf = async (request: RequestContext, given: string | undefined): Promise<Account> => {
    if (given === undefined) return userOf(request);
    const { account, isPassed } = await challenges.open(given);
    // It proves a factor, not the password.
    if (isPassed) throw twoFactorErrors.TWO_FACTOR_CHALLENGE();
    await requireFirst(account);
    return account;
  };

  /** The role needs a factor, and the user has no other one. */
  const isBound = async (account: Account): Promise<boolean> =>
    (await second.isNeeded(account)) && (await second.othersOf(account)).length === 0;

  /** Uses the code and runs `work` in one transaction: a refusal uses no code. */
  async function whileProved<T extends object>(
    request: RequestContext,
    code: string,
    work: (account: Account) => Promise<T>,
  ): Promise<T> {
    const user = userOf(request);
    if (!(await factors.isEnabled(user.documentId))) throw twoFactorErrors.TWO_FACTOR_DISABLED();
    return second.check(request, user, () =>
      users().locked(user, async (account) =>
        (await factors.use(account.documentId, code)) ? work(account) : null,
      ),
    );
  }

  /** Tokens from before have not passed the factor, so they end with it. null: the code is wrong. */
  const enabled = (
    request: RequestContext,
    proved: ProvedUser,
    given: { readonly challenge?: string | undefined; readonly code: string },
  ): Promise<Enabled | null> =>
    users().locked(proved, async (account) => {
      if (given.challenge !== undefined) await requireFirst(account);
      const codes = await factors.enable(account.documentId, given.code);
      if (codes === null) return null;
      const { tokenEpoch } = await users().endTokens(account.id);
      await app.record('two-factor.enabled', { user: account.id }, request);
      return { codes, user: { ...account, tokenEpoch } };
    });

  return [
    route({
      ...common,
      method: 'GET',
      path: base,
      summary: 'Says whether the user has a second factor',
      async handler(request) {
        const account = userOf(request);
        const [enabled, required, recoveryCodes] = await Promise.all([
          factors.isEnabled(account.documentId),
          isBound(account),
          factors.countRecovery(account.documentId),
        ]);
        return { json: { enabled, required, recoveryCodes } };
      },
    }),
    route({
      ...post,
      path: `${base}/setup`,
      summary: 'Makes a key for the app of the user',
      checks: { body: object({ challenge }) },
      async handler(request, { body }) {
        const account = await personOf(request, body.challenge);
        const key = await factors.begin(account.documentId);
        if (key === null) throw twoFactorErrors.TWO_FACTOR_ENABLED();
        const issuer = config.issuer ?? applicationName(app.dir);
        return { json: { secret: base32(key), url: otpauthUrl(issuer, account.email, key) } };
      },
    }),
    route({
      ...post,
      path: `${base}/enable`,
      summary: 'Enables the key with a first code, and returns recovery codes',
      checks: { body: object({ challenge, code: text, currentPassword }) },
      async handler(request, { body }) {
        const account = await personOf(request, body.challenge);
        if (await factors.isEnabled(account.documentId)) throw twoFactorErrors.TWO_FACTOR_ENABLED();
        // Else a stolen token could lock the user out.
        const proved =
          body.challenge === undefined
            ? await users().provePassword(request, account, body.currentPassword)
            : account;
        let recoveryCodes: readonly string[] = [];
        let passed = '';
        const issued = await users().logIn(request, {
          login: NAME,
          account: account.email,
          // A login that a limit refuses leaves the factor disabled. After a new password that follows, the factor stays: the user
          // replaces the recovery codes.
          async check() {
            const { user, codes } = await second.check(request, account, () =>
              enabled(request, proved, body),
            );
            recoveryCodes = codes;
            passed = challenges.issuePassed(user);
            request.state.secondFactor = user.documentId;
            return user;
          },
        });
        return users().answer({ ...issued, recoveryCodes, challenge: passed } as typeof issued);
      },
    }),
    route({
      ...post,
      path: `${base}/recovery-codes`,
      summary: 'Replaces the recovery codes',
      checks: { body: object({ code: text }) },
      async handler(request, { body }) {
        const recoveryCodes = await whileProved(request, body.code, async ({ documentId, id }) => {
          await app.record('two-factor.recovery-codes', { user: id }, request);
          return factors.renewRecovery(documentId);
        });
        return { json: { recoveryCodes } };
      },
    }),
    route({
      ...post,
      path: `${base}/disable`,
      summary: 'Disables the second factor of the user',
      checks: { body: object({ code: text }) },
      async handler(request, { body }) {
        // Such a refusal is no attempt.
        if (await isBound(userOf(request))) throw twoFactorErrors.TWO_FACTOR_STAYS();
        const json = await whileProved(request, body.code, async (account) => {
          await factors.remove(account.documentId);
          await users().factorRemoved(account);
          await app.record('two-factor.disabled', { user: account.id }, request);
          return { ok: true };
        });
        return { json };
      },
    }),
  ];
}
