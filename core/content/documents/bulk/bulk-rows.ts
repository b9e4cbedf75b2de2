// Whole documents as a copy from another place brings them: with ids, times, links and both rows of stages. No hook runs for them.

import type { Stored } from '../../../database/sql-dialect';
import type { ContentType, Uid } from '../../model/compiled/content-type';
import type { RowAxes } from '../write/target';

export interface BulkDocument {
  readonly documentId: string;
  readonly rows: readonly BulkRow[];
}

export interface BulkRow {
  /** Kept if no other row has it. null: the database chooses. */
  readonly id: number | null;
  /** A value for each axis of the type. */
  readonly axes: RowAxes;
  /** Column → stored value; components are JSON text. A missing column is empty. */
  readonly columns: ReadonlyMap<string, Stored>;
  readonly links: readonly BulkLink[];
}

export interface BulkLink {
  /** The attribute that holds the link. */
  readonly attribute: string;
  readonly type: Uid;
  readonly document: string;
  /** Axis name → value that the link names. */
  readonly pins: Readonly<Record<string, string>>;
  /** Place in the list of the row. */
  readonly order: number;
  /** Place in the list of the target. */
  readonly inverseOrder: number;
}

export interface BulkOutcome {
  /** Documents that existed before. They stay as they are. */
  readonly present: readonly string[];
  readonly written: readonly WrittenBulkRow[];
  readonly refused: readonly RefusedBulkRow[];
  /** The row is written without the link: another row has the target of a one-to-one relation. */
  readonly unlinked: readonly { readonly row: BulkRow; readonly link: BulkLink }[];
}

export interface WrittenBulkRow {
  readonly documentId: string;
  readonly row: BulkRow;
  readonly id: number;
}

export interface RefusedBulkRow {
  readonly documentId: string;
  readonly row: BulkRow;
  readonly reason: string;
}

export interface BulkWrites {
  /** Writes the documents in one transaction, that of the caller if there is one. */
  write(type: ContentType, documents: readonly BulkDocument[]): Promise<BulkOutcome>;
  /** Removes the links of rows to documents of the type that do not exist, and returns their number. */
  unlink(type: ContentType, documentIds: readonly string[]): Promise<number>;
  /** New entries of components get ids above this one. */
  reserveEntryIds(highest: number): Promise<void>;
}
