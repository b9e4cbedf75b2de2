// How often a credential may be tried: per address and path, for everybody alike, and per account, for attempts that failed.
import {
  accountKey,
  addressKey,
  createMemoryRateStore,
  createRateLimiter,
  enforceRate,
  type RateStore,
  type RequestContext,
} from '../../core';
import type { UsersPermissionsConfig } from './config';

export interface Limits {
  /** Counts a request; `what` is the path, whatever transport it came by. Throws the 429. */
  address(request: RequestContext, what: string): Promise<void>;
  /** Throws the 429 where an account has been tried too often. The same for accounts that do not exist. */
  checkAccount(request: RequestContext, identifier: string): Promise<void>;
  accountFailed(identifier: string): Promise<void>;
}

export function createLimits(
  { ratelimit }: UsersPermissionsConfig,
  store: RateStore = createMemoryRateStore(),
): Limits {
  const { enabled, interval, max, accountInterval, accountMax } = ratelimit;
  const addresses = createRateLimiter({
    name: 'users-permissions address',
    store,
    limit: max,
    window: interval.min * 60,
  });
  const accounts = createRateLimiter({
    name: 'users-permissions account',
    store,
    limit: accountMax,
    window: accountInterval.min * 60,
  });
  return {
    async address(request, what) {
      if (enabled) enforceRate(request, await addresses.take(`${what} ${addressKey(request.ip)}`));
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
