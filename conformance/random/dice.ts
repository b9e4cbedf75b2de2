// Random choices that a seed repeats: mulberry32.

export interface Dice {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
  /** True once in `times`. */
  once(times: number): boolean;
  /** Some of these, in a random order. */
  some<T>(from: readonly T[], most: number): T[];
}

export function createDice(seed: number): Dice {
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
    pick(from) {
      const one = from[below(from.length)];
      if (one === undefined) throw new Error('There is nothing to pick from.');
      return one;
    },
    once: (times) => below(times) === 0,
    some(from, most) {
      const left = [...from];
      const count = below(Math.min(most, from.length) + 1);
      return Array.from({ length: count }, () => left.splice(below(left.length), 1)).flat();
    },
  };
}
