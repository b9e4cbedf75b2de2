// `biginteger`: a 64-bit whole number, exact, spoken as a string of digits.

import type { Check } from '../../kernel/check/check';
import * as check from '../../kernel/check/checks';
import type { ScalarType } from './attribute-type';
import { decimalFilterValue } from './families/filter-values';
import { textFromJson, textToJson } from './families/text';
import { placeOf, refuse, refuseAbove, refuseBelow } from './families/value-issues';

export interface BigintegerOptions {
  readonly min?: string | undefined;
  readonly max?: string | undefined;
}

const COLUMN = { kind: 'integer' } as const;
const LEAST = -(2n ** 63n);
const LARGEST = 2n ** 63n - 1n;

const bound: Check<string> = {
  parse(input, path, issues) {
    const value = toBigint(input);
    if (value !== null && value >= LEAST && value <= LARGEST) return String(value);
    issues.push({ path, message: 'expected a 64-bit whole number, as a string of digits', value: input });
    return '0';
  },
  schema: { anyOf: [{ type: 'string', pattern: '^[+-]?\\d+$' }, { type: 'integer' }] },
};

export const bigintegerType: ScalarType<BigintegerOptions> = {
  kind: 'scalar',
  name: 'biginteger',
  options: check.object({ min: check.optional(bound), max: check.optional(bound) }),
  checkOptions: ({ min, max }) =>
    min !== undefined && max !== undefined && BigInt(min) > BigInt(max)
      ? [{ path: ['min'], message: `expected at most max (${max}), got ${min}` }]
      : [],
  column: () => COLUMN,
  parse(input, _options, at) {
    const value = toBigint(input);
    if (value === null) {
      const hint = Number.isInteger(input) ? ' (send one beyond 9007199254740991 as a string)' : '';
      return refuse(at, `${placeOf(at)} must be a valid integer${hint}`, input);
    }
    if (value < LEAST) refuseBelow(at, String(LEAST), input);
    else if (value > LARGEST) refuseAbove(at, String(LARGEST), input);
    else return String(value);
    return null;
  },
  check(value, { min, max }, at) {
    const number = BigInt(value);
    if (min !== undefined && number < BigInt(min) && at.strictness === 'complete')
      refuseBelow(at, min, value);
    if (max !== undefined && number > BigInt(max)) refuseAbove(at, max, value);
  },
  json: (expr, dialect) => dialect.jsonBigint(expr),
  jsonNumber: (expr, dialect) => dialect.jsonSafeInteger(expr),
  toJson: textToJson,
  fromJson: textFromJson,
  entry: (object, key, dialect) => dialect.entryValue(object, key, COLUMN),
  filter: {
    kind: 'number',
    parse: decimalFilterValue,
  },
  sortable: true,
  aggregates: ['avg', 'sum', 'min', 'max', 'groupBy'],
  graphql: { output: 'Long', input: 'Long', filter: 'LongFilterInput' },
  openapi: () => ({ type: 'string', pattern: '^-?\\d+$' }),
};

/** A number beyond what JavaScript holds exactly has lost digits on its way here and is refused. */
function toBigint(input: unknown): bigint | null {
  if (typeof input === 'bigint') return input;
  if (typeof input === 'number') return Number.isSafeInteger(input) ? BigInt(input) : null;
  // longer than any 64-bit number by far: not worth converting
  if (typeof input !== 'string' || !/^[+-]?\d{1,400}$/.test(input)) return null;
  return BigInt(input.replace('+', ''));
}
