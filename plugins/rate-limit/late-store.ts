// A store of a module of the application. It opens in `boot.before`. A failure of the store is a 503, because a request without a count
// could be one too many.
import type { Logger } from '../../core';
import { rateErrors } from './errors';
import type { RateCount, RateStore } from './rate-limit';

export interface LateStore extends RateStore {
  open(store: RateStore): void;
  close(): Promise<void>;
}

export function lateStore(log: Logger): LateStore {
  let opened: RateStore | null = null;
  let hasFailed = false;
  async function ask<T>(run: (store: RateStore) => T | Promise<T>): Promise<T> {
    try {
      if (!opened) throw new Error('the store is not open: limit requests between boot.before and shutdown');
      const result = await run(opened);
      if (hasFailed) log.info('the store of rate limits works again');
      hasFailed = false;
      return result;
    } catch (error) {
      // Every limited request fails until the store is back: one line says it.
      if (!hasFailed) log.error('the store of rate limits failed', { error });
      hasFailed = true;
      throw rateErrors.RATE_STORE_DOWN();
    }
  }
  return {
    open(store) {
      opened = store;
    },
    async close() {
      const closing = opened;
      opened = null;
      await closing?.close?.();
    },
    add: (key, milliseconds) => ask(async (store) => checked(await store.add(key, milliseconds))),
    get: (key) =>
      ask(async (store) => {
        const found = await store.get(key);
        return found === null ? null : checked(found);
      }),
    remove: (key) => ask((store) => store.remove(key)),
  };
}

function checked(count: RateCount): RateCount {
  if (Number.isFinite(count?.count) && Number.isFinite(count.resetAt)) return count;
  throw new TypeError('add and get must return { count, resetAt } with two numbers');
}
