// Ids for new component entries of one attempt. They come from a counter whose transaction is its own, so they are reserved
// before the write's; an attempt that needs more says how many and is made again.
import type { Database } from '../database/database';

/**
 * The first of `count` ids. Inside a transaction on a database with one writer, the counter's own transaction would wait for
 * the one it serves: there the numbers are taken from the counter by that one, and go back with it.
 */
export async function reserveIds(
  database: Database,
  reserve: (count: number) => Promise<number>,
  count: number,
): Promise<number> {
  const tx = database.currentTransaction();
  if (!tx || database.dialect.name !== 'sqlite') return reserve(count);
  const { changes } = await tx.run("UPDATE quire_counters SET value = value + ? WHERE name = 'entries'", [
    count,
  ]);
  if (changes === 0) await tx.run("INSERT INTO quire_counters (name, value) VALUES ('entries', ?)", [count]);
  const [row] = await tx.all("SELECT value FROM quire_counters WHERE name = 'entries'");
  return Number(row?.[0]) - count + 1;
}

export class EntryIdsMissing extends Error {
  constructor(readonly needed: number) {
    super(`The write needs ${needed} ids for component entries`);
  }
}

export class EntryIds {
  #used = 0;

  constructor(
    private readonly first: number,
    private readonly reserved: number,
  ) {}

  readonly next = (): number => this.first + this.#used++;

  /** Before anything that used them is written for good. */
  assertEnough(): void {
    if (this.#used > this.reserved) throw new EntryIdsMissing(this.#used);
  }
}
