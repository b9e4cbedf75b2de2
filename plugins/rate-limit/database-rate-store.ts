// Counts in a table, for all processes. One statement counts, so two processes never count as one. Windows end by the clock of the
// database. The key is a hash: the table contains no addresses.
import { createHash } from 'node:crypto';
import type { App, Database, Tx } from '../../core';
import type { RateCount, RateStore } from './rate-limit';

const TABLE = 'rate_limit_counts';
/** Milliseconds between two removals of ended windows. */
const CLEANED_EVERY = 60_000;

/** In `register`. */
export const declareRateTable = (app: App): void =>
  void app.model({
    table: TABLE,
    columns: {
      key: { kind: 'string', length: 64, notNull: true },
      count: { kind: 'integer', notNull: true },
      until: { kind: 'integer', notNull: true },
    },
    primaryKey: ['key'],
    indexes: [{ columns: ['until'] }],
  });

export function createDatabaseRateStore(database: Database): RateStore {
  const { id, now } = database.dialect;
  const [key, count, until] = [id('key'), id('count'), id('until')];
  const isOpen = `${until} > ${now}`;
  const countOne = `UPDATE ${TABLE} SET ${count} = CASE WHEN ${isOpen} THEN ${count} + 1 ELSE 1 END, ${until} = CASE WHEN ${isOpen} THEN ${until} ELSE ${now} + ? END WHERE ${key} = ?`;
  const insert = `INSERT INTO ${TABLE} (${key}, ${count}, ${until}) VALUES (?, 1, ${now} + ?)`;
  const select = `SELECT ${count}, ${until} - ${now} FROM ${TABLE} WHERE ${key} = ?`;
  let cleanedAt = performance.now();

  const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    database.transaction(work, { commits: null, ambient: false });

  async function read(tx: Tx, hash: string): Promise<RateCount | null> {
    const [row] = await tx.all(select, [hash]);
    const remaining = Number(row?.[1] ?? 0);
    return row && remaining > 0 ? { count: Number(row[0]), resetAt: Date.now() + remaining } : null;
  }

  const add = (hash: string, milliseconds: number): Promise<RateCount> =>
    run(async (tx) => {
      const { changes } = await tx.run(countOne, [milliseconds, hash]);
      if (changes === 0) await tx.run(insert, [hash, milliseconds]);
      // A window of some milliseconds may have ended since.
      return (await read(tx, hash)) ?? { count: 1, resetAt: Date.now() };
    });

  async function clean(): Promise<void> {
    if (performance.now() - cleanedAt < CLEANED_EVERY) return;
    cleanedAt = performance.now();
    await run((tx) => tx.run(`DELETE FROM ${TABLE} WHERE ${until} <= ${now}`));
  }

  return {
    async add(given, milliseconds) {
      const hash = hashOf(given);
      // No request waits for it. Ended windows count as empty anyway.
      void clean().catch(() => undefined);
      try {
        return await add(hash, milliseconds);
      } catch (error) {
        // Another process inserted the key at the same time.
        if (database.dialect.classify(error).kind !== 'duplicate') throw error;
        return add(hash, milliseconds);
      }
    },
    get: (given) => run((tx) => read(tx, hashOf(given))),
    remove: async (given) =>
      void (await run((tx) => tx.run(`DELETE FROM ${TABLE} WHERE ${key} = ?`, [hashOf(given)]))),
  };
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');
