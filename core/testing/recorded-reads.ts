// The statements that a database reads with, for tests of plans.
import type { Database, Run } from '../database/database';

/** A list that grows with each read from now on. */
export function recordReads(database: { read: Database['read'] }): Run[] {
  const runs: Run[] = [];
  const read = database.read.bind(database);
  database.read = (steps, options) =>
    read(function* () {
      const inner = steps();
      let step = inner.next([]);
      while (!step.done) {
        runs.push(...step.value);
        step = inner.next(yield step.value);
      }
      return step.value;
    }, options);
  return runs;
}
