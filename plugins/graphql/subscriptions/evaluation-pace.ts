// How many changes one evaluation of a question reads together, and how much of its time counts. Where reads block the event loop (SQLite),
// a slow question takes few changes at once, so that requests do not wait for it. Elsewhere it takes few when its reads take long: they have
// a time limit.

export interface EvaluationPace {
  /** `key`: the first listener of the question. */
  mostOf(key: object): number;
  /** Returns the milliseconds that count. */
  took(key: object, changes: number, milliseconds: number, read: ReadTime): number;
  /** The changes cannot be read together; the next one is read alone. */
  failed(key: object): void;
}

/** Milliseconds of the first read of an evaluation. */
export interface ReadTime {
  readonly total: number;
  /** Before its first turn of the event loop. */
  readonly blocked: number;
}

interface Pace {
  most: number;
  /** Milliseconds of one change in the last evaluation. */
  perChange: number;
}

const FIRST = 4;
const MOST = 100;
/** Milliseconds. */
const FAST: ReadTime = { blocked: 3, total: 250 };
const SLOW: ReadTime = { blocked: 6, total: 500 };

export function createEvaluationPace(): EvaluationPace {
  const paces = new WeakMap<object, Pace>();
  const paceOf = (key: object): Pace => {
    const pace = paces.get(key) ?? { most: FIRST, perChange: Number.POSITIVE_INFINITY };
    paces.set(key, pace);
    return pace;
  };
  return {
    mostOf: (key) => paceOf(key).most,
    failed(key) {
      paceOf(key).most = 1;
    },
    took(key, changes, milliseconds, { blocked, total }) {
      const pace = paceOf(key);
      if (blocked > SLOW.blocked || total > SLOW.total) pace.most = Math.max(1, Math.floor(pace.most / 2));
      else if (blocked < FAST.blocked && total < FAST.total) pace.most = Math.min(MOST, pace.most * 2);
      // Of this evaluation and the one before, the shorter one counts: a busy machine interrupts any read now and then.
      const perChange = milliseconds / changes;
      const counted = Math.min(pace.perChange, perChange) * changes;
      pace.perChange = perChange;
      return counted;
    },
  };
}
