// Moves `Date` of this process, for all code in it. Timers and the clock of the database do not move.

export interface Clock {
  /** Moves the time on: milliseconds, or text such as `90s`, `5m`, `2h`, `30d`. */
  move(by: number | string): void;
  /** Returns to the time of the machine; `close()` of the application does so too. */
  reset(): void;
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The sum of all clocks of the process. */
let offset = 0;

export function createClock(): Clock {
  let own = 0;
  const add = (milliseconds: number): void => {
    own += milliseconds;
    offset += milliseconds;
    install();
  };
  return {
    move: (by) => add(typeof by === 'number' ? by : millisecondsOf(by)),
    reset: () => add(-own),
  };
}

function millisecondsOf(text: string): number {
  const [, count, unit = ''] = /^(\d+)([smhd])$/.exec(text) ?? [];
  if (count === undefined)
    throw new Error(
      `"${text}" is no duration. Use milliseconds, or text such as "90s", "5m", "2h" or "30d".`,
    );
  return Number(count) * (UNITS[unit] ?? 1);
}

const RealDate = Date;

const MovedDate = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [RealDate.now() + offset], newTarget),
  apply: () => new RealDate(RealDate.now() + offset).toString(),
  get: (target, key) => (key === 'now' ? () => RealDate.now() + offset : Reflect.get(target, key)),
});

function install(): void {
  globalThis.Date = offset === 0 ? RealDate : MovedDate;
}
