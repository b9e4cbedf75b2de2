// The SQL of one database that makes and changes tables, and reads its catalogue. One file per database in dialects/.
import type { PairDialect } from './column-pairs';
import type { ColumnSpec } from './sql-dialect';

/** Statements about the tables of the database. */
export interface Catalogue {
  /** Rows of table, column, type. */
  readonly columns: string;
  /** Rows of table, index, unique, column; primary keys left out. */
  readonly indexes: string;
  /** The same of search indexes. A fifth value is 1 for a part of an incomplete index. */
  readonly searches?: string;
}

export interface IndexedColumn {
  readonly name: string;
  readonly spec: ColumnSpec | { readonly kind: 'id' };
  readonly notNull?: boolean;
}

export interface TableDialect {
  readonly catalogue: Catalogue;
  /** A column of an index. */
  indexTerm(column: IndexedColumn): string;
  /** Can an index leave out rows? */
  readonly partialIndexes: boolean;
  dropIndex(table: string, index: string): string;
  /** Drops `old`, and gives `made` its name. */
  replaceColumn(table: string, old: string, made: string): readonly string[];
  /** Gives a column a type that all its values fit. `clause`: the type with NOT NULL and default. null: the database stores such values already. */
  widenColumn(table: string, column: string, type: string, clause: string): string | null;
  /** Columns that triggers keep equal. */
  readonly pairs: PairDialect;
  /** A boolean as the default of a column. */
  readonly booleans: readonly [no: string, yes: string];
  /**
   * The statements that take the limit of time from a transaction, and those that give it back. Each change of a table commits, so
   * `beginAgain` begins the next transaction. null: a change of a table is part of the transaction.
   */
  readonly unlimited: readonly string[];
  readonly limited: readonly string[];
  readonly beginAgain: string | null;
}
