// Values between our form and a driver's, where databases agree: whole numbers, doubles and text.
import type { ColumnSpec, Stored } from '../sql-dialect';
import { trimDecimal } from './scaled';

/** A whole number: a number where a double holds it exactly, else a bigint. Text that is none comes back as it is. */
export function exactInteger(value: string | number | bigint): number | bigint | string {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && !/^-?\d{1,40}$/.test(value)) return value;
  const big = BigInt(value);
  return big >= LEAST_SAFE && big <= MOST_SAFE ? Number(big) : big;
}

const LEAST_SAFE = BigInt(Number.MIN_SAFE_INTEGER);
const MOST_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** For databases that know decimals and 64-bit integers by themselves. */
export function serverValue(value: unknown, spec: ColumnSpec): Stored {
  if (value === null || value === undefined) return null;
  switch (spec.kind) {
    case 'boolean':
      return value === true || value === 1 || value === 't';
    case 'integer':
    case 'small':
      return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string'
        ? exactInteger(value)
        : Number(value);
    case 'double':
      return Number(value);
    case 'decimal':
      return trimDecimal(String(value));
    default:
      return String(value);
  }
}

/** A JSON list of values, big ones exact. Nulls are left out: nothing equals them, and `NOT IN` would be never true. */
export function jsonList(values: readonly Stored[], spec: ColumnSpec): string {
  const parts: string[] = [];
  for (const value of values) {
    if (value === null) continue;
    if (spec.kind === 'string' || spec.kind === 'text' || spec.kind === 'json')
      parts.push(JSON.stringify(String(value)));
    else if (typeof value === 'boolean') parts.push(value ? '1' : '0');
    else parts.push(String(value));
  }
  return `[${parts.join(',')}]`;
}
