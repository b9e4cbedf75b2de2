// A transaction that changes tables, under the start lock and without limits of time.
import type { Database, Tx } from '../../database/database';

/** MySQL takes the second part as a comment; its limit ends reads only. */
const LIFT_LIMIT = 'SET @quire_limit = 0 /*M! + @@max_statement_time, SESSION max_statement_time = 0 */';
const RESTORE_LIMIT = 'SET @quire_ended = 1 /*M!, SESSION max_statement_time = @quire_limit */';

export const underSyncLock = <T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.exclusively(() =>
    database.transaction(
      async (tx) => {
        if (database.dialect.name === 'postgres') await tx.run('SET LOCAL statement_timeout = 0');
        if (database.dialect.name !== 'mysql') return work(tx);
        await tx.run(LIFT_LIMIT);
        try {
          return await work(tx);
        } finally {
          await tx.run(RESTORE_LIMIT).catch(() => undefined);
        }
      },
      { timeout: 0 },
    ),
  );

/**
 * MariaDB and MySQL commit at each change of a table, and then each statement by itself. MySQL does not prepare
 * `START TRANSACTION`, so knex sends its text. `database.knex` loads knex: other databases do not read it.
 */
export async function beginAgain(database: Pick<Database, 'dialect' | 'knex'>): Promise<void> {
  if (database.dialect.name === 'mysql') await database.knex.raw('START TRANSACTION');
}
