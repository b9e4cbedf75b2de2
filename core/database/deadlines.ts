// Waits that may take only so long, on one timer for all of them: nearly every wait ends in time, and a timer of its own, made and
// dropped again, would be the dearest part of it.

/** Calls `late` once `milliseconds` have passed, unless the function that comes back is called before. */
export type Within = (milliseconds: number, late: () => void) => () => void;

interface Wait {
  readonly until: number;
  readonly late: () => void;
}

export function createDeadlines(): Within {
  const waits = new Set<Wait>();
  let timer: NodeJS.Timeout | undefined;
  /** When the timer goes off. */
  let next = Number.POSITIVE_INFINITY;

  const arm = (at: number): void => {
    if (at >= next) return;
    clearTimeout(timer);
    next = at;
    // What is waited for keeps the process alive, or nothing does.
    timer = setTimeout(look, Math.max(1, Math.ceil(at - performance.now()))).unref();
  };

  const look = (): void => {
    next = Number.POSITIVE_INFINITY;
    const now = performance.now();
    let first = Number.POSITIVE_INFINITY;
    for (const wait of waits) {
      if (wait.until > now) first = Math.min(first, wait.until);
      else {
        waits.delete(wait);
        wait.late();
      }
    }
    if (first < Number.POSITIVE_INFINITY) arm(first);
  };

  return (milliseconds, late) => {
    const wait = { until: performance.now() + milliseconds, late };
    waits.add(wait);
    arm(wait.until);
    return () => void waits.delete(wait);
  };
}

/** The ones of this process. */
export const within = createDeadlines();
