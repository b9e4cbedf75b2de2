// What is known of writes, in memory, for cached totals. A version per table grows with every commit that wrote to it: a total with a
// filter is valid while the versions of its tables stay. A total of all rows moves with the rows that commits add and remove.
// Knows only the commits of this process.
import type { RowMove } from '../database';

/** The writes of one transaction. */
export interface Writes {
  readonly touched: Set<string>;
  /** Tables whose rows were added or removed in an unknown way. */
  readonly unknown: Set<string>;
  moves: (RowMove & { readonly table: string })[];
  /** knex was used, so any table may have changed. */
  foreign: boolean;
}

export const noWrites = (): Writes => ({ touched: new Set(), unknown: new Set(), moves: [], foreign: false });

export class TableVersions {
  readonly #versions = new Map<string, number>();
  readonly #unknown = new Map<string, number>();
  readonly #moved = new Map<string, number>();
  #everything = 0;
  #commits = 0;

  /** After writes to unknown tables. */
  bumpAll(): void {
    this.#everything++;
  }

  of(tables: readonly string[]): string {
    let text = String(this.#everything);
    for (const table of tables) text += `.${this.#versions.get(table) ?? 0}`;
    return text;
  }

  /** Changes when rows of the table were added or removed in an unknown way. */
  ofRows(table: string): string {
    return `${this.#everything}.${this.#unknown.get(table) ?? 0}`;
  }

  /** Rows that were added at a place, less those removed, since the process started. */
  moved(table: string, place: string): number {
    return this.#moved.get(keyOf(table, place)) ?? 0;
  }

  /** A commit is under way: a count may include its rows, and `moved` does not. */
  get isCommitting(): boolean {
    return this.#commits > 0;
  }

  async commit(writes: Writes, run: () => Promise<void>): Promise<void> {
    this.#commits++;
    try {
      await run();
      for (const { table, place, by } of writes.moves)
        this.#moved.set(keyOf(table, place), this.moved(table, place) + by);
    } catch (error) {
      // After a lost connection the outcome is unknown.
      for (const table of writes.touched) writes.unknown.add(table);
      throw error;
    } finally {
      this.#commits--;
      grow(this.#versions, writes.touched);
      grow(this.#unknown, writes.unknown);
      if (writes.foreign) this.bumpAll();
    }
  }
}

const keyOf = (table: string, place: string): string => `${table} ${place}`;

function grow(versions: Map<string, number>, tables: Iterable<string>): void {
  for (const table of tables) versions.set(table, (versions.get(table) ?? 0) + 1);
}
