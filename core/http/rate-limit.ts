// How often something may be tried: windows of fixed length, counted per key in a store. It knows neither routes nor who asks;
// a plugin decides what a key is (an address, an account) and what counts.
import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { coreErrors } from '../errors/core-errors';
import type { RequestContext } from './context';

/** Where counts are kept: in memory, or in something that several processes share. */
export interface RateStore {
  /** Counts one more. The first count opens a window of `milliseconds`. */
  add(key: string, milliseconds: number): RateCount | Promise<RateCount>;
  /** What is counted at the moment; null: nothing. */
  get(key: string): RateCount | null | Promise<RateCount | null>;
  remove(key: string): void | Promise<void>;
}

export interface RateCount {
  readonly count: number;
  /** When the window ends; milliseconds since 1970. */
  readonly resetAt: number;
}

export interface RateState {
  readonly isOver: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly resetAt: number;
}

export interface RateLimiterOptions {
  /** Keeps the keys of several limiters on one store apart. */
  readonly name: string;
  readonly store: RateStore;
  /** How many per window. */
  readonly limit: number;
  /** Seconds. */
  readonly window: number;
}

export interface RateLimiter {
  /** Counts one try, then says whether it is one too many. */
  take(key: string): Promise<RateState>;
  /** Counts nothing: would one more be too many? */
  look(key: string): Promise<RateState>;
  /** The key starts anew. */
  forget(key: string): Promise<void>;
}

export function createRateLimiter({ name, store, limit, window }: RateLimiterOptions): RateLimiter {
  const milliseconds = window * 1000;
  const full = (key: string): string => `${name} ${key}`;
  return {
    async take(key) {
      const { count, resetAt } = await store.add(full(key), milliseconds);
      return { isOver: count > limit, limit, remaining: Math.max(0, limit - count), resetAt };
    },
    async look(key) {
      const found = await store.get(full(key));
      const count = found?.count ?? 0;
      const resetAt = found?.resetAt ?? Date.now() + milliseconds;
      return { isOver: count >= limit, limit, remaining: Math.max(0, limit - count), resetAt };
    },
    async forget(key) {
      await store.remove(full(key));
    },
  };
}

/** Says on the answer, whatever it will be, how much is left; throws the 429 where nothing is. */
export function enforceRate(request: Pick<RequestContext, 'koa'>, state: RateState): void {
  for (const [name, value] of Object.entries(rateHeaders(state))) request.koa.set(name, value);
  if (state.isOver) throw coreErrors.RATE_LIMITED(secondsUntil(state.resetAt));
}

export function rateHeaders({ limit, remaining, resetAt }: RateState): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(resetAt / 1000)),
  };
}

/** A network gives every one of its machines billions of addresses of version 6, so its network is what counts. */
export function addressKey(address: string): string {
  const [plain = ''] = address.split('%');
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** All spellings of one name are one key, of one length: what is typed may be anything. */
export function accountKey(identifier: string): string {
  const normalised = identifier.trim().normalize('NFKC').toLowerCase();
  return createHash('sha256').update(normalised).digest('base64url');
}

const secondsUntil = (moment: number): number => Math.max(1, Math.ceil((moment - Date.now()) / 1000));

/** `2001:db8::1` → its eight groups. */
function groupsOf(address: string): string[] {
  const [before = '', after] = address.split('::');
  const spelt = (part: string): string[] =>
    part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/, '').toLowerCase());
  const head = spelt(before);
  if (after === undefined) return head;
  const tail = spelt(after);
  const gap = Math.max(0, 8 - head.length - tail.length);
  return [...head, ...new Array<string>(gap).fill('0'), ...tail];
}
