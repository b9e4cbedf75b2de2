// Ids for entries of components, from a counter in quire_counters. A separate transaction reserves a block of 1,000 ids. So a write that is
// rolled back returns no id, and two processes never get the same id. SQLite has one writer. There, a running transaction takes the ids
// itself, and a rollback returns them.
import type { Database, Tx } from '../../database/database';
import { createSingleFlight } from '../../kernel/concurrency/single-flight';

const COUNTER = 'entries';
const BLOCK = 1_000;

export interface EntryIdCounter {
  /** The first of `count` consecutive ids. */
  reserve(count: number): Promise<number>;
}

export function createEntryIdCounter(database: Database): EntryIdCounter {
  let next = 0;
  let end = 0;
  const refilling = createSingleFlight<typeof COUNTER, void>();

  const refill = async (count: number): Promise<void> => {
    const size = Math.max(BLOCK, count);
    const last = await reserveBlock(database, size);
    next = last - size + 1;
    end = last + 1;
  };

  return {
    async reserve(count) {
      const tx = database.dialect.isServer ? null : database.currentTransaction();
      if (tx) return takeWithin(tx, count);
      while (next + count > end) {
        // One refill at a time; calls that come meanwhile wait for it, and fail with it.
        await refilling.run(COUNTER, () => refill(count));
      }
      const first = next;
      next += count;
      return first;
    },
  };
}

async function takeWithin(tx: Tx, count: number): Promise<number> {
  await tx.run(`UPDATE quire_counters SET value = value + ? WHERE name = '${COUNTER}'`, [count]);
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
    { apart: true, ambient: false, commits: null },
  );
}
