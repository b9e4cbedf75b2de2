// `decimal`: an exact decimal of `precision` digits, `scale` of them after the point, held as text.

import { canonicalDecimal, compareDecimals, decimalToJson, digitsOf } from '../../database/decimal-text';
import type { Check } from '../../kernel/check/check';
import * as check from '../../kernel/check/checks';
import type { ScalarType } from './attribute-type';
import { decimalFilterValue } from './families/filter-values';
import { placeOf, refuse, refuseAbove, refuseBelow, refuseNumber } from './families/value-issues';

export interface DecimalOptions {
  readonly precision: number;
  readonly scale: number;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

const bound: Check<string> = {
  parse(input, path, issues) {
    const value = canonicalDecimal(input);
    if (value !== null) return value;
    issues.push({ path, message: 'expected a decimal number', value: input });
    return '0';
  },
  schema: { anyOf: [{ type: 'number' }, { type: 'string' }] },
};

const columnOf = ({ precision, scale }: DecimalOptions) => ({ kind: 'decimal', precision, scale }) as const;

export const decimalType: ScalarType<DecimalOptions> = {
  kind: 'scalar',
  name: 'decimal',
  options: check.object({
    precision: check.optional(check.integer({ min: 1, max: 18 }), 18),
    scale: check.optional(check.integer({ min: 0, max: 18 }), 6),
    min: check.optional(bound),
    max: check.optional(bound),
  }),
  checkOptions: ({ min, max, precision, scale }) => [
    ...(scale > precision
      ? [{ path: ['scale'], message: `expected at most precision (${precision}), got ${scale}` }]
      : []),
    ...(min !== undefined && max !== undefined && compareDecimals(min, max) > 0
      ? [{ path: ['min'], message: `expected at most max (${max}), got ${min}` }]
      : []),
  ],
  column: columnOf,
  parse(input, { precision, scale }, at) {
    const value = canonicalDecimal(input);
    if (value === null) return refuseNumber(at, input);
    const digits = digitsOf(value);
    if (digits.scale > scale)
      return refuse(at, `${placeOf(at)} must have at most ${scale} decimal places`, input);
    if (digits.integer > precision - scale)
      return refuse(
        at,
        `${placeOf(at)} must have at most ${precision - scale} digits before the decimal point`,
        input,
      );
    return value;
  },
  check(value, { min, max }, at) {
    const number = String(value);
    if (min !== undefined && at.strictness === 'complete' && compareDecimals(number, min) < 0)
      refuseBelow(at, min, Number(number));
    if (max !== undefined && compareDecimals(number, max) > 0) refuseAbove(at, max, Number(number));
  },
  json: (expr, dialect, { precision, scale }) => dialect.jsonDecimal(expr, precision, scale),
  // With up to 15 digits, a decimal is always a number.
  jsonNumber: (expr, dialect, { scale }) => dialect.jsonDecimal(expr, 15, scale),
  toJson: (value) => (value === null ? 'null' : decimalToJson(String(value))),
  fromJson: canonicalDecimal,
  entry: (object, key, dialect, options) => dialect.entryValue(object, key, columnOf(options)),
  filter: {
    kind: 'number',
    parse: decimalFilterValue,
  },
  sortable: true,
  aggregates: ['avg', 'sum', 'min', 'max', 'groupBy'],
  graphql: { output: 'Float', input: 'Float', filter: 'FloatFilterInput' },
  openapi: () => ({ anyOf: [{ type: 'number' }, { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }] }),
};
