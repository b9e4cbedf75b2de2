// Plans of reads as one plan: their statements of one step run together, so that a database server gets few of them.
import type { Row, Run, Steps } from '../../../database/database';

/** So many reads become one statement. More would make its text long. */
const MOST = 8;

/** The results stand in the order of the plans. */
export function* sideBySide<T>(plans: readonly Steps<T>[]): Steps<T[]> {
  const results: T[] = [];
  for (let from = 0; from < plans.length; from += MOST)
    results.push(...(yield* together(plans.slice(from, from + MOST))));
  return results;
}

function* together<T>(plans: readonly Steps<T>[]): Steps<T[]> {
  const results: T[] = new Array(plans.length);
  let answers: readonly (readonly [index: number, rows: Row[][]])[] = plans.map((_, index) => [index, []]);
  for (;;) {
    const asked: [index: number, runs: readonly Run[]][] = [];
    for (const [index, rows] of answers) {
      const step = plans[index]?.next(rows);
      if (!step) continue;
      if (step.done) results[index] = step.value;
      // Optional runs would move the rows of the others.
      else asked.push([index, step.value.filter(({ optional }) => !optional)]);
    }
    if (asked.length === 0) return results;
    const rows = yield asked.flatMap(([, runs]) => runs);
    let at = 0;
    answers = asked.map(([index, { length }]) => {
      at += length;
      return [index, rows.slice(at - length, at)] as const;
    });
  }
}
