// States of an SQLite file that this process can read for a while, in its own thread. Each has a handle with an open read transaction.
import type { Row, Run } from '../database';
import type { SnapshotLease } from './adapter';
import type { Counters } from './counters';
import { type Handle, openReader } from './open-sqlite';
import { createSqliteStatements, type SqliteStatements } from './sqlite-statements';

export interface SqliteMoments {
  /** The committed data of now. */
  take(): SnapshotLease;
  close(): void;
}

interface Reader {
  readonly handle: Handle;
  readonly statements: SqliteStatements;
}

export function createSqliteMoments(file: string, counters: Counters): SqliteMoments {
  const readers = new Set<Reader>();
  const idle: Reader[] = [];
  let isOpen = true;
  const made = (): Reader => {
    const handle = openReader(file);
    const reader = { handle, statements: createSqliteStatements(handle) };
    readers.add(reader);
    return reader;
  };
  return {
    take() {
      const reader = idle.pop() ?? made();
      const { statements } = reader;
      statements.exec('BEGIN');
      // SQLite chooses the state with the first read.
      statements.all('SELECT 1 FROM quire_meta LIMIT 1', []);
      return {
        connection: {
          async plan(runs: readonly Run[]): Promise<Row[][]> {
            counters.ranPlan(runs);
            return runs.map(statements.plan);
          },
        },
        // Its statements run in this thread: none is under way.
        cancel: () => undefined,
        async release() {
          if (!isOpen) return;
          statements.exec('COMMIT');
          idle.push(reader);
        },
      };
    },
    close() {
      isOpen = false;
      for (const { handle } of readers) handle.close();
    },
  };
}
