// Work with one key runs one after another, in the order of the calls. Work with different keys runs at the same time.
import { createQueue, type Queue } from './queue';

/** Runs `work` after all earlier work with this key has ended, also when that failed. */
export type KeyedQueue<Key> = <T>(key: Key, work: () => Promise<T>) => Promise<T>;

interface Users {
  readonly queue: Queue;
  count: number;
}

export function createKeyedQueue<Key>(): KeyedQueue<Key> {
  /** Only keys with work. */
  const all = new Map<Key, Users>();
  return async (key, work) => {
    const users = all.get(key) ?? { queue: createQueue(), count: 0 };
    all.set(key, users);
    users.count++;
    const leave = await users.queue.enter();
    try {
      return await work();
    } finally {
      leave();
      users.count--;
      if (users.count === 0) all.delete(key);
    }
  };
}
