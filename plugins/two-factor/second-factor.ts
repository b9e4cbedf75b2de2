// The rules of the second factor: who needs one, and how often a code may be wrong.
import type { App, RequestContext } from '../../core';
import { enforceRate, RATE_LIMITERS, type RateLimiter } from '../rate-limit';
import type { Account, Admission, ProvedUser } from '../users-permissions';
import { USERS } from '../users-permissions';
import type { Challenges } from './challenges';
import type { TwoFactorConfig } from './config';
import { twoFactorErrors } from './errors';
import type { Factors } from './factor-rows';
import { NAME } from './types';

export interface SecondFactor {
  /** For `logins.admitted`: refuses a user who has to send a code, or has to set up the factor. */
  demand(admission: Admission): Promise<void>;
  /** For `logins.recognise`: the user of a body with a challenge and a code. undefined: it has no challenge. */
  recognise(
    request: RequestContext,
    body: Readonly<Record<string, unknown>>,
  ): Promise<ProvedUser> | undefined;
  /** Counts the attempt and throws for a wrong code. */
  check<T>(request: RequestContext, account: Account, use: () => Promise<T | null | false>): Promise<T>;
  isNeeded(account: Pick<Account, 'role'>): Promise<boolean>;
  /** Names of factors that other plugins know, such as `passkey`. */
  othersOf(account: Pick<Account, 'documentId'>): Promise<readonly string[]>;
  /** For `logins.factorRemoved`: throws if the role needs a factor, and the user has none. */
  requireOne(account: Pick<Account, 'documentId' | 'role'>): Promise<void>;
}

const ROLE = 'plugin::users-permissions.role';
const WINDOW = 900;

export function createSecondFactor(
  app: App,
  config: TwoFactorConfig,
  factors: Factors,
  challenges: Challenges,
): SecondFactor {
  const limiter: RateLimiter = app.container
    .resolve(RATE_LIMITERS)
    .create({ name: NAME, limit: config.attempts, window: WINDOW });

  async function isNeeded({ role }: Pick<Account, 'role'>): Promise<boolean> {
    if (config.roles.length === 0 || role === null) return false;
    const found = await app.documents(ROLE).findOne({ documentId: role });
    return config.roles.includes(String(found?.type));
  }

  /** Counts before it checks, so parallel attempts count too. */
  async function check<T>(
    request: RequestContext,
    { documentId, id }: Account,
    use: () => Promise<T | null | false>,
  ): Promise<T> {
    enforceRate(request, await limiter.take(documentId));
    const result = await use();
    if (result === null || result === false) {
      await app.record('two-factor.wrong-code', { user: id }, request);
      throw twoFactorErrors.TWO_FACTOR_CODE();
    }
    await limiter.forget(documentId);
    return result;
  }

  const othersOf = (account: Pick<Account, 'documentId'>): Promise<readonly string[]> =>
    app.container.resolve(USERS).factorsOf(account);

  async function proved(
    request: RequestContext,
    body: Readonly<Record<string, unknown>>,
  ): Promise<ProvedUser> {
    const { account, isPassed, hasPassword } = await challenges.open(body.challenge);
    const { documentId } = account;
    if (hasPassword) request.state.provedPassword = documentId;
    const isProved = isPassed || (await app.container.resolve(USERS).proveFactor(request, account, body));
    if (!isProved)
      await check(request, account, () =>
        factors.use(documentId, typeof body.code === 'string' ? body.code : ''),
      );
    request.state.secondFactor = documentId;
    return account;
  }

  return {
    check,
    isNeeded,
    othersOf,
    async requireOne(account) {
      if (await factors.isEnabled(account.documentId)) return;
      if ((await isNeeded(account)) && (await othersOf(account)).length === 0)
        throw twoFactorErrors.TWO_FACTOR_STAYS();
    },
    recognise: (request, body) => (body.challenge === undefined ? undefined : proved(request, body)),

    async demand({ request, user: userId, tokenEpoch }) {
      const account = await app.container.resolve(USERS).account(userId);
      if (request.state.secondFactor === account.documentId) return;
      const isEnabled = await factors.isEnabled(account.documentId);
      if (!isEnabled && !(await isNeeded(account))) return;
      const found = [...(isEnabled ? ['code'] : []), ...(await othersOf(account))];
      const { documentId } = account;
      const challenge = challenges.issue(
        { documentId, tokenEpoch },
        request.state.provedPassword === documentId,
      );
      const [step = 'setup'] = found;
      await app.record('login.challenged', { user: userId, step }, request);
      if (step === 'setup') throw twoFactorErrors.TWO_FACTOR_SETUP({ challenge });
      throw twoFactorErrors.TWO_FACTOR_REQUIRED({ challenge, step, factors: found });
    },
  };
}
