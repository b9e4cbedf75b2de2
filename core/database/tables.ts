// Tables as data: what the schema needs in the database. compile: a schema → TableSpec[]; sync.ts makes the database agree.

import type { Dialect } from './dialect';
import type { ColumnSpec } from './sql-dialect';

/** `reuse`: the id of a removed row may come again, where the database then inserts faster. */
export interface IdSpec {
  readonly kind: 'id';
  readonly reuse?: boolean;
}

export interface TableColumn {
  readonly name: string;
  readonly spec: ColumnSpec | IdSpec;
  readonly notNull?: boolean;
  /** For existing rows when the column is added, and for inserts that leave it out. */
  readonly default?: string | number;
  /** For existing rows when the column is added: an expression over the table's other columns, in place of the default. */
  readonly fill?: (id: Dialect['id']) => string;
}

export interface TableIndex {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** Without the rows that have no value in the first column, where the database can. */
  readonly filled?: boolean;
  /** Of a unique index that a schema file declares: the attributes that a message names. */
  readonly attributes?: readonly string[];
  /** Narrows searches in texts, and orders nothing. The dialect writes its statements. */
  readonly search?: true;
}

export const indexesByTable = (tables: readonly TableSpec[]): ReadonlyMap<string, readonly TableIndex[]> =>
  new Map(tables.map(({ name, indexes }) => [name, indexes]));

/** The search index of each table that has one. */
export const searchIndexes = (tables: readonly TableSpec[]): ReadonlyMap<string, TableIndex> =>
  new Map(
    tables.flatMap(({ name, indexes }) =>
      indexes.filter(({ search }) => search).map((index): [string, TableIndex] => [name, index]),
    ),
  );

export interface TableSpec {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** Absent: the `id` column. */
  readonly primaryKey?: readonly string[];
  readonly indexes: readonly TableIndex[];
  /** Rows go with the row of another table. */
  readonly foreignKeys?: readonly {
    readonly column: string;
    readonly table: string;
    readonly references: string;
  }[];
  /** For messages: the content type, or the plugin. */
  readonly owner: string;
}
