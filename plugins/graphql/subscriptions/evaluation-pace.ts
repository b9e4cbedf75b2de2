// How many changes one evaluation of a question reads together, and how much of its time counts. Where reads block the event loop (SQLite),
// a slow question takes few changes at once, so that requests do not wait for it.

export interface EvaluationPace {
  /** `key`: the first listener of the question. */
  mostOf(key: object): number;
  /** `blocked`: milliseconds without a turn of the event loop. Returns the milliseconds that count. */
  took(key: object, changes: number, milliseconds: number, blocked: number): number;
}

interface Pace {
  most: number;
  /** Milliseconds of one change in the last evaluation. */
  perChange: number;
}

const FIRST = 4;
const MOST = 100;
/** Milliseconds. */
const FAST = 3;
const SLOW = 6;

export function createEvaluationPace(): EvaluationPace {
  const paces = new WeakMap<object, Pace>();
  return {
    mostOf: (key) => paces.get(key)?.most ?? FIRST,
    took(key, changes, milliseconds, blocked) {
      const pace = paces.get(key) ?? { most: FIRST, perChange: Number.POSITIVE_INFINITY };
      paces.set(key, pace);
      if (blocked > SLOW) pace.most = Math.max(1, Math.floor(pace.most / 2));
      else if (blocked < FAST) pace.most = Math.min(MOST, pace.most * 2);
      // Of this evaluation and the one before, the shorter one counts: a busy machine interrupts any read now and then.
      const perChange = milliseconds / changes;
      const counted = Math.min(pace.perChange, perChange) * changes;
      pace.perChange = perChange;
      return counted;
    },
  };
}
