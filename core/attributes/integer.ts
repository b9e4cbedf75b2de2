// `integer`: a whole number that JavaScript holds exactly.
import * as check from '../check/checks';
import type { ScalarType } from './attribute-type';
import { ALL_OPERATORS } from './families/filter-values';
import {
  checkBoundOptions,
  checkBounds,
  type NumberOptions,
  numberFilterValue,
  numberFromJson,
  numberShape,
  numberToJson,
  toNumber,
} from './families/number';
import { placeOf, refuse, refuseAbove, refuseBelow, refuseNumber } from './families/value-issues';

const COLUMN = { kind: 'integer' } as const;

export const integerType: ScalarType<NumberOptions> = {
  kind: 'scalar',
  name: 'integer',
  options: check.object(numberShape),
  checkOptions: checkBoundOptions,
  column: () => COLUMN,
  parse(input, _options, at) {
    const value = toNumber(input);
    if (Number.isNaN(value)) return refuseNumber(at, input);
    if (!Number.isInteger(value)) return refuse(at, `${placeOf(at)} must be an integer`, value);
    if (Number.isSafeInteger(value)) return value;
    if (value > 0) refuseAbove(at, Number.MAX_SAFE_INTEGER, value);
    else refuseBelow(at, Number.MIN_SAFE_INTEGER, value);
    return null;
  },
  check: checkBounds,
  json: (expr, dialect) => dialect.json('number', expr),
  toJson: numberToJson,
  fromJson: numberFromJson,
  entry: (object, key, dialect) => dialect.entryValue(object, key, COLUMN),
  filter: { operators: ALL_OPERATORS, parse: numberFilterValue },
  sortable: true,
  aggregates: ['avg', 'sum', 'min', 'max', 'groupBy'],
  graphql: { output: 'Int', input: 'Int', filter: 'IntFilterInput' },
  openapi: ({ min, max }) => ({
    type: 'integer',
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  }),
};
