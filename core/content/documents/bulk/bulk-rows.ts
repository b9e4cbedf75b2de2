// Whole documents as a copy from another place brings them: with ids, times, links and both rows of stages. No hook runs for them.

import type { Row } from '../../../database/database';
import type { Stored } from '../../../database/sql-dialect';
import type { OnDelete } from '../../attributes/relation';
import type { ContentType, Uid } from '../../model/compiled/content-type';
import type { StoredDocument } from '../all-documents';
import type { RowAxes } from '../write/target';
import type { StoredRow } from '../write-action';

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
  /** The documents of these that exist, with their rows, locked until the end of the transaction. Inside a transaction. */
  stored(type: ContentType, documentIds: readonly string[]): Promise<readonly HeldDocument[]>;
  /** Has the type unique values, or one-to-one relations with two sides? */
  holdsAlone(type: ContentType): boolean;
  /**
   * The documents give up their unique values, and their links of those one-to-one relations that are `attributes`, before others are
   * written that may hold them. Inside a transaction, which then writes the documents again.
   */
  release(
    type: ContentType,
    documents: readonly StoredDocument[],
    attributes: ReadonlySet<string>,
  ): Promise<void>;
  /** Removes the rows of these documents. Links of other documents to them stay. Inside a transaction. */
  remove(type: ContentType, documents: readonly StoredDocument[]): Promise<void>;
  /** Removes all documents of the type, and returns their documentIds. Links of other documents to them stay. */
  clear(type: ContentType): Promise<readonly string[]>;
  /** Documents of these that do not exist, although links with `"onDelete": "restrict"` lead to them. */
  missed(type: ContentType, documentIds: readonly string[]): Promise<readonly MissedDocument[]>;
  /** Removes all links to documents that do not exist, and returns their number. */
  unlinkLost(): Promise<number>;
  /** Reads from one state of the database, over any time. null: too many such reads are open, or the pool is too small. */
  open(): Promise<BulkReader | null>;
  /** New entries of components get ids above this one. */
  reserveEntryIds(highest: number): Promise<void>;
}

export interface MissedDocument {
  readonly documentId: string;
  /** The type and the attribute that hold a link to it. */
  readonly type: Uid;
  readonly attribute: string;
  readonly onDelete: OnDelete;
}

/** A locked document: its rows with their links. */
export interface HeldDocument extends StoredDocument {
  readonly rows: readonly (StoredRow & { readonly links: readonly BulkLink[] })[];
}

/** A document as it is stored: `values` by column, components as entries. */
export interface ReadDocument {
  readonly documentId: string;
  readonly rows: readonly ReadRow[];
}

export interface ReadRow extends Pick<StoredRow, 'axes' | 'id' | 'values'> {
  /** A working row that differs from its shown row. */
  readonly isPending: boolean;
  /** In the order of each attribute. */
  readonly links: readonly BulkLink[];
}

export interface BulkReader {
  /** Pages in the order of documentIds. Rows that a dormant axis hides are left out. */
  documents(type: ContentType): AsyncIterable<readonly ReadDocument[]>;
  /** Runs one SELECT; rows are arrays. */
  rows(text: string, params?: readonly unknown[]): Promise<readonly Row[]>;
  /** Must be called. */
  close(): void;
}
