// Counts in the memory of one process, for at most so many keys. Several processes that share one limit need a store of theirs.
import type { RateCount, RateStore } from './rate-limit';

export interface MemoryRateStoreOptions {
  /** Keys at most. */
  readonly most?: number;
  readonly now?: () => number;
}

const MOST = 100_000;
/** How many of the oldest keys are weighed against each other when one has to go. */
const CANDIDATES = 16;

export function createMemoryRateStore(
  options: MemoryRateStoreOptions = {},
): RateStore & { readonly size: number } {
  const { most = MOST, now = Date.now } = options;
  const counts = new Map<string, { count: number; resetAt: number }>();

  /** Of the oldest the least tried: who floods the store with new keys pushes out their own, not the one under attack. */
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

  function alive(key: string): { count: number; resetAt: number } | null {
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
      const found = alive(key);
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
      const found = alive(key);
      return found && { ...found };
    },
    remove(key) {
      counts.delete(key);
    },
  };
}
