// Limits attempts per key in windows of fixed length. The calling plugin selects the key, for example an address or an account.
import { createHash } from 'node:crypto';
import type { RequestContext } from '../../core';
import { rateErrors } from './errors';

/** Stores counts: in memory, or shared by several processes. */
export interface RateStore {
  /** Adds one. The first count opens a window of `milliseconds`. */
  add(key: string, milliseconds: number): RateCount | Promise<RateCount>;
  /** The current count, or null. */
  get(key: string): RateCount | null | Promise<RateCount | null>;
  remove(key: string): void | Promise<void>;
  /** At shutdown. */
  close?(): void | Promise<void>;
}

export interface RateCount {
  readonly count: number;
  /** The end of the window; milliseconds since 1970. */
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
  /** Separates the keys of limiters that share a store. */
  readonly name: string;
  readonly store: RateStore;
  /** Attempts per window. */
  readonly limit: number;
  /** Seconds. */
  readonly window: number;
}

export interface RateLimiter {
  /** Counts an attempt, and returns whether it is over the limit. */
  take(key: string): Promise<RateState>;
  /** Counts nothing; returns whether another attempt would be over the limit. */
  look(key: string): Promise<RateState>;
  /** Resets the key. */
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

/** Sets the headers of the limit on the answer, and throws a 429 over the limit. */
export function enforceRate(request: Pick<RequestContext, 'setHeader'>, state: RateState): void {
  for (const [name, value] of Object.entries(rateHeaders(state))) request.setHeader(name, value);
  if (state.isOver) throw rateErrors.RATE_LIMITED(secondsUntil(state.resetAt));
}

function rateHeaders({ limit, remaining, resetAt }: RateState): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(resetAt / 1000)),
  };
}

/** All spellings of a name have one key; a hash bounds its length. */
export function accountKey(identifier: string): string {
  const normalised = identifier.trim().normalize('NFKC').toLowerCase();
  return createHash('sha256').update(normalised).digest('base64url');
}

const secondsUntil = (moment: number): number => Math.max(1, Math.ceil((moment - Date.now()) / 1000));
