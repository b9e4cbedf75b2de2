// What float and integer share: numbers as JavaScript has them, within bounds.
import * as check from '../../check/checks';
import type { ScalarType } from '../attribute-type';
import { ALL_OPERATORS } from './filter-values';
import {
  checkBoundOptions,
  checkBounds,
  type NumberOptions,
  numberFilterValue,
  numberFromJson,
  numberShape,
  numberToJson,
} from './number';

export interface NumberFacts {
  readonly name: 'float' | 'integer';
  readonly column: { readonly kind: 'double' } | { readonly kind: 'integer' };
  readonly parse: ScalarType<NumberOptions>['parse'];
  /** The type of GraphQL. */
  readonly scalar: string;
  /** The type of JSON Schema. */
  readonly shape: 'number' | 'integer';
}

export function numberType({ name, column, parse, scalar, shape }: NumberFacts): ScalarType<NumberOptions> {
  return {
    kind: 'scalar',
    name,
    options: check.object(numberShape),
    checkOptions: checkBoundOptions,
    column: () => column,
    parse,
    check: checkBounds,
    json: (expr, dialect) => dialect.json('number', expr),
    toJson: numberToJson,
    fromJson: numberFromJson,
    entry: (object, key, dialect) => dialect.entryValue(object, key, column),
    filter: { operators: ALL_OPERATORS, parse: numberFilterValue },
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
