// The states of the database before writes. A write waits only until its state is held; the filters of subscribers are evaluated in it after
// the commit. Writes at the same time share one state.
import type { Moment } from '../../../core';

export interface EarlierState {
  /** null: the state could not be held. */
  readonly moment: Moment | null;
  /** The time from which it is held. A state that was read later is newer. */
  readonly since: number;
  /** The commits before it began to be held: it shows at least these. */
  readonly commits: number;
  /** The write was committed and its change evaluated. */
  leave(): void;
}

export interface EarlierStates {
  /** Resolves when the state is held. Each write that enters must leave, also one that failed. */
  enter(commits: number): Promise<EarlierState>;
  /** Something changed that no reader is asked about: later writes have another earlier state. */
  expire(): void;
  close(): void;
}

interface Held extends EarlierState {
  entered: number;
  end(): void;
}

/** Milliseconds in which further writes share a state, while a write has not left it. */
const FRESH = 1_000;
/** Milliseconds after which a state ends, even if a write has not left. A longer write has no earlier state. */
const LIFE = 30_000;
/** Milliseconds that a write waits. All connections may be those of transactions that wait, too. */
const PATIENCE = 250;

export function createEarlierStates(
  open: () => Promise<Moment> | null,
  onError: (error: unknown) => void,
): EarlierStates {
  const all = new Set<Held>();
  let current: Promise<Held> | null = null;
  let newest: Held | null = null;

  const hold = async (opening: Promise<Moment>, commits: number): Promise<Held> => {
    const moment = await opening;
    const since = performance.now();
    const end = (): void => {
      if (!all.delete(state)) return;
      if (newest === state) current = null;
      clearTimeout(staleAt);
      clearTimeout(endsAt);
      moment.close();
    };
    const state: Held = {
      moment,
      since,
      commits,
      entered: 0,
      leave() {
        state.entered -= 1;
        if (state.entered === 0) end();
      },
      end,
    };
    all.add(state);
    newest = state;
    const staleAt = setTimeout(() => {
      if (newest === state) current = null;
    }, FRESH).unref();
    const endsAt = setTimeout(end, LIFE).unref();
    return state;
  };

  const shared = (commits: number): Promise<Held> | null => {
    if (current) return current;
    const opening = open();
    // Too many are held: the newest one serves.
    if (opening === null) return newest && all.has(newest) ? Promise.resolve(newest) : null;
    const made = hold(opening, commits);
    current = made;
    made.catch(() => {
      if (current === made) current = null;
    });
    return made;
  };

  return {
    async enter(commits) {
      const holding = shared(commits)?.catch((error: unknown) => {
        onError(error);
        return null;
      });
      const state = holding ? await soon(holding) : null;
      if (!state || !all.has(state)) return NONE;
      state.entered += 1;
      return state;
    },
    expire() {
      current = null;
    },
    close() {
      for (const state of all) state.end();
    },
  };
}

const NONE: EarlierState = {
  moment: null,
  since: Number.POSITIVE_INFINITY,
  commits: Number.POSITIVE_INFINITY,
  leave: () => undefined,
};

/** null: not within PATIENCE. */
function soon<T>(promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), PATIENCE);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
