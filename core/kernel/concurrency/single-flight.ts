// Calls that ask for the same thing at the same time share one piece of work, and its result or its error.

export interface SingleFlight<Key, T> {
  /** Starts `work`, or waits for the work of this key that already runs. */
  run(key: Key, work: () => Promise<T>): Promise<T>;
  /** Later calls with this key, or all later calls, start new work. Work that runs goes on for those that wait for it. */
  forget(key?: Key): void;
}

export function createSingleFlight<Key, T>(): SingleFlight<Key, T> {
  const running = new Map<Key, Promise<T>>();
  return {
    run(key, work) {
      const known = running.get(key);
      if (known) return known;
      const started: Promise<T> = work().finally(() => {
        if (running.get(key) === started) running.delete(key);
      });
      running.set(key, started);
      return started;
    },
    forget(key) {
      if (key === undefined) running.clear();
      else running.delete(key);
    },
  };
}
