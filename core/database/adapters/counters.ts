// The counters of an adapter.
import type { Events } from '../../kernel/observe/events';
import type { Run } from '../database';

export interface Counters {
  statements: number;
  /** Plans run in the slow lane. */
  slow: number;
  /** Connections to a server that were opened, those that are closed again included. */
  opened: number;
  /** Called where statements start, in the asynchronous context of their caller. */
  ran(count: number): void;
  /** A plan belongs to one read, so its first statement says whether it counts. */
  ranPlan(runs: readonly Run[]): void;
}

export function createCounters(events: Events): Counters {
  const observation = events.observation('database.statements');
  return {
    statements: 0,
    slow: 0,
    opened: 0,
    ran(count) {
      this.statements += count;
      if (observation.isObserved) events.emit({ event: 'database.statements', count });
    },
    ranPlan(runs) {
      if (!runs[0]?.statement.isBackground) this.ran(runs.length);
    },
  };
}
