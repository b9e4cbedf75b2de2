// The kinds of columns that own tables have: the column in the database, and values between JavaScript and the database. A row is the
// same on every database.
import { exactInteger } from '../dialects/stored-value';
import type { ColumnSpec, Stored } from '../sql-dialect';
import type { TableColumn } from '../tables';

export type ColumnKind =
  // A number that the database counts up. `reuse`: the number of a removed row may come again; on SQLite, an insert then costs less.
  | { readonly kind: 'id'; readonly reuse?: boolean }
  | { readonly kind: 'string'; readonly length: number } // at most `length` characters
  | { readonly kind: 'text' }
  | { readonly kind: 'json' } // any JSON value
  | { readonly kind: 'integer' } // a whole number that JavaScript holds exactly
  | { readonly kind: 'bigint' } // 64 bit; in JSON a string of digits
  | { readonly kind: 'double' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'datetime' }; // a Date; stored as ISO text in UTC

export type ModelColumn = ColumnKind & {
  readonly notNull?: boolean;
  /** For existing rows when the column is added, and for inserts that leave it out. */
  readonly default?: string | number;
};

interface Values {
  readonly id: number;
  readonly string: string;
  readonly text: string;
  readonly json: unknown;
  readonly integer: number;
  readonly bigint: bigint;
  readonly double: number;
  readonly boolean: boolean;
  readonly datetime: Date;
}

/** The type of a row: its columns with their values. A column without `notNull` may be null. */
export type RowOf<C extends Readonly<Record<string, ModelColumn>>> = {
  -readonly [K in keyof C]: C[K] extends { readonly notNull: true } | { readonly kind: 'id' }
    ? Values[C[K]['kind']]
    : Values[C[K]['kind']] | null;
};

const ISO_LENGTH = 24;
const LEAST_BIGINT = -(2n ** 63n);
const MOST_BIGINT = 2n ** 63n - 1n;

export function columnOf(name: string, column: ModelColumn): TableColumn {
  const { notNull, default: value } = column;
  return {
    name,
    spec: specOf(column),
    ...(notNull === undefined ? {} : { notNull }),
    ...(value === undefined ? {} : { default: value }),
  };
}

function specOf(column: ModelColumn): TableColumn['spec'] {
  switch (column.kind) {
    case 'id':
      return column.reuse ? { kind: 'id', reuse: true } : { kind: 'id' };
    case 'string':
      return { kind: 'string', length: column.length };
    case 'bigint':
      return { kind: 'integer' };
    case 'datetime':
      return { kind: 'string', length: ISO_LENGTH };
    default:
      return { kind: column.kind } satisfies ColumnSpec;
  }
}

/** A value of JavaScript → its value for the database. Throws when the column does not take it: databases differ in what they refuse. */
export function toDatabase(value: unknown, column: ModelColumn, at: string): Stored {
  if (value === null) return null;
  switch (column.kind) {
    case 'id':
    case 'integer':
      if (Number.isSafeInteger(value)) return Number(value);
      throw refused(at, 'a whole number from -(2^53 - 1) to 2^53 - 1; use the kind "bigint" for others');
    case 'bigint':
      return wholeNumber(value, at);
    case 'double':
      if (Number.isFinite(value)) return Number(value);
      throw refused(at, 'a finite number');
    case 'boolean':
      if (typeof value === 'boolean') return value;
      throw refused(at, 'a boolean');
    case 'datetime':
      return isoText(value, at);
    case 'json':
      return jsonText(value, at);
    default:
      return text(value, column.kind === 'string' ? column.length : Number.POSITIVE_INFINITY, at);
  }
}

/** A value of the driver → the value of JavaScript. */
export function fromDatabase(value: unknown, { kind }: ModelColumn): unknown {
  if (value === null || value === undefined) return value;
  switch (kind) {
    case 'id':
    case 'integer':
    case 'double':
      return Number(value);
    case 'bigint':
      return BigInt(String(value));
    case 'boolean':
      return value === true || Number(value) === 1;
    case 'datetime':
      return new Date(String(value));
    case 'json':
      return JSON.parse(String(value));
    default:
      return String(value);
  }
}

/** A value of a condition, such as `where('at', '<', new Date())`. Drivers would each write a date in another way. */
export const toBinding = (value: unknown): unknown =>
  value instanceof Date ? isoText(value, 'a condition') : value;

/** 64-bit integers come from SQLite as bigint. Columns that a query computes get numbers, as on the other databases. */
export const fromResult = (value: unknown): unknown =>
  typeof value === 'bigint' ? exactInteger(value) : value;

const refused = (at: string, takes: string): Error => new Error(`${at} takes ${takes}.`);

function wholeNumber(value: unknown, at: string): bigint {
  const isWhole = typeof value === 'bigint' || Number.isSafeInteger(value);
  const number = isWhole ? BigInt(value as bigint | number) : null;
  if (number !== null && number >= LEAST_BIGINT && number <= MOST_BIGINT) return number;
  throw refused(at, 'a bigint of 64 bits');
}

function isoText(value: unknown, at: string): string {
  const date = value instanceof Date ? value : new Date(typeof value === 'string' ? value : Number.NaN);
  const iso = Number.isNaN(date.getTime()) ? '' : date.toISOString();
  if (iso.length === ISO_LENGTH) return iso;
  throw refused(at, 'a Date, or an ISO text, of the years 0 to 9999');
}

function jsonText(value: unknown, at: string): string {
  const made = JSON.stringify(value);
  if (made !== undefined) return made;
  throw refused(at, 'a JSON value');
}

function text(value: unknown, most: number, at: string): string {
  if (typeof value !== 'string' || value.includes('\0')) throw refused(at, 'a string without NUL');
  if (value.length > most && [...value].length > most) throw refused(at, `at most ${most} characters`);
  return value;
}
