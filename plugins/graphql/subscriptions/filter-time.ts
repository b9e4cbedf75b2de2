// The time that the filters of each caller take. Each caller has milliseconds per second, and saves them for ten seconds.

export interface FilterTime {
  isSpent(caller: string): boolean;
  /** Half of what a caller may save is spent. */
  isScarce(caller: string): boolean;
  spend(caller: string, milliseconds: number): void;
}

interface Account {
  left: number;
  at: number;
}

const SECONDS_SAVED = 10;
const MOST_CALLERS = 10_000;

/** A caller that subscribes again does not get new time. */
export function createFilterTime(perSecond: number, now: () => number): FilterTime {
  const accounts = new Map<string, Account>();
  const most = perSecond * SECONDS_SAVED;
  const current = (caller: string): Account => {
    const account = accounts.get(caller) ?? { left: most, at: now() };
    const at = now();
    account.left = Math.min(most, account.left + ((at - account.at) / 1000) * perSecond);
    account.at = at;
    return account;
  };
  return {
    isSpent: (caller) => current(caller).left <= 0,
    isScarce: (caller) => current(caller).left < most / 2,
    spend(caller, milliseconds) {
      const account = current(caller);
      account.left -= milliseconds;
      accounts.delete(caller);
      accounts.set(caller, account);
      // The account that was used longest ago has saved the most.
      const [oldest] = accounts.keys();
      if (accounts.size > MOST_CALLERS && oldest !== undefined) accounts.delete(oldest);
    },
  };
}
