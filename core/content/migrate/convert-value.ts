// One rule for a value whose attribute gets another type, in columns and in component entries:
//   "2024-05-01" → date 2024-05-01     "007" → integer 7, which loses the zeros     "hello" → no date

import { canonicalDecimal } from '../../database/decimal-text';
import type { Dialect } from '../../database/dialect';
import type { ColumnSpec, Stored } from '../../database/sql-dialect';
import type { ScalarType } from '../attributes/attribute-type';
import { bigintegerType } from '../attributes/biginteger';
import { booleanType } from '../attributes/boolean';
import { datetimeType } from '../attributes/datetime';
import { decimalType } from '../attributes/decimal';
import { floatType } from '../attributes/float';
import { jsonType } from '../attributes/json';
import { textAttributeType } from '../attributes/text';

/** The type that a value gets. */
export interface ValueTarget {
  readonly type: ScalarType;
  readonly options: unknown;
  /** Of links and entries: how the JSON of the value changes. */
  readonly reshape?: (plain: unknown) => Converted;
}

/** The type that a value had. */
export interface ValueSource {
  readonly spec: ColumnSpec;
  /** A value of this type has no other form: a password, a link. */
  readonly hidden: boolean;
}

export interface Converted {
  readonly value: Stored;
  /** Nothing of the value is lost. */
  readonly isExact: boolean;
  /** Of links and entries: the JSON is the same. */
  readonly isSame?: boolean;
}

export const EMPTY: Converted = { value: null, isExact: true };
export const LOST: Converted = { value: null, isExact: false };

/** `plain`: as an answer shows the value, in text, numbers, booleans and JSON. */
export function convertValue(plain: unknown, { type, options, reshape }: ValueTarget): Converted {
  if (plain === null || plain === undefined) return EMPTY;
  if (reshape) return reshape(plain);
  if (type.secret) return LOST;
  const spec = type.column(options);
  const value = parsed({ type, options }, givenTo(spec, plain));
  if (value === null || !fits(value, spec)) return plain === '' ? EMPTY : LOST;
  return { value, isExact: isExact(plain, value, type, spec) };
}

export function convertStored(
  stored: unknown,
  source: ValueSource,
  target: ValueTarget,
  dialect: Dialect,
): Converted {
  const plain = plainOf(dialect.fromColumn(stored, source.spec), source.spec);
  return source.hidden && plain !== null ? LOST : convertValue(plain, target);
}

/** The type of a column that no attribute describes. */
export function targetOfSpec(spec: ColumnSpec): ValueTarget {
  switch (spec.kind) {
    case 'string':
      return { type: { ...textAttributeType, column: () => spec }, options: {} };
    case 'text':
      return { type: textAttributeType, options: {} };
    case 'json':
      return { type: jsonType, options: {} };
    case 'integer':
    case 'small':
      return { type: { ...bigintegerType, column: () => spec }, options: {} };
    case 'double':
      return { type: floatType, options: {} };
    case 'decimal':
      return { type: decimalType, options: spec };
    case 'boolean':
      return { type: booleanType, options: {} };
  }
}

/** The kind of a column by the name of its type in the database. */
export function specOfType(type: string): ColumnSpec {
  const [, scale] = /^decimal_int\((\d+)\)$/.exec(type) ?? [];
  if (scale !== undefined) return { kind: 'decimal', precision: 18, scale: Number(scale) };
  const [, precision, places] = /^(?:decimal|numeric)\((\d+),(\d+)\)$/.exec(type) ?? [];
  if (precision !== undefined)
    return { kind: 'decimal', precision: Number(precision), scale: Number(places) };
  if (/^(bool|tinyint\(1\))/.test(type)) return { kind: 'boolean' };
  if (/^(bigint|int|smallint|integer)/.test(type)) return { kind: 'integer' };
  if (/^(double|real|float)/.test(type)) return { kind: 'double' };
  return { kind: /^json/.test(type) ? 'json' : 'text' };
}

function parsed({ type, options }: ValueTarget, given: unknown): Stored {
  const context = { path: [type.name], issues: [], strictness: 'partial' as const };
  const value = type.parse(given, options, context);
  return context.issues.length > 0 ? null : value;
}

/** As an answer shows the value. */
export function plainOf(value: Stored, { kind }: ColumnSpec): unknown {
  if (typeof value === 'bigint') return String(value);
  if (kind !== 'json' || typeof value !== 'string') return value;
  // A migration that MySQL did not finish leaves text that is no JSON.
  const read = readJson(value);
  return read === undefined ? value : read;
}

function givenTo({ kind }: ColumnSpec, plain: unknown): unknown {
  if (kind === 'string' || kind === 'text')
    return typeof plain === 'object' ? JSON.stringify(plain) : String(plain);
  if (kind === 'json')
    return typeof plain === 'string' && /^\s*[[{]/.test(plain) ? (readJson(plain) ?? plain) : plain;
  return typeof plain === 'boolean' && kind !== 'boolean' ? Number(plain) : plain;
}

const fits = (value: Stored, spec: ColumnSpec): boolean =>
  spec.kind !== 'string' || [...String(value)].length <= spec.length;

function isExact(plain: unknown, value: Stored, type: ScalarType, { kind }: ColumnSpec): boolean {
  if (type.filter?.kind === 'moment') return !isVague(plain) && momentOf(plain) === momentOf(value);
  if (kind === 'string' || kind === 'text' || kind === 'json' || kind === 'boolean') return true;
  if (typeof plain === 'boolean') return true;
  const isCode = typeof plain === 'string' && /^\s*[+-]?0\d/.test(plain);
  return !isCode && canonicalDecimal(plain) === canonicalDecimal(value);
}

/** `20240501` would be milliseconds, and a moment has three digits of a second. */
const isVague = (plain: unknown): boolean =>
  typeof plain === 'string'
    ? /^\d{5,}$|\.\d{3}\d*[1-9]/.test(plain)
    : typeof plain === 'number' && !Number.isInteger(plain);

/** null: no date, or a time of day without one. */
const momentOf = (value: unknown): Stored => parsed({ type: datetimeType, options: {} }, value);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
