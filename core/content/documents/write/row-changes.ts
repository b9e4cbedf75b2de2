// What one write has changed in rows that it had read: columns with other values, and copies of whole rows.
import type { StoredRow } from '../write-action';

export interface RowCopy {
  readonly from: StoredRow;
  /** Columns that got values of their own. */
  readonly given: readonly string[];
}

type Columns = ReadonlyMap<string, unknown>;

const NONE: Columns = new Map();

export class RowChanges {
  #columns: Map<number, Map<string, unknown>> | null = null;
  #copies: Map<number, RowCopy> | null = null;

  /** Columns of an updated row, with their parameters; undefined: the value is not known here. */
  add(rowId: number, cells: Iterable<readonly [column: string, param: unknown]>): void {
    this.#columns ??= new Map();
    const changed = this.#columns.get(rowId) ?? new Map<string, unknown>();
    this.#columns.set(rowId, changed);
    for (const [column, param] of cells) changed.set(column, param);
    this.#endCopies(rowId);
  }

  /** The values of its copies are no longer those of a stored row. */
  removed(rowId: number): void {
    this.#endCopies(rowId);
  }

  #endCopies(rowId: number): void {
    for (const [id, { from }] of this.#copies ?? [])
      if (id === rowId || from.id === rowId) this.#copies?.delete(id);
  }

  /** The columns that may have another value than the row that was read, with their parameters. */
  of(rowId: number): Columns {
    return this.#columns?.get(rowId) ?? NONE;
  }

  has({ id }: StoredRow, column: string): boolean {
    return this.of(id).has(column);
  }

  /** After a copy of all columns. */
  copied(rowId: number, copy: RowCopy): void {
    this.#copies ??= new Map();
    this.#copies.set(rowId, copy);
  }

  /** null: the row is no copy, or one of both rows was written or removed since. */
  copyOf(rowId: number): RowCopy | null {
    return this.#copies?.get(rowId) ?? null;
  }
}
