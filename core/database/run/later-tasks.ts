// Tasks after the end of a transaction. An error is logged: it changes nothing that has ended, and the other tasks run.
import { isThenable } from '../../kernel/check/thenable';
import { errorSourceOf } from '../../kernel/errors/error-source';
import type { Logger } from '../../kernel/log/logger';
import type { CommitWatch } from '../database';
import type { Task } from './open-transaction';

/** One after the other, also those that a task adds. A promise only if a task returns one: most tasks wait for nothing. */
export function runAll(
  tasks: readonly Task[],
  end: 'a commit' | 'a rollback',
  log: Pick<Logger, 'error'>,
  first = 0,
): Promise<void> | undefined {
  const failed = (error: unknown): void =>
    log.error(`A task after ${end} failed`, {
      ...errorSourceOf(error),
      reason: error instanceof Error ? error.stack : String(error),
    });
  for (let index = first; index < tasks.length; index += 1) {
    try {
      const pending = tasks[index]?.();
      if (isThenable(pending))
        return pending.then(undefined, failed).then(() => runAll(tasks, end, log, index + 1));
    } catch (error) {
      failed(error);
    }
  }
  return undefined;
}

/** Tasks after a commit do not hold back an answer whose time is over; they run on. */
export async function untilOver(tasks: Promise<void>, commits: CommitWatch | null): Promise<void> {
  if (commits === null) return tasks;
  let remove: (() => void) | undefined;
  const over = new Promise<void>((resolve) => {
    remove = commits.onOver(resolve);
  });
  await Promise.race([tasks, over]).finally(() => remove?.());
}
