// Calls that ask for the same thing at the same time share one piece of work, and its result or its error.

export interface SingleFlight<Key, T> {
  /** Starts `work`, or waits for the work of this key that already runs. */
  run(key: Key, work: () => Promise<T>): Promise<T>;
  /** Later calls start new work. Work that runs goes on for those that wait for it. */
  forget(): void;
}

export function createSingleFlight<Key, T>(): SingleFlight<Key, T> {
  let running = new Map<Key, Promise<T>>();
  return {
    run(key, work) {
      const known = running.get(key);
      if (known) return known;
      const own = running;
      const started = work().finally(() => own.delete(key));
      own.set(key, started);
      return started;
    },
    forget() {
      running = new Map();
    },
  };
}
