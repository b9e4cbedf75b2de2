// Tells whether a request has arrived in the current turn of the event loop. Node collects the requests of a turn first, and calls the
// listener for each of them. A turn ends with its immediates.
import timers from 'node:timers';

export interface ArrivalTurn {
  /** Begins a turn, or returns the one under way. Only for a request that node has just passed. */
  enter(): number;
  /** Whether that turn is under way. */
  isCurrent(turn: number): boolean;
}

/** A request that did not arrive in any turn. */
export const NO_TURN = -1;

/** The function of Node itself: a test that replaces the clock must not prolong a turn. */
const { setImmediate } = timers;

export function createArrivalTurn(): ArrivalTurn {
  let current = 0;
  let isUnderWay = false;
  const end = (): void => {
    isUnderWay = false;
    current++;
  };
  return {
    enter() {
      if (!isUnderWay) {
        isUnderWay = true;
        setImmediate(end);
      }
      return current;
    },
    isCurrent: (turn) => turn === current,
  };
}
