// One COMMIT for the brief transactions of one turn of the event loop. On SQLite a COMMIT costs more than the other statements of a small
// write together. Each transaction after the first is a savepoint, so it can be rolled back alone. No transaction is acknowledged before
// the COMMIT.
//
//   BEGIN IMMEDIATE; …; SAVEPOINT brief; …; RELEASE brief; SAVEPOINT brief; …; ROLLBACK TO brief; RELEASE brief; COMMIT
import timers from 'node:timers';
import type { Handle } from './open-sqlite';

/** Only the holder of the mutex uses the transaction, until its end. */
export interface BriefTransaction {
  /** Resolves after the COMMIT. The next holder of the mutex may begin at once. */
  commit(): Promise<void>;
  /** No effect on a transaction that has ended. */
  rollback(): void;
}

export interface CommitGroup {
  /** Begins a transaction in the group, or a new group. */
  begin(): Promise<BriefTransaction>;
  /** Commits the group; then the handle is in no transaction. Errors go to the members. */
  end(): void;
}

interface Member {
  resolve(): void;
  reject(error: unknown): void;
}

/** Transactions of one COMMIT. */
const MOST_MEMBERS = 32;

/** The functions of Node itself: a test that replaces the clock must not delay commits. */
const { clearImmediate, setImmediate } = timers;

/** `begin` runs BEGIN IMMEDIATE, and waits while another process writes. */
export function createCommitGroup(
  handle: Pick<Handle, 'inTransaction'>,
  exec: (text: string) => void,
  begin: () => Promise<void>,
): CommitGroup {
  let finished: Member[] = [];
  let isActive = false;
  /** The turn has ended while a transaction was active: its end also ends the group. */
  let isLate = false;
  let timer: NodeJS.Immediate | null = null;

  function end(): void {
    if (timer) clearImmediate(timer);
    timer = null;
    isLate = false;
    const members = finished;
    finished = [];
    if (members.length === 0) return;
    try {
      if (!handle.inTransaction) throw lostGroup();
      exec('COMMIT');
      for (const { resolve } of members) resolve();
    } catch (error) {
      for (const { reject } of members) reject(error);
      if (handle.inTransaction) exec('ROLLBACK');
    }
  }

  function turnEnded(): void {
    timer = null;
    if (isActive) isLate = true;
    else end();
  }

  function transaction(isFirst: boolean): BriefTransaction {
    let hasEnded = false;
    const leave = (): void => {
      hasEnded = true;
      isActive = false;
    };
    return {
      commit() {
        if (!isFirst) exec('RELEASE brief');
        leave();
        return new Promise((resolve, reject) => {
          finished.push({ resolve, reject });
          if (isLate || finished.length === MOST_MEMBERS) end();
          else timer ??= setImmediate(turnEnded);
        });
      },
      rollback() {
        if (hasEnded) return;
        leave();
        try {
          if (isFirst) exec('ROLLBACK');
          else {
            exec('ROLLBACK TO brief');
            exec('RELEASE brief');
          }
        } finally {
          // SQLite itself rolls back after some errors, such as a full disk.
          if (isLate || !handle.inTransaction) end();
        }
      },
    };
  }

  return {
    end,
    async begin() {
      if (!handle.inTransaction) end();
      const isFirst = finished.length === 0;
      if (isFirst) await begin();
      else exec('SAVEPOINT brief');
      isActive = true;
      return transaction(isFirst);
    },
  };
}

/** Classified as a lock of another writer: the members run again. */
const lostGroup = (): Error =>
  Object.assign(new Error('SQLite rolled back the transaction of another write, and this one with it'), {
    code: 'SQLITE_BUSY',
  });
