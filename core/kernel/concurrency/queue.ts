// A FIFO mutex with a timeout.
import { within } from './deadlines';

export interface Fifo {
  /** Resolves to the function that releases it; rejects with the error of `late` after `wait` milliseconds. */
  enter(wait: number, late: () => Error): Promise<() => void>;
}

export function createFifo(): Fifo {
  const queue: (() => void)[] = [];
  let held = false;

  /** Releases it once, however often it is called. */
  const leaving = (): (() => void) => {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const next = queue.shift();
      if (next) next();
      else held = false;
    };
  };

  return {
    enter(wait, late) {
      if (!held) {
        held = true;
        return Promise.resolve(leaving());
      }
      return new Promise((resolve, reject) => {
        const enter = () => {
          ended();
          resolve(leaving());
        };
        const ended = within(wait, () => {
          queue.splice(queue.indexOf(enter), 1);
          reject(late());
        });
        queue.push(enter);
      });
    },
  };
}
