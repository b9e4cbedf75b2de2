// Counts the statements of some work, through the asynchronous context. All code is slower while it is in use, so it is for tools of
// developers alone.

import { createAmbient } from '../../kernel/app/ambient';
import type { Counters } from '../adapters/counters';
import type { StatementTally } from '../database';

export function createStatementTally(counters: Counters) {
  const ambient = createAmbient<StatementTally>();
  return async function countStatements<T>(tally: StatementTally, work: () => Promise<T>): Promise<T> {
    counters.onStatements ??= (count) => {
      const current = ambient.current();
      if (current) current.statements += count;
    };
    return ambient.run(tally, work);
  };
}
