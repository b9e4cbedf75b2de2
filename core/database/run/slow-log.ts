// Logs reads and transactions that took longer than `server.logs.slowQuery`: their SQL and the attributes that they compare, never
// values. `quire doctor --indexes` reads these lines.
import type { Logger } from '../../kernel/log/logger';
import type { Statement, Steps } from '../database';

/** The message that `quire doctor --indexes` looks for. */
export const SLOW_READ = 'a read was slow';

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
    const statement = steps && firstStatement(steps);
    const { sql, compared } = statement ?? {};
    log.warn(message, { milliseconds, ...(sql ? { sql } : {}), ...(compared ? { compared } : {}) });
  };
  return {
    read(steps, run) {
      const began = performance.now();
      const result = run();
      if (result instanceof Promise) return result.finally(() => tell(SLOW_READ, began, steps));
      tell(SLOW_READ, began, steps);
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
function firstStatement(steps: () => Steps<unknown>): Statement | undefined {
  const step = steps().next([]);
  return step.done ? undefined : step.value[0]?.statement;
}
