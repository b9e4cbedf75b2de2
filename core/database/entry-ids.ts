// Numbers for entries of components. They are taken from a counter in blocks, in a transaction of their own, so that a write
// that is rolled back gives none back, and two processes never give the same. Inside a transaction of SQLite, which has one
// writer, that one would wait for the transaction it serves: there the numbers are taken by it, and go back with it.
import type { Database, Tx } from './database';

const COUNTER = 'entries';
const BLOCK = 1_000;

export interface EntryIds {
  /** The first of `count` numbers in a row: for the transaction that follows, which may be one inside that of the caller. */
  reserve(count: number): Promise<number>;
}

export function createEntryIds(database: Database): EntryIds {
  let next = 0;
  let end = 0;
  let refilling: Promise<void> | null = null;

  const refill = async (count: number): Promise<void> => {
    const size = Math.max(BLOCK, count);
    const last = await reserveBlock(database, size);
    next = last - size + 1;
    end = last + 1;
  };

  return {
    async reserve(count) {
      const tx = database.dialect.name === 'sqlite' ? database.currentTransaction() : null;
      if (tx) return takeWithin(tx, count);
      while (next + count > end) {
        // One at a time: whoever comes meanwhile waits for it and looks again. One that fails fails those who waited for it,
        // and nobody who comes later.
        refilling ??= refill(count).finally(() => {
          refilling = null;
        });
        await refilling;
      }
      const first = next;
      next += count;
      return first;
    },
  };
}

/** Under the lock of a migration, so that nobody else makes the counter at the same time. */
export async function seedCounter(tx: Tx): Promise<void> {
  const known = await tx.all('SELECT value FROM quire_counters WHERE name = ?', [COUNTER]);
  if (known.length === 0) await tx.run('INSERT INTO quire_counters (name, value) VALUES (?, 0)', [COUNTER]);
}

async function takeWithin(tx: Tx, count: number): Promise<number> {
  const { changes } = await tx.run(`UPDATE quire_counters SET value = value + ? WHERE name = '${COUNTER}'`, [
    count,
  ]);
  if (changes === 0)
    await tx.run(`INSERT INTO quire_counters (name, value) VALUES ('${COUNTER}', ?)`, [count]);
  const [row] = await tx.all(`SELECT value FROM quire_counters WHERE name = '${COUNTER}'`);
  return Number(row?.[0]) - count + 1;
}

/** The last number of a new block. */
async function reserveBlock(database: Database, size: number): Promise<number> {
  return database.transaction(
    async (tx) => {
      await tx.run('UPDATE quire_counters SET value = value + ? WHERE name = ?', [size, COUNTER]);
      const [row] = await tx.all('SELECT value FROM quire_counters WHERE name = ?', [COUNTER]);
      return Number(row?.[0]);
    },
    { apart: true, ambient: false },
  );
}
