// `float`: a double.
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
import { refuseNumber } from './families/value-issues';

const COLUMN = { kind: 'double' } as const;

export const floatType: ScalarType<NumberOptions> = {
  kind: 'scalar',
  name: 'float',
  options: check.object(numberShape),
  checkOptions: checkBoundOptions,
  column: () => COLUMN,
  parse(input, _options, at) {
    const value = toNumber(input);
    return Number.isNaN(value) ? refuseNumber(at, input) : value;
  },
  check: checkBounds,
  json: (expr, dialect) => dialect.json('number', expr),
  toJson: numberToJson,
  fromJson: numberFromJson,
  entry: (object, key, dialect) => dialect.entryValue(object, key, COLUMN),
  filter: { operators: ALL_OPERATORS, parse: numberFilterValue },
  sortable: true,
  aggregates: ['avg', 'sum', 'min', 'max', 'groupBy'],
  graphql: { output: 'Float', input: 'Float', filter: 'FloatFilterInput' },
  openapi: ({ min, max }) => ({
    type: 'number',
    ...(min === undefined ? {} : { minimum: min }),
    ...(max === undefined ? {} : { maximum: max }),
  }),
};
