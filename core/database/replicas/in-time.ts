// A server that takes connections and says nothing: its answer is awaited for a limited time.
import { within } from '../../kernel/concurrency/deadlines';

/** Milliseconds. */
const SHORTEST = 1_000;

/** For one answer, in milliseconds. A patient configuration is patient here, too. */
export const limitOf = (patience: number): number => Math.max(patience, SHORTEST);

export class NoAnswer extends Error {
  constructor(milliseconds: number) {
    super(`no answer in ${milliseconds} ms`);
  }
}

/** Rejects with NoAnswer after the time. The work goes on. */
export function inTime<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    // An answer that came while this process was busy is read before the immediate.
    const stop = within(milliseconds, () => setImmediate(() => reject(new NoAnswer(milliseconds))));
    work.then(resolve, reject).finally(stop);
  });
}
