// The parts of an import of a table: what it works on, and one record of it.

import type { ColumnScope } from './columns';
import type { DocumentReads } from './find-documents';
import type { ColumnPlan } from './plan-columns';
import type { TableRecord } from './read-table';
import type { Cell } from './record-values';
import { type LineError, shortened } from './report';

export interface TableImport {
  readonly scope: ColumnScope;
  readonly plan: ColumnPlan;
  readonly isText: boolean;
  readonly reads: DocumentReads;
  /** Of writes: `locale`, `status`. */
  readonly words: Readonly<Record<string, unknown>>;
  /** All records or none. */
  readonly atomic: boolean;
  readonly dryRun: boolean;
  transaction<T>(work: () => Promise<T>): Promise<T>;
  records(): AsyncIterable<TableRecord>;
  progress(records: number): void;
}

/** One record: locale → its cells. `key`: what finds its document. */
export interface Entry {
  readonly line: number;
  readonly cells: ReadonlyMap<string | null, readonly Cell[]>;
  readonly key: string | null;
}

export const errorAt = (line: number, cell: Cell | null, message: string): LineError => ({
  line,
  column: cell?.header ?? null,
  value: shortened(cell?.given),
  message,
});
