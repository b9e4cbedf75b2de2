// What a database is to us: its spelling, its traps and its errors. One file per database in dialects/.
import type { Stored } from '../attributes/attribute-type';
import type { ColumnSpec, JsonKind, SqlDialect } from '../attributes/sql-dialect';

/** What an error of the driver means. */
export type DatabaseFault =
  | { readonly kind: 'retry' } // deadlock, serialisation failure, busy: the transaction may be run again
  | { readonly kind: 'duplicate'; readonly index: string | null } // a unique constraint, by its name where the database tells
  | { readonly kind: 'unavailable' } // connection refused or lost, shutting down, pool exhausted
  | { readonly kind: 'timeout' } // a statement took longer than it may
  | { readonly kind: 'other' };

export interface Dialect extends SqlDialect {
  /** Longest identifier. Longer names are cut with a hash (naming.ts). */
  readonly maxIdentifier: number;
  /** The type of a column in CREATE TABLE, collation included. */
  columnType(spec: ColumnSpec): string;
  /** `INTEGER PRIMARY KEY AUTOINCREMENT` and its like: ids never come back. */
  readonly idColumn: string;
  /** `?` marks → what the driver wants. Done once per statement. */
  finish(text: string): string;

  // ── reading ──
  /** A row as JSON text: `pairs` are key and an expression already in JSON form (SqlDialect.json…). */
  jsonRow(pairs: readonly (readonly [key: string, expr: string])[]): string;
  /** `<expr> IN (…)` where the one parameter is a JSON list of `of` values. */
  inList(expr: string, of: ColumnSpec): string;
  /** A condition that the planner must not use to pick an index (an axis bound to several values). */
  hidden(expr: string): string;
  /** A JOIN whose left side is read first, where the planner has to be told. */
  readonly joinInOrder: string;
  /** ORDER BY term with nulls smallest, by code point. */
  orderBy(expr: string, direction: 'asc' | 'desc'): string;
  /** Folds case by Unicode's lower-case mapping, ς as σ. The parameter is folded in JavaScript by `foldCase`. */
  fold(expr: string): string;
  /** Is the `?` parameter contained in / at the start of / at the end of a text expression? Exact. The mark stands as often as `marks` says. */
  textMatch(
    kind: 'contains' | 'starts' | 'ends',
    expr: string,
  ): { readonly text: string; readonly marks: number };
  /** FROM item that yields one row per entry of a JSON list: `entry` is the JSON text of one (of a string: the string), `position` its place. */
  eachEntry(
    list: string,
    alias: string,
  ): { readonly from: string; readonly entry: string; readonly position: string };
  /** A nested list or object of an entry, as JSON text. */
  entryJson(object: string, key: string): string;
  /** The mark of a number beside LIMIT. */
  readonly limitMark: string;

  // ── parameters ──
  /** A stored value as the driver wants it for a column or a comparison with one (decimals scaled, booleans as numbers). */
  toParam(value: Stored, spec: ColumnSpec): unknown;
  /** The one parameter of `inList`: a JSON list. */
  toListParam(values: readonly Stored[], spec: ColumnSpec): string;

  /** What the driver gave for a column → the stored value. 64-bit integers: a number where it is exact, else a bigint. */
  fromColumn(value: unknown, spec: ColumnSpec): Stored;
  /** A number as a double, for averages: exact decimals are integers on SQLite. */
  asDouble(expr: string, of: ColumnSpec): string;

  // ── writing ──
  /** Appended to a SELECT that locks rows; empty where the whole database is locked already. */
  readonly forUpdate: string;
  /** A SELECT of `id` and `document_id` that locks rows against who else writes them, in order; empty like `forUpdate`. */
  lockRows(table: string, condition: string): string;
  /**
   * A subquery for the documentId of a document, null where it is gone, that keeps it from going. Others may hold it, too, and
   * write it. `index` is that of documentIds. Empty like `forUpdate`.
   */
  holdDocument(table: string, index: string, documentId: string): string;
  readonly begin: readonly string[];

  // ── faults ──
  classify(error: unknown): DatabaseFault;
}

export type { ColumnSpec, JsonKind, SqlDialect };
