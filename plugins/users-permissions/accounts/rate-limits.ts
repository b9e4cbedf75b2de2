// Rate limits of credentials: requests per address and path, and failed attempts per account.
import { addressKey, type RequestContext } from '../../../core';
import { accountKey, enforceRate, type RateLimiters } from '../../rate-limit';
import type { UsersPermissionsConfig } from '../config';

export interface RateLimits {
  /** Counts a request and throws the 429. `operation` is the same for all transports: `login`. */
  address(request: RequestContext, operation: string): Promise<void>;
  /** Throws the 429 after too many failed attempts, also for unknown accounts. */
  checkAccount(request: RequestContext, claim: Claim): Promise<void>;
  accountFailed(claim: Claim): Promise<void>;
}

/** Whose attempts are counted. Clients choose identifiers, so each kind has keys of its own. */
export interface Claim {
  /** `identifier`: a name or address with a password. `user`: a known user. `mail`: mails to an address. `login`: a login of a plugin. */
  readonly kind: 'identifier' | 'user' | 'mail' | 'login';
  readonly account: string;
}

export function createRateLimits({ ratelimit }: UsersPermissionsConfig, limiters: RateLimiters): RateLimits {
  const { enabled, interval, max, accountInterval, accountMax } = ratelimit;
  const addresses = limiters.create({
    name: 'users-permissions address',
    limit: max,
    window: interval.min * 60,
  });
  const accounts = limiters.create({
    name: 'users-permissions account',
    limit: accountMax,
    window: accountInterval.min * 60,
  });
  const keyOf = ({ kind, account }: Claim): string => accountKey(`${kind} ${account.trim()}`);
  return {
    async address(request, operation) {
      if (enabled) enforceRate(request, await addresses.take(`${operation} ${addressKey(request.ip)}`));
    },
    async checkAccount(request, claim) {
      if (!enabled) return;
      const state = await accounts.look(keyOf(claim));
      if (state.isOver) enforceRate(request, state);
    },
    async accountFailed(claim) {
      if (enabled) await accounts.take(keyOf(claim));
    },
  };
}
