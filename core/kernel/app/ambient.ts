// The transaction that code runs in, without a parameter for it. While such a store is in use, every promise and every callback is
// slower (a plain read by a third). So a transaction enables the store, and a pause without transactions disables it.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Ambient<T> {
  current(): T | undefined;
  run<R>(value: T, work: () => Promise<R>): Promise<R>;
  /** For work without a promise. */
  runNow<R>(value: T, work: () => R): R;
}

/** Milliseconds. Disabling the store between two transactions of a busy moment would cost more than it saves. */
const REST = 500;

export function createAmbient<T>(): Ambient<T> {
  const store = new AsyncLocalStorage<T>();
  let active = 0;
  let resting: NodeJS.Timeout | null = null;

  const leave = (): void => {
    active -= 1;
    if (active > 0 || resting) return;
    resting = setTimeout(() => {
      resting = null;
      if (active === 0) store.disable();
    }, REST).unref();
  };

  return {
    current: () => (active === 0 ? undefined : store.getStore()),
    runNow(value, work) {
      active += 1;
      try {
        return store.run(value, work);
      } finally {
        leave();
      }
    },
    async run(value, work) {
      active += 1;
      try {
        // A query of knex runs when it is awaited, so it is awaited inside.
        return await store.run(value, async () => await work());
      } finally {
        leave();
      }
    },
  };
}
