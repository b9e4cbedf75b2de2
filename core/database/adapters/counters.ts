// The counters of an adapter. `onStatements` is set while run/statement-tally.ts counts the statements of some work.
export interface Counters {
  statements: number;
  /** Plans run in the slow lane. */
  slow: number;
  onStatements: ((count: number) => void) | null;
  /** Called where statements start, in the asynchronous context of their caller. */
  ran(count: number): void;
}

export function createCounters(): Counters {
  return {
    statements: 0,
    slow: 0,
    onStatements: null,
    ran(count) {
      this.statements += count;
      this.onStatements?.(count);
    },
  };
}
