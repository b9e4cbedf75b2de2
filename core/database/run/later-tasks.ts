// Tasks after the end of a transaction. An error is logged: it changes nothing that has ended, and the other tasks run.
import type { Logger } from '../../kernel/log/logger';
import type { CommitWatch } from '../database';
import type { Task } from './open-transaction';

export async function runAll(
  tasks: readonly Task[],
  end: 'a commit' | 'a rollback',
  log: Pick<Logger, 'error'>,
): Promise<void> {
  for (const task of tasks) {
    try {
      await task();
    } catch (error) {
      log.error(`A task after ${end} failed`, {
        reason: error instanceof Error ? error.stack : String(error),
      });
    }
  }
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
