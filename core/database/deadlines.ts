// Waits that may take only so long, on one timer for all of them: nearly every wait ends in time, and a timer of its own, made and
// dropped again, would be the dearest part of it.

/** Calls `late` once `milliseconds` have passed, unless the function that comes back is called before. */
export type Within = (milliseconds: number, late: () => void) => () => void;

/** As long as node counts; what lasts longer is looked at in between. */
const LONGEST_PAUSE = 2_147_483_647;

interface Wait {
  readonly until: number;
  readonly late: () => void;
  /** Its place in the list; -1: over. */
  at: number;
}

export function createDeadlines(): Within {
  /** In no order: the last takes the place of one that is over. */
  const waits: Wait[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** When the timer goes off. */
  let next = Number.POSITIVE_INFINITY;

  const end = (wait: Wait): void => {
    const last = waits.pop() as Wait;
    if (last !== wait) {
      waits[wait.at] = last;
      last.at = wait.at;
    }
    wait.at = -1;
  };

  const arm = (at: number): void => {
    if (at >= next) return;
    clearTimeout(timer);
    next = at;
    const pause = Math.min(LONGEST_PAUSE, Math.max(1, Math.ceil(at - performance.now())));
    timer = setTimeout(look, pause);
  };

  const look = (): void => {
    next = Number.POSITIVE_INFINITY;
    const now = performance.now();
    const over = waits.filter(({ until }) => until <= now).sort((a, b) => a.until - b.until);
    for (const wait of over) {
      // One that was told may have ended another.
      if (wait.at < 0) continue;
      end(wait);
      wait.late();
    }
    let first = Number.POSITIVE_INFINITY;
    for (const { until } of waits) first = Math.min(first, until);
    arm(first);
  };

  // The process lasts while somebody waits, who else would never hear that it took too long; a timer that is merely left does not
  // hold it.
  return (milliseconds, late) => {
    const wait: Wait = { until: performance.now() + milliseconds, late, at: waits.length };
    if (waits.push(wait) === 1) timer?.ref();
    arm(wait.until);
    return () => {
      if (wait.at < 0) return;
      end(wait);
      if (waits.length === 0) timer?.unref();
    };
  };
}

/** The ones of this process. */
export const within = createDeadlines();
