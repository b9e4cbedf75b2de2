// The measured times of plans, by their first statement. A plan that was slow twice in a row goes to the slow lane. One slow run is not
// enough: on a busy machine, any read may be interrupted.
import type { Statement } from '../database';

export interface SlownessMemory {
  /** Did both last runs take more milliseconds than `than`? */
  isSlow(statement: Statement, than?: number): boolean;
  took(statement: Statement, milliseconds: number): void;
}

interface LastTwo {
  last: number;
  before: number;
}

export function createSlownessMemory(threshold: number): SlownessMemory {
  const times = new WeakMap<Statement, LastTwo>();
  return {
    isSlow(statement, than = threshold) {
      const known = times.get(statement);
      return known !== undefined && Math.min(known.last, known.before) > than;
    },
    took(statement, milliseconds) {
      const known = times.get(statement);
      if (known) {
        known.before = known.last;
        known.last = milliseconds;
        // Most plans never get an entry.
      } else if (milliseconds > threshold) times.set(statement, { last: milliseconds, before: 0 });
    },
  };
}
