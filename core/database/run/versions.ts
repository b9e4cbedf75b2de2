// Versions in memory, for cached totals. Versions of tables and columns grow with every commit that wrote to them. A total with a filter
// is valid while its tables have the same rows and no column that it reads has changed. A total of all rows changes with the rows that
// commits add and remove. The versions contain only commits of this process.
import type { RowMove, TableRead } from '../database';

/** The writes of one transaction. */
export interface Writes {
  readonly touched: Set<string>;
  /** Tables with added or removed rows, or with changes of any column. */
  readonly whole: Set<string>;
  /** Of other touched tables: the changed columns. */
  readonly columns: Map<string, Set<string>>;
  /** Tables whose rows were added or removed in an unknown way. */
  readonly unknown: Set<string>;
  moves: (RowMove & { readonly table: string })[];
  /** knex was used, so any table may have changed. */
  usedKnex: boolean;
}

export const noWrites = (): Writes => ({
  touched: new Set(),
  whole: new Set(),
  columns: new Map(),
  unknown: new Set(),
  moves: [],
  usedKnex: false,
});

export class TableVersions {
  readonly #versions = new Map<string, number>();
  readonly #whole = new Map<string, number>();
  readonly #columns = new Map<string, Map<string, number>>();
  readonly #unknown = new Map<string, number>();
  readonly #moved = new Map<string, number>();
  /** Commits under way, by table. */
  readonly #commits = new Map<string, number>();
  /** Commits under way of transactions that used knex. */
  #foreignCommits = 0;
  #everything = 0;
  readonly #tablesElsewhere = new Map<string, number>();
  #elsewhere = 0;

  /** `written` gets the tables of each commit; null: unknown tables. */
  constructor(private readonly written: (tables: readonly string[] | null) => void = () => undefined) {}

  /** After writes to unknown tables. */
  bumpAll(): void {
    this.#everything++;
    this.written(null);
  }

  /** After commits of other processes; null: to any table. */
  bumpElsewhere(tables: readonly string[] | null): void {
    if (tables === null) this.#elsewhere++;
    else grow(this.#tablesElsewhere, tables);
  }

  /** Versions only grow, so their sum changes with each of them. */
  ofTables(tables: readonly string[]): number {
    let sum = this.#everything + this.#elsewhere;
    for (const table of tables)
      sum += (this.#versions.get(table) ?? 0) + (this.#tablesElsewhere.get(table) ?? 0);
    return sum;
  }

  of(table: string): string {
    return `${this.#everything}.${this.#versions.get(table) ?? 0}`;
  }

  /** Versions only grow, so their sum changes with each of them. */
  ofReads(reads: readonly TableRead[]): number {
    let sum = this.#everything;
    for (const { table, columns } of reads) {
      sum += this.#whole.get(table) ?? 0;
      const changed = this.#columns.get(table);
      if (changed) for (const column of columns) sum += changed.get(column) ?? 0;
    }
    return sum;
  }

  /** Changes when rows of the table were added or removed in an unknown way. */
  ofRows(table: string): string {
    return `${this.#everything}.${this.#unknown.get(table) ?? 0}`;
  }

  /** Rows that were added at a place, less those removed, since the process started. */
  moved(table: string, place: string): number {
    return this.#moved.get(counterOf(table, place)) ?? 0;
  }

  /** A commit that wrote to the table is under way: a count may include its rows, and `moved` does not. */
  isCommitting(table: string): boolean {
    return this.#foreignCommits > 0 || (this.#commits.get(table) ?? 0) > 0;
  }

  async commit(writes: Writes, run: () => Promise<void>): Promise<void> {
    const leave = this.#enter(writes);
    try {
      await run();
      for (const { table, place, by } of writes.moves)
        this.#moved.set(counterOf(table, place), this.moved(table, place) + by);
    } catch (error) {
      // After a lost connection the outcome is unknown.
      for (const table of writes.touched) {
        writes.unknown.add(table);
        writes.whole.add(table);
      }
      throw error;
    } finally {
      leave();
      grow(this.#versions, writes.touched);
      grow(this.#whole, writes.whole);
      for (const [table, columns] of writes.columns) grow(this.#columnsOf(table), columns);
      grow(this.#unknown, writes.unknown);
      if (writes.usedKnex) this.bumpAll();
      else if (writes.touched.size > 0) this.written([...writes.touched]);
    }
  }

  #enter({ touched, usedKnex }: Writes): () => void {
    const count = (by: 1 | -1): void => {
      if (usedKnex) this.#foreignCommits += by;
      for (const table of touched) this.#commits.set(table, (this.#commits.get(table) ?? 0) + by);
    };
    count(1);
    return () => count(-1);
  }

  #columnsOf(table: string): Map<string, number> {
    const known = this.#columns.get(table) ?? new Map<string, number>();
    this.#columns.set(table, known);
    return known;
  }
}

const counterOf = (table: string, place: string): string => `${table} ${place}`;

function grow(versions: Map<string, number>, tables: Iterable<string>): void {
  for (const table of tables) versions.set(table, (versions.get(table) ?? 0) + 1);
}
