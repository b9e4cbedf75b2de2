// The statements of rows that several writes of one transaction share, and their values.
import type { Row } from '../../../database/database';
import type { StoredRow } from '../write-action';
import type { RowAxes } from './target';
import type { WritePlan } from './write-plan';

/** The statements of rows, together with those of other writes. */
export interface SharedRows {
  /** Locked rows of a document. */
  read(plan: WritePlan, documentId: string): Promise<readonly Row[]>;
  /** Sets a column of a row to 0. */
  clear(plan: WritePlan, column: string, row: StoredRow): Promise<void>;
  /** Returns the id of the row. */
  insert(plan: WritePlan, place: RowPlace, cells: readonly Cell[]): Promise<number>;
  /** Copies the columns `taken` of another row of the document; `cells` get values. */
  copy(
    plan: WritePlan,
    place: RowPlace,
    from: StoredRow,
    cells: readonly Cell[],
    taken: readonly string[],
  ): Promise<number>;
}

export interface RowPlace {
  readonly documentId: string;
  readonly axes: RowAxes;
}

/** A column and the value that a statement gives it. */
export type Cell = readonly [column: string, value: unknown];
