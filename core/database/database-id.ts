// The name of a database, made at the first use. It travels with the data, so a replica has it too. Keys of Redis begin with it.
import { randomBytes } from 'node:crypto';
import type { Database, Steps } from './database';

/** Its row in quire_meta. */
export const ID_OF_DATABASE = 'id';

export function createDatabaseId(database: () => Database): () => Promise<string> {
  let known: Promise<string> | null = null;
  return () => {
    known ??= readOrMake(database()).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}

async function readOrMake(database: Database): Promise<string> {
  const { id } = database.dialect;
  const made = randomBytes(9).toString('base64url');
  const insert = `INSERT INTO quire_meta (${id('name')}, ${id('value')}) VALUES (?, ?)`;
  const found = await stored(database);
  if (found !== null) return found;
  try {
    await database.transaction((tx) => tx.run(insert, [ID_OF_DATABASE, made]), {
      commits: null,
      ambient: false,
    });
    return made;
  } catch (error) {
    const other = await stored(database);
    if (other !== null) return other;
    throw error;
  }
}

async function stored({ dialect, read }: Database): Promise<string | null> {
  const sql = dialect.finish(
    `SELECT ${dialect.id('value')} FROM quire_meta WHERE ${dialect.id('name')} = '${ID_OF_DATABASE}'`,
  );
  function* steps(): Steps<string | null> {
    const [rows = []] = yield [
      { statement: { name: 'id of the database', sql, isBackground: true }, params: [] },
    ];
    return rows[0] ? String(rows[0][0]) : null;
  }
  return read(steps, { single: true });
}
