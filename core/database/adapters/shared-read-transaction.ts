// One read transaction for the requests that arrive in one turn of the event loop. On SQLite, the locks of a read transaction cost more
// than the read of one row. Other reads have a transaction of their own.
import timers from 'node:timers';
import type { Handle } from './open-sqlite';
import type { SqliteStatements } from './sqlite-statements';

export interface SharedReads {
  /** Before a read of an arriving request. Begins the transaction, unless this read is probably the only one of its turn. */
  join(): void;
  /** What `ask` has returned first in this turn. Later reads see that state or a newer one. */
  commitsOfOtherProcesses(ask: () => string): string;
  /** Ends the transaction. The next read finds all that was committed before it. */
  end(): void;
}

/** The function of Node itself: a test that replaces the clock must not leave the transaction open. */
const { setImmediate } = timers;

export function createSharedReads(
  handle: Pick<Handle, 'open' | 'inTransaction'>,
  exec: (text: 'BEGIN' | 'COMMIT') => void,
): SharedReads {
  let isOpen = false;
  let reads = 0;
  /** Turns are alike: the last one had several reads. */
  let wereSeveral = false;
  let foreign: string | null = null;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(turnEnded);
  }

  function end(): void {
    if (!isOpen) return;
    isOpen = false;
    // SQLite itself ends it after some errors.
    if (handle.open && handle.inTransaction) exec('COMMIT');
  }

  function turnEnded(): void {
    isScheduled = false;
    wereSeveral = reads > 1;
    reads = 0;
    foreign = null;
    end();
  }

  return {
    join() {
      reads++;
      schedule();
      if (isOpen || (reads === 1 && !wereSeveral)) return;
      exec('BEGIN');
      isOpen = true;
    },
    commitsOfOtherProcesses(ask) {
      if (foreign === null) {
        schedule();
        end();
        foreign = ask();
      }
      return foreign;
    },
    end,
  };
}

/** The statements of the writer. A COMMIT while the transaction is open would keep SQLite from reusing its log. */
export const endingBeforeCommits = (
  { end }: SharedReads,
  statements: SqliteStatements,
): SqliteStatements => ({
  ...statements,
  exec(text) {
    if (text === 'COMMIT') end();
    statements.exec(text);
  },
});
