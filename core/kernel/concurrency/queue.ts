// Gives something to one user at a time, in the order in which they came.
import { within } from './deadlines';

export interface Queue {
  readonly isTaken: boolean;
  /** How many wait. */
  readonly waiting: number;
  /** Resolves to the function that lets the next user in. */
  enter(): Promise<() => void>;
  /** Rejects with the error of `late` after `wait` milliseconds. */
  enter(wait: number, late: () => Error): Promise<() => void>;
}

export function createQueue(): Queue {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  /** Lets the next user in once, however often it is called. */
  const leaving = (): (() => void) => {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = waiting.shift();
      if (next) next();
      else isTaken = false;
    };
  };

  return {
    get isTaken() {
      return isTaken;
    },
    get waiting() {
      return waiting.length;
    },
    enter(wait?: number, late?: () => Error) {
      if (!isTaken) {
        isTaken = true;
        return Promise.resolve(leaving());
      }
      return new Promise((resolve, reject) => {
        const enter = () => {
          ended?.();
          resolve(leaving());
        };
        const ended =
          wait !== undefined && late
            ? within(wait, () => {
                waiting.splice(waiting.indexOf(enter), 1);
                reject(late());
              })
            : null;
        waiting.push(enter);
      });
    },
  };
}
