// Logs reads and transactions that took longer than `server.logs.slowQuery`: their SQL and the attributes that they compare, never
// values. `quire doctor --indexes` reads these lines.
import type { Logger } from '../../kernel/log/logger';
import type { Events } from '../../kernel/observe/events';

/** The message that `quire doctor --indexes` looks for. */
export const SLOW_READ = 'a read was slow';

/** `threshold`: milliseconds; 0 or absent: nothing is logged. */
export function logSlowWork(events: Events, threshold: number | undefined, log: Pick<Logger, 'warn'>): void {
  if (!threshold) return;
  events.observe('database.read', ({ milliseconds, statement }) => {
    if (milliseconds < threshold) return;
    const { sql, compared } = statement() ?? {};
    log.warn(SLOW_READ, {
      milliseconds: Math.round(milliseconds),
      ...(sql ? { sql } : {}),
      ...(compared ? { compared } : {}),
    });
  });
  events.observe('database.transaction', ({ milliseconds, isLimited }) => {
    // Work without a limit of time may take long; it is no reason for a warning.
    if (milliseconds < threshold || !isLimited) return;
    log.warn('a transaction was slow', { milliseconds: Math.round(milliseconds) });
  });
}
