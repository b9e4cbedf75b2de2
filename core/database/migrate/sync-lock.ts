// A transaction that changes tables, under the start lock and without limits of time.
import type { Database, Tx } from '../database';

export const underSyncLock = <T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.exclusively(() =>
    database.transaction(
      async (tx) => {
        if (database.dialect.name === 'postgres') await tx.run('SET LOCAL statement_timeout = 0');
        return work(tx);
      },
      { timeout: 0 },
    ),
  );
