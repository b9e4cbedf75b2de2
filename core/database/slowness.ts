// How long plans really took, remembered under their first statement: one that is slow goes to the slow lane next time.
import type { Statement } from './database';

/** Weight of the newest measurement: one pause of the garbage collector must not make a plan slow. */
const WEIGHT = 0.3;

export interface SlownessMemory {
  isSlow(statement: Statement): boolean;
  took(statement: Statement, milliseconds: number): void;
}

export function createSlownessMemory(threshold: number): SlownessMemory {
  const averages = new WeakMap<Statement, number>();
  return {
    isSlow: (statement) => (averages.get(statement) ?? 0) > threshold,
    took(statement, milliseconds) {
      const before = averages.get(statement);
      if (before === undefined) {
        // Most plans never need an entry.
        if (milliseconds > threshold / 2) averages.set(statement, milliseconds);
      } else averages.set(statement, before + (milliseconds - before) * WEIGHT);
    },
  };
}
