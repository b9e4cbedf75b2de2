// The interface of a dialect: the SQL and the errors of one database. One file per database in dialects/.
import type { ColumnSpec, JsonKind, Sql, SqlDialect, Stored, TextMatch } from './sql-dialect';
import type { TableDialect } from './table-dialect';

/** The meaning of an error of the driver. */
export type DatabaseFault =
  | { readonly kind: 'retry' } // deadlock, serialisation failure, busy: the transaction may be run again
  | { readonly kind: 'duplicate'; readonly index: string | null } // a unique constraint; its name, of SQLite its columns: `pages.tone, pages.title`
  | { readonly kind: 'unavailable' } // connection refused or lost, shutting down, read-only, damaged
  | { readonly kind: 'timeout' } // the statement timeout stopped it
  | { readonly kind: 'cancelled' } // stopped from outside
  | { readonly kind: 'overflow' } // a number beyond 64 bits, as the sum of `shortSum`
  | { readonly kind: 'other' };

export interface Dialect extends SqlDialect {
  /**
   * The database is a server: each statement costs a round trip, a connection may be lost, and many transactions write at the same time.
   * false: a file that this process reads, with one writer at a time.
   */
  readonly isServer: boolean;
  readonly tables: TableDialect;
  /** Longest identifier. Longer names are cut with a hash (naming.ts). */
  readonly maxIdentifier: number;
  /** The type of a column in CREATE TABLE, collation included. */
  columnType(spec: ColumnSpec): string;
  /** `INTEGER PRIMARY KEY AUTOINCREMENT` and the like. Without `reuse`, an id is never used twice. */
  idColumn(reuse?: boolean): string;
  /** `?` marks → the marks of the driver. Done once per statement. */
  finish(text: string): string;

  // ── reading ──
  /** A row as JSON text: `pairs` are key and an expression already in JSON form (SqlDialect.json…). */
  jsonRow(pairs: readonly (readonly [key: string, expr: string])[]): string;
  /** `<expr> IN (…)` where the one parameter is a JSON list of `of` values. */
  inList(expr: string, of: ColumnSpec): string;
  /** A condition without influence on the choice of an index (an axis bound to several values). */
  hidden(expr: string): string;
  /** Ends a condition whose subquery must not become a join. Empty where the database plans many joins in little time. */
  readonly apart: string;
  /** A JOIN whose left side is read first. */
  readonly joinInOrder: string;
  /** ORDER BY term with nulls smallest, by code point. `notNull`: the expression is never NULL. */
  orderBy(expr: string, direction: 'asc' | 'desc', notNull?: boolean): string;
  /** Folds case by Unicode's lower-case mapping, ς as σ. The parameter is folded in JavaScript by `foldCase`. */
  fold(expr: string): string;
  /** `textMatch` of a folded text column, where a cheaper way is enough for some values. `form` gives the folded value in another form. */
  foldedMatch?<P>(
    kind: TextMatch,
    column: string,
    part: Sql<P>,
    form: (read: (folded: string) => unknown) => Sql<P>,
  ): Sql<P>;
  /** A nested list or object of an entry, as JSON text. */
  entryJson(object: string, key: string): string;
  /** The mark of a number beside LIMIT. */
  readonly limitMark: string;

  // ── parameters ──
  /** A stored value → the driver's value for a column, or for a comparison with it: decimals scaled, booleans as numbers. */
  toParam(value: Stored, spec: ColumnSpec): unknown;
  /** The one parameter of `inList`: a JSON list. */
  toListParam(values: readonly Stored[], spec: ColumnSpec): string;

  /** The driver's value of a column → the stored value. 64-bit integers: a number where it is exact, else a bigint. */
  fromColumn(value: unknown, spec: ColumnSpec): Stored;
  /** The exact sum of whole numbers or decimals, as text for `readSum`. No sum overflows. */
  sumText(expr: string): string;
  /** A cheaper sum for databases that report an overflow as an error. Absent: no cheaper sum is exact. */
  shortSum?(expr: string): string;
  /** The result of `sumText` or `shortSum` → the digits of the sum. */
  readSum(text: string, of: ColumnSpec): string;

