// The common attribute type of float and integer: JavaScript numbers within bounds.
import * as check from '../../../kernel/check/checks';
import type { ScalarType, ValueContext } from '../attribute-type';
import {
  checkBoundOptions,
  checkBounds,
  type NumberOptions,
  numberFilterValue,
  numberFromJson,
  numberShape,
  numberToJson,
  toNumber,
} from './number';
import { refuseNumber } from './value-issues';

export interface NumberFacts {
  readonly name: string;
  readonly column: { readonly kind: 'double' } | { readonly kind: 'integer' };
  /** Checks a number beyond its bounds; without it, every number is valid. */
  readonly refine?: (value: number, at: ValueContext) => number | null;
  /** The type of GraphQL. */
  readonly scalar: string;
  /** The type of JSON Schema. */
  readonly shape: 'number' | 'integer';
}

export function numberType({ name, column, refine, scalar, shape }: NumberFacts): ScalarType<NumberOptions> {
  return {
    kind: 'scalar',
    name,
    options: check.object(numberShape),
    checkOptions: checkBoundOptions,
    column: () => column,
    parse(input, _options, at) {
      const value = toNumber(input);
      if (Number.isNaN(value)) return refuseNumber(at, input);
      return refine ? refine(value, at) : value;
    },
    check: checkBounds,
    json: (expr, dialect) => dialect.json('number', expr),
    toJson: numberToJson,
    fromJson: numberFromJson,
    entry: (object, key, dialect) => dialect.entryValue(object, key, column),
    filter: { kind: 'number', parse: numberFilterValue },
    sortable: true,
    aggregates: ['avg', 'sum', 'min', 'max', 'groupBy'],
    graphql: { output: scalar, input: scalar, filter: `${scalar}FilterInput` },
    openapi: ({ min, max }) => ({
      type: shape,
      ...(min === undefined ? {} : { minimum: min }),
      ...(max === undefined ? {} : { maximum: max }),
    }),
  };
}
