// Stores counts in the memory of one process, for a bounded number of keys.
import type { RateCount, RateStore } from './rate-limit';

export interface MemoryRateStoreOptions {
  /** The most keys. */
  readonly most?: number;
  readonly now?: () => number;
}

const MOST = 100_000;
/** The number of oldest keys to compare when a key must be removed. */
const CANDIDATES = 16;

export function createMemoryRateStore(
  options: MemoryRateStoreOptions = {},
): RateStore & { readonly size: number } {
  const { most = MOST, now = Date.now } = options;
  const counts = new Map<string, { count: number; resetAt: number }>();

  /** Removes the least used of the oldest keys. So a flood of new keys removes these new keys, and not a key with many requests. */
  function makeRoom(): void {
    const moment = now();
    let weakest: string | null = null;
    let least = Number.POSITIVE_INFINITY;
    let seen = 0;
    for (const [key, { count, resetAt }] of counts) {
      if (resetAt <= moment) counts.delete(key);
      else if (count < least) {
        weakest = key;
        least = count;
      }
      if (++seen >= CANDIDATES) break;
    }
    if (counts.size >= most && weakest !== null) counts.delete(weakest);
  }

  function current(key: string): { count: number; resetAt: number } | null {
    const found = counts.get(key);
    if (found && found.resetAt > now()) return found;
    if (found) counts.delete(key);
    return null;
  }

  return {
    get size() {
      return counts.size;
    },
    add(key, milliseconds): RateCount {
      const found = current(key);
      if (found) {
        found.count++;
        return { ...found };
      }
      if (counts.size >= most) makeRoom();
      const opened = { count: 1, resetAt: now() + milliseconds };
      counts.set(key, opened);
      return { ...opened };
    },
    get(key) {
      const found = current(key);
      return found && { ...found };
    },
    remove(key) {
      counts.delete(key);
    },
  };
}
