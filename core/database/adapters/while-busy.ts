// Repeats an SQLite call that another process hinders, without blocking the event loop.

import { pause } from '../../kernel/concurrency/deadlines';
import { coreErrors } from '../../kernel/errors/core-errors';
import { RETRY_AFTER } from '../../kernel/errors/retry-after';
import { sqliteDialect } from '../dialects/sqlite';

const LONGEST_PAUSE = 20;
/** `patience`: milliseconds after which the answer is SERVER_BUSY. */
export async function whileBusy<T>(patience: number, attempt: () => T): Promise<T> {
  const deadline = performance.now() + patience;
  for (let wait = 1; ; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    try {
      return attempt();
    } catch (error) {
      if (sqliteDialect.classify(error).kind !== 'retry') throw error;
      if (performance.now() >= deadline) throw coreErrors.SERVER_BUSY(RETRY_AFTER.writers);
    }
    await pause(wait);
  }
}
