// Random choices that a seed repeats.

export interface Dice {
  /** From 0 to below `count`. */
  below(count: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Some of them, in any order. */
  some<T>(list: readonly T[], most: number): T[];
}

export function rollDice(seed: number): Dice {
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    chance: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('There is nothing to pick from');
      return list[below(list.length)] as T;
    },
    some(list, most) {
      const left = [...list];
      const count = Math.min(left.length, below(most + 1));
      return Array.from({ length: count }, () => left.splice(below(left.length), 1)).flat();
    },
  };
}
