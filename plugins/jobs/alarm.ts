// A pause that ends early when it is rung. A ring while nothing waits ends the next pause at once.

export interface Alarm {
  ring(): void;
  /** Forgets earlier rings: what comes now looks at everything. */
  reset(): void;
  wait(milliseconds: number): Promise<void>;
}

const SHORTEST_WAIT = 5;

export function createAlarm(): Alarm {
  let hasRung = false;
  let wakeUp: () => void = () => undefined;
  return {
    ring() {
      hasRung = true;
      wakeUp();
    },
    reset() {
      hasRung = false;
    },
    wait: (milliseconds) =>
      new Promise((resolve) => {
        if (hasRung) return resolve();
        const timer = setTimeout(resolve, Math.max(SHORTEST_WAIT, milliseconds));
        wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
