// A damaged SQLite file: recognised by the error of the driver, or found by reading the whole file.
import { StartupError } from '../../kernel/errors/startup-error';
import type { Database } from '../database';
import { errorFacts, reasonOf } from '../dialects/error-facts';

const REMEDY =
  'restore a backup; "sqlite3 FILE .recover" prints the rows of a damaged file that can still be read';

export const isDamage = (error: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(errorFacts(error).code);

export const damageError = (reason: string): StartupError =>
  new StartupError(`The file of the database is damaged: ${reason}`, [
    { where: 'database', message: REMEDY },
  ]);

/** Throws a StartupError where the file of the database is damaged. Database servers answer for their own files. */
export async function refuseDamage(database: Database): Promise<void> {
  if (database.dialect.isServer) return;
  try {
    const [row] = await database.transaction((tx) => tx.all('PRAGMA quick_check(1)'), { timeout: 0 });
    if (row?.[0] !== 'ok') throw damageError(String(row?.[0]));
  } catch (error) {
    const { cause } = error instanceof Error ? error : {};
    throw isDamage(cause) ? damageError(reasonOf(cause)) : error;
  }
}
