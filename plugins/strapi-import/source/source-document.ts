// A document as the source has it: rows with their links and entries, before anything is converted.

import type { SourceRow } from './source';

export interface SourceDocument {
  /** null: the rows have none; each row is a document. */
  readonly documentId: string;
  readonly rows: readonly SourceItem[];
}

/** A row of a type or of a component. */
export interface SourceItem {
  readonly id: number;
  readonly row: SourceRow;
  /** By attribute. */
  readonly links: ReadonlyMap<string, readonly SourceLink[]>;
  readonly entries: ReadonlyMap<string, readonly SourceEntry[]>;
}

export interface SourceEntry extends SourceItem {
  readonly component: string;
}

export interface SourceLink {
  readonly type: string;
  /** null: the target does not exist. */
  readonly documentId: string | null;
  readonly locale: string | null;
  readonly order: number;
  readonly inverseOrder: number;
}
