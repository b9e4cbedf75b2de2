// The transaction that code runs in, without its being handed down. Node makes every promise a little dearer once such a store
// has been entered, so it is made only when a transaction asks for it.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Ambient<T> {
  current(): T | undefined;
  run<R>(value: T, work: () => R): R;
}

export function createAmbient<T>(): Ambient<T> {
  let store: AsyncLocalStorage<T> | null = null;
  return {
    current: () => store?.getStore(),
    run(value, work) {
      store ??= new AsyncLocalStorage<T>();
      return store.run(value, work);
    },
  };
}
