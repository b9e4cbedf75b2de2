// One process at a time changes tables. The others wait, and then find nothing left to do.
import type { Database, Tx } from './database';

const KEY = 728_174_593;
const LOCK_SECONDS = 120;
/** SQLite: each attempt waits for database.writeWait. */
const ATTEMPTS = 25;

/** Runs `work` in a transaction that no other process's `work` overlaps. */
export async function underSyncLock<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { name } = database.dialect;
  if (name === 'mysql') return onMysql(database, work);
  for (let attempt = 1; ; attempt += 1) {
    let begun = false;
    try {
      return await database.transaction(
        async (tx) => {
          begun = true;
          if (name === 'postgres') {
            await tx.run('SET LOCAL statement_timeout = 0');
            await tx.all('SELECT pg_advisory_xact_lock(?)', [KEY]);
          }
          return work(tx);
        },
        { timeout: 0 },
      );
    } catch (error) {
      // Another process is at it for longer than a write usually waits.
      if (begun || attempt >= ATTEMPTS || !isBusy(error)) throw error;
    }
  }
}

/** Changes of tables commit by themselves here, so the lock belongs to the connection and not to the transaction. */
function onMysql<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction(
    async (tx) => {
      const [name] = await tx.all("SELECT CONCAT('quire_sync_', LEFT(MD5(database()), 16))");
      const lock = String(name?.[0]);
      const [got] = await tx.all('SELECT GET_LOCK(?, ?)', [lock, LOCK_SECONDS]);
      if (Number(got?.[0]) !== 1)
        throw new Error(
          `Another process has been changing the tables for ${LOCK_SECONDS} seconds; start again when it is done`,
        );
      try {
        return await work(tx);
      } finally {
        await tx.all('SELECT RELEASE_LOCK(?)', [lock]);
      }
    },
    { timeout: 0 },
  );
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SERVER_BUSY';
