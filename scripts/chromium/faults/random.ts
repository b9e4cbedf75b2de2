// Random choices from a seed, so that a run can be repeated.
export interface Random {
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
  chance(share: number): boolean;
}

/** mulberry32 */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
    chance: (share) => next() < share,
  };
}
