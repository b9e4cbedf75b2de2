// Rate limits of credentials: requests per address and path, and failed attempts per account.
import { addressKey, type RequestContext } from '../../../core';
import { accountKey, enforceRate, type RateLimiters } from '../../rate-limit';
import type { UsersPermissionsConfig } from '../config';

export interface RateLimits {
  /** Counts a request and throws the 429. `operation` is the same for all transports: `login`. */
  address(request: RequestContext, operation: string): Promise<void>;
  /** Throws the 429 after too many failed attempts, also for unknown accounts. */
  checkAccount(request: RequestContext, identifier: string): Promise<void>;
  accountFailed(identifier: string): Promise<void>;
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
  return {
    async address(request, operation) {
      if (enabled) enforceRate(request, await addresses.take(`${operation} ${addressKey(request.ip)}`));
    },
    async checkAccount(request, identifier) {
      if (!enabled) return;
      const state = await accounts.look(accountKey(identifier));
      if (state.isOver) enforceRate(request, state);
    },
    async accountFailed(identifier) {
      if (enabled) await accounts.take(accountKey(identifier));
    },
  };
}
