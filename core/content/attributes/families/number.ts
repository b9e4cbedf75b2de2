// The common parts of attribute types with a JavaScript number as value: integer and float.

import type { Stored } from '../../../database/sql-dialect';
import type { Issue } from '../../../kernel/check/check';
import * as check from '../../../kernel/check/checks';
import type { CommonOptions, ValueContext } from '../attribute-type';
import type { FilterValue } from './filter-values';
import { refuseAbove, refuseBelow } from './value-issues';

export interface NumberOptions {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

export const numberShape = { min: check.optional(check.number()), max: check.optional(check.number()) };

const NUMERAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** A number, or a string that spells one; else NaN. Negative zero is zero, which no database tells apart. */
export function toNumber(input: unknown): number {
  const value =
    typeof input === 'number'
      ? input
      : typeof input === 'string' && NUMERAL.test(input.trim())
        ? Number(input)
        : Number.NaN;
  return Number.isFinite(value) ? value + 0 || 0 : Number.NaN;
}

export function checkBounds(value: Stored, options: NumberOptions, at: ValueContext): void {
  if (typeof value !== 'number') return;
  if (options.min !== undefined && value < options.min && at.strictness === 'complete')
    refuseBelow(at, options.min, value);
  if (options.max !== undefined && value > options.max) refuseAbove(at, options.max, value);
}

export function checkBoundOptions(options: NumberOptions & CommonOptions): readonly Issue[] {
  const { min, max } = options;
  return min !== undefined && max !== undefined && min > max
    ? [{ path: ['min'], message: `expected at most max (${max}), got ${min}` }]
    : [];
}

export function numberFilterValue(raw: unknown): FilterValue {
  const value = toNumber(raw);
  return Number.isNaN(value) ? { reason: 'a number' } : { value };
}

export const numberToJson = (value: Stored): string => (value === null ? 'null' : String(value));

export const numberFromJson = (value: unknown): number | null => (typeof value === 'number' ? value : null);
