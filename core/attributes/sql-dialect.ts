// What an attribute type may ask of a database when it says how it is stored, answered and compared.
// core/database/dialects implements it; nothing here runs SQL. All arguments and results are SQL text without parameters.

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

/** The JSON types that a value can have in an answer. */
/** `plain`: text without a character that JSON escapes. */
export type JsonKind = 'string' | 'plain' | 'number' | 'boolean' | 'raw';

export interface SqlDialect {
  readonly name: DialectName;
  /** A quoted identifier. */
  id(name: string): string;
  /** The value of an expression as a value inside `jsonRow`: null stays null. `raw` splices JSON text as it is. */
  json(kind: JsonKind, expr: string): string;
  /** A 64-bit integer as a JSON string of digits. */
  jsonBigint(expr: string): string;
  /** An exact decimal without trailing zeros: a JSON number up to 15 significant digits, else a string. */
  jsonDecimal(expr: string, precision: number, scale: number): string;
  /** Reads one key of a JSON object expression, as text, or typed: what a component's entry holds. */
  entryValue(object: string, key: string, as: ColumnSpec): string;
  /** An expression as text, as it is answered: for string operators on numbers, dates and json. */
  asText(expr: string, of: ColumnSpec): string;
}
