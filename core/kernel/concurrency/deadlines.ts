// Timeouts of waits, on one timer. Nearly every wait ends in time, and a timer for each would be the most expensive part of it.

/** Calls `late` after `milliseconds`, unless the returned function is called before. */
export type Within = (milliseconds: number, late: () => void) => () => void;

/** The longest timer of Node; a longer wait is checked in between. */
const LONGEST_PAUSE = 2_147_483_647;

interface Wait {
  readonly until: number;
  readonly late: () => void;
  /** Its place in the list; -1: over. */
  at: number;
}

export function createDeadlines(): Within {
  /** In no order: the last wait takes the place of an ended one. */
  const waits: Wait[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** When the timer fires. */
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
      // The callback of an earlier wait may have ended this one.
      if (wait.at < 0) continue;
      end(wait);
      wait.late();
    }
    let first = Number.POSITIVE_INFINITY;
    for (const { until } of waits) first = Math.min(first, until);
    arm(first);
  };

  // A pending wait keeps the process alive, so that its callback runs. A timer without waits does not.
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

/** The timeouts of this process. */
export const within = createDeadlines();

/** Waits between half of `milliseconds` and all of it, so that colliding transactions do not collide again. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds * (0.5 + Math.random() / 2)));