  // ── writing ──
  /** Milliseconds since 1970 by the clock of the database, which is the same for all processes. */
  readonly now: string;
  /** Appended to a SELECT that locks rows; empty where a transaction locks the whole database. */
  readonly forUpdate: string;
  /** Appended to a SELECT: until the transaction ends, the rows cannot be deleted. Several transactions may hold one row. */
  readonly forShare: string;
  /** A SELECT of `id` and `document_id` that locks rows against other writers, in order. On SQLite it locks nothing more. */
  lockRows(table: string, condition: string): string;
  /**
   * A subquery for the documentId of a document; null: no such document. Until the transaction ends the document cannot be
   * deleted; other transactions may hold and write it. `index`: the index of documentIds.
   */
  holdDocument(table: string, index: string, documentId: string): string;
  readonly begin: readonly string[];
  /** A SELECT after an insert with ids of the writer: later ids are above the parameter. Absent: the database does this itself. */
  raiseIds?(table: string): string;
  /** Copies columns of a row to another row (dialects/copy-columns.ts). */
  copyColumns(table: string, copied: readonly string[], given: readonly string[]): string;
  /** Inserts a row if the table has the other row that the last two parameters name (dialects/insert-beside.ts). */
  insertBeside(table: string, columns: readonly string[]): string;
  /** A `?` in a select list, where some databases do not know its type. */
  typedMark(kind: MarkKind): string;
  /** Deletes the rows `k` of `table` for which no row `l` meets `same`. `row`: the column that names the one row they belong to. */
  deleteUnmatched(table: string, same: string, row: string): string;

  /** Absent: the database has no index that finds every text with a part. */
  readonly search?: SearchDialect;

  // ── faults ──
  classify(error: unknown): DatabaseFault;
}

/** The type of a parameter. */
export type MarkKind = 'small' | 'integer' | 'double' | 'json' | 'text';

/** A search index: it finds all rows that may contain a text, and some others. */
export interface SearchDialect {
  create(index: SearchIndexPlace): readonly string[];
  /** Also drops the remains of an incomplete index. */
  drop(name: string): readonly string[];
  /** The rows that may contain one of the values. Each value is a parameter in the form of `toParam`. */
  candidates<P>(
    rows: SearchedRows,
    index: SearchIndexPlace,
    compared: readonly SearchedColumn<P>[],
  ): Candidates<P>;
  /**
   * A condition: do few rows contain one of the values? If so, a page reads the candidates, otherwise all rows. `inIds`: the page is in
   * the order of ids. null: candidates cost the same for many rows, or the database decides.
   */
  areFew<P>(index: SearchIndexPlace, compared: readonly SearchedColumn<P>[], inIds: boolean): Sql<P> | null;
  /** Does the planner know how many values of a column contain a text? If so, the planner chooses the index. Absent: for no column. */
  estimates?(spec: ColumnSpec): boolean;
  /** `textMatch` with the expression of the index, for a folded column that the planner estimates. */
  readonly textMatch?: SqlDialect['textMatch'];
  /** A value that has parts (search-parts.ts). */
  toParam(value: string): string;
  /** Whether the server can make the index. Absent: it always can. */
  readonly support?: SearchRequirement;
  /** Of an index that the database does not keep by itself. */
  readonly upkeep?: SearchUpkeep;
}

export interface SearchRequirement {
  readonly sql: string;
  /** The reason against it; null: none. */
  refusal(row: readonly unknown[]): string | null;
}

export interface SearchUpkeep {
  /** Selects table, name, and other values of the indexes; the last value is 0 for complete ones. */
  readonly catalogue: string;
  /** Selects the ids of rows that the index does not find. The parameter is JSON: a list of ids, each with what `toParam` made of its texts. */
  lost(index: SearchIndexPlace): string;
  /** Lets the index find the row with this id. */
  mend(index: SearchIndexPlace): string;
}

export interface SearchIndexPlace {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
}

/** The rows of a table in a statement. */
export interface SearchedRows {
  /** `alias` names the table in the statement, `list` names the list of candidates. */
  readonly alias: string;
  readonly list: string;
  /** The order of ids in the page, or `sorted` for another order. null: the statement reads all rows. */
  readonly page: 'asc' | 'desc' | 'sorted' | null;
}

export interface SearchedColumn<P> {
  readonly column: string;
  readonly spec: ColumnSpec;
  readonly value: Sql<P>;
}

export interface Candidates<P> {
  /** SQL in FROM, before the table. */
  readonly from: Sql<P> | '';
  readonly condition: Sql<P>;
  /** The column with the ids of the candidates. Rows in its order need no sorting. null: the statement has no list of candidates. */
  readonly ids: string | null;
}

export type { ColumnSpec, JsonKind, SqlDialect };

/** The lower case that operators like `$eqi` compare; `fold` of a dialect gives the same. Each sigma counts as the same letter. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');
