// Logs reads and transactions that took longer than `server.logs.slowQuery`: their SQL, never values.
import type { Logger } from '../../http/logger';
import type { Steps } from '../database';

export interface SlowLog {
  read<T>(steps: () => Steps<T>, run: () => Promise<T> | T): Promise<T> | T;
  transaction<T>(run: () => Promise<T>): Promise<T>;
}

/** null: the log is disabled. */
export function createSlowLog(threshold: number | undefined, log: Pick<Logger, 'warn'>): SlowLog | null {
  if (!threshold) return null;
  const tell = (message: string, began: number, steps?: () => Steps<unknown>): void => {
    const milliseconds = Math.round(performance.now() - began);
    if (milliseconds < threshold) return;
    log.warn(message, { milliseconds, ...(steps ? { sql: firstSql(steps) } : {}) });
  };
  return {
    read(steps, run) {
      const began = performance.now();
      const result = run();
      if (result instanceof Promise) return result.finally(() => tell('a read was slow', began, steps));
      tell('a read was slow', began, steps);
      return result;
    },
    async transaction(run) {
      const began = performance.now();
      try {
        return await run();
      } finally {
        tell('a transaction was slow', began);
      }
    },
  };
}

/** The first statement of a plan. A new generator runs no statement. */
function firstSql(steps: () => Steps<unknown>): string | undefined {
  const step = steps().next([]);
  return step.done ? undefined : step.value[0]?.statement.sql;
}
