// The counters of an adapter.
import type { Events } from '../../kernel/observe/events';

export interface Counters {
  statements: number;
  /** Plans run in the slow lane. */
  slow: number;
  /** Called where statements start, in the asynchronous context of their caller. */
  ran(count: number): void;
}

export function createCounters(events: Events): Counters {
  const observation = events.observation('database.statements');
  return {
    statements: 0,
    slow: 0,
    ran(count) {
      this.statements += count;
      if (observation.isObserved) events.emit({ event: 'database.statements', count });
    },
  };
}
