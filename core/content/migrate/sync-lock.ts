// A transaction that changes tables, under the start lock and without limits of time.
import type { Database, Tx } from '../../database/database';

export const underSyncLock = <T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  database.exclusively(() =>
    database.transaction(
      async (tx) => {
        const { unlimited, limited } = database.dialect.tables;
        for (const text of unlimited) await tx.run(text);
        try {
          return await work(tx);
        } finally {
          for (const text of limited) await tx.run(text).catch(() => undefined);
        }
      },
      { timeout: 0 },
    ),
  );

/**
 * Begins the transaction again after a change of a table that has committed it. MySQL does not prepare `START TRANSACTION`, so knex sends
 * its text. `database.knex` loads knex: other databases do not read it.
 */
export async function beginAgain(database: Pick<Database, 'dialect' | 'knex'>): Promise<void> {
  const { beginAgain: text } = database.dialect.tables;
  if (text !== null) await database.knex.raw(text);
}

/** Statements that MySQL does not prepare. */
export async function runTexts({ knex }: Pick<Database, 'knex'>, texts: readonly string[]): Promise<void> {
  for (const text of texts) await knex.raw(text);
}
