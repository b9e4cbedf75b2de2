// The SQL with which attribute types and filter operators store, read and compare values. core/database/dialects implements the interface.
// SQL text without parameters is a string; SQL with parameters is `Sql`.

/** SQL with its parameters, in the order of their marks (`?`) in the text. */
export interface Sql<P = unknown> {
  readonly text: string;
  readonly params: readonly P[];
}

/** sql`${stored} > ${value}`: a string is SQL text as it is, an `Sql` brings its parameters. */
export function sql<P = never>(texts: TemplateStringsArray, ...parts: readonly (string | Sql<P>)[]): Sql<P> {
  let text = texts[0] ?? '';
  const params: P[] = [];
  parts.forEach((part, index) => {
    text += (typeof part === 'string' ? part : part.text) + (texts[index + 1] ?? '');
    if (typeof part !== 'string') params.push(...part.params);
  });
  return { text, params };
}

/** A value as stored, and as a parameter of a statement. Null is the absence of a value. */
export type Stored = string | number | bigint | boolean | null;

export type DialectName = 'sqlite' | 'mysql' | 'postgres';

/** A column as an attribute describes it. The dialect turns it into a type of its own. */
export type ColumnSpec =
  | { readonly kind: 'string'; readonly length: number } // at most `length` characters, exact comparison by code point
  | { readonly kind: 'text' } // unbounded, exact comparison
  | { readonly kind: 'json' } // JSON text, kept byte for byte
  | { readonly kind: 'integer' } // 64 bit
  | { readonly kind: 'small' } // a small whole number
  | { readonly kind: 'double' }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'boolean' };

/** The JSON type of a value in an answer. `plain`: text without a character that JSON escapes. */
export type JsonKind = 'string' | 'plain' | 'number' | 'boolean' | 'raw';

/** An integer that JavaScript holds exactly. Of null: unknown. */
export const isSafeInteger = (expr: string): string =>
  `${expr} BETWEEN -${Number.MAX_SAFE_INTEGER} AND ${Number.MAX_SAFE_INTEGER}`;

/** How a text matches another one. */
export type TextMatch = 'contains' | 'starts' | 'ends' | 'equals';

export interface SqlDialect {
  readonly name: DialectName;
  /** A quoted identifier. */
  id(name: string): string;
  /** The value of an expression as a value inside `jsonRow`: null stays null. `raw` splices JSON text as it is. */
  json(kind: JsonKind, expr: string): string;
  /** A 64-bit integer as a JSON string of digits. */
  jsonBigint(expr: string): string;
  /** A 64-bit integer as a JSON number up to 2^53 − 1, beyond it as a string of digits. */
  jsonSafeInteger(expr: string): string;
  /** An exact decimal without trailing zeros: a JSON number up to 15 significant digits, else a string. */
  jsonDecimal(expr: string, precision: number, scale: number): string;
  /**
   * Reads one key of a JSON object expression, as text, or typed: what a component's entry holds.
   * As a `double`, a value that is not a number is NULL: plugins read objects of any shape.
   */
  entryValue(object: string, key: string, as: ColumnSpec): string;
  /** An expression as the text that an answer shows: for operators of text on numbers, dates and json. */
  asText(expr: string, of: ColumnSpec): string;
  /** A stored number as the number that it means. SQLite stores a decimal as a whole number: 12.5 at scale 2 is 1250. */
  asNumber(expr: string, of: ColumnSpec): string;
  /** A text contains another one, starts or ends with it, or equals it. Exact, by code point. */
  textMatch<P>(kind: TextMatch, text: string, part: Sql<P>): Sql<P>;
  /** The mark of a number that is sent as text, whatever the other side is. */
  readonly numberMark: string;
  /** A JSON list of the values that a JSON text has under a key, at any depth. */
  keyValues(json: string, key: string): string;
  /** A FROM item with one row per entry of a JSON list. `entry`: the JSON text of one (of a string: the string). `position`: its place. */
  eachEntry(
    list: string,
    alias: string,
  ): { readonly from: string; readonly entry: string; readonly position: string };
}
