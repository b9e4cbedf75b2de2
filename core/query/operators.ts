// The operators of the filter language, by what they want as a value. Which of them an attribute takes, its type says.
import type { FilterOperator } from '../attributes/attribute-type';

export type OperatorKind =
  /** One value of the attribute's own kind; a bare key means null. */
  | 'equal'
  /** One value of the attribute's own kind. */
  | 'order'
  /** A list of them. */
  | 'list'
  /** Exactly two of them. */
  | 'range'
  /** Text, in any case; a bare key means null. */
  | 'fold'
  /** Text. */
  | 'text'
  /** A yes or no. */
  | 'presence';

export interface OperatorFacts {
  readonly name: FilterOperator;
  readonly kind: OperatorKind;
  /** True of everything but the value. */
  readonly negative: boolean;
}

const KINDS: Readonly<Record<FilterOperator, OperatorKind>> = {
  $eq: 'equal',
  $ne: 'equal',
  $eqi: 'fold',
  $nei: 'fold',
  $lt: 'order',
  $lte: 'order',
  $gt: 'order',
  $gte: 'order',
  $between: 'range',
  $in: 'list',
  $notIn: 'list',
  $contains: 'text',
  $notContains: 'text',
  $containsi: 'text',
  $notContainsi: 'text',
  $startsWith: 'text',
  $startsWithi: 'text',
  $endsWith: 'text',
  $endsWithi: 'text',
  $null: 'presence',
  $notNull: 'presence',
};

const NEGATIVE: ReadonlySet<string> = new Set([
  '$ne',
  '$nei',
  '$notIn',
  '$notContains',
  '$notContainsi',
  '$notNull',
]);

export const OPERATORS: ReadonlyMap<string, OperatorFacts> = new Map(
  (Object.keys(KINDS) as FilterOperator[]).map((name) => [
    name,
    { name, kind: KINDS[name], negative: NEGATIVE.has(name) },
  ]),
);

export const isLogical = (key: string): key is '$and' | '$or' | '$not' =>
  key === '$and' || key === '$or' || key === '$not';
