// Counts the statements of some work, through the asynchronous context. All code is slower while it is in use, so it is for tools of
// developers alone.

import { createAmbient } from '../../kernel/app/ambient';
import type { Events } from '../../kernel/observe/events';
import type { StatementTally } from '../database';

export function createStatementTally(events: Events) {
  const ambient = createAmbient<StatementTally>();
  let isReading = false;
  return async function countStatements<T>(tally: StatementTally, work: () => Promise<T>): Promise<T> {
    if (!isReading)
      events.observe('database.statements', ({ count }) => {
        const current = ambient.current();
        if (current) current.statements += count;
      });
    isReading = true;
    return ambient.run(tally, work);
  };
}
