// A mutex whose holders come in the order in which they asked, and which is asked for no longer than it may take.
import { within } from '../deadlines';

export interface Fifo {
  /** Resolves to the function that lets the next one in; rejects with what `late` makes after `wait` milliseconds. */
  enter(wait: number, late: () => Error): Promise<() => void>;
}

export function createFifo(): Fifo {
  const queue: (() => void)[] = [];
  let held = false;

  /** Lets in the next one, once however often the holder says so. */
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
