// Texts that a database has for itself, made at the first use: its name and secrets. They travel with the data, so a replica has them too.
import { randomBytes } from 'node:crypto';
import type { Database, Steps } from './database';

/** Its row in quire_meta. Keys of Redis begin with it. */
export const ID_OF_DATABASE = 'id';
/** The row of a secret, for values that processes on this database read from elsewhere. */
const SECRET_OF_CACHE = 'cache secret';
/** The row of a secret, for hashes of configuration that processes on this database compare. */
const SECRET_OF_CONFIG = 'config secret';

export const createDatabaseId = (database: () => Database): (() => Promise<string>) =>
  madeText(database, ID_OF_DATABASE, 9);

export const createCacheSecret = (database: () => Database): (() => Promise<string>) =>
  madeText(database, SECRET_OF_CACHE, 32);

export const createConfigSecret = (database: () => Database): (() => Promise<string>) =>
  madeText(database, SECRET_OF_CONFIG, 32);

function madeText(database: () => Database, row: string, bytes: number): () => Promise<string> {
  let known: Promise<string> | null = null;
  return () => {
    known ??= readOrMake(database(), row, bytes).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}

async function readOrMake(database: Database, row: string, bytes: number): Promise<string> {
  const { id } = database.dialect;
  const made = randomBytes(bytes).toString('base64url');
  const insert = `INSERT INTO quire_meta (${id('name')}, ${id('value')}) VALUES (?, ?)`;
  const found = await stored(database, row);
  if (found !== null) return found;
  try {
    await database.transaction((tx) => tx.run(insert, [row, made]), {
      commits: null,
      ambient: false,
    });
    return made;
  } catch (error) {
    const other = await stored(database, row);
    if (other !== null) return other;
    throw error;
  }
}

async function stored({ dialect, read }: Database, row: string): Promise<string | null> {
  const sql = dialect.finish(`SELECT ${dialect.id('value')} FROM quire_meta WHERE ${dialect.id('name')} = ?`);
  function* steps(): Steps<string | null> {
    const [rows = []] = yield [
      { statement: { name: 'text of the database', sql, isBackground: true }, params: [row] },
    ];
    return rows[0] ? String(rows[0][0]) : null;
  }
  return read(steps, { single: true });
}
