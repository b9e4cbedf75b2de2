// The transaction that code runs in, without its being handed down. Node makes every promise and every callback dearer while such
// a store is in use (a third of a plain read), so it is made when a transaction asks for it and put away when none has for a while.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Ambient<T> {
  current(): T | undefined;
  run<R>(value: T, work: () => Promise<R>): Promise<R>;
}

/** Putting it away and fetching it again costs more than a busy moment gains. */
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
    async run(value, work) {
      active += 1;
      try {
        return await store.run(value, work);
      } finally {
        leave();
      }
    },
  };
}
