// The operators that kinds of attribute can be filtered with, and how raw text becomes a value to compare with.
import type { FilterOperator, Stored } from '../attribute-type';
import { textProblem } from './unicode';

export type FilterValue = { readonly value: Stored } | { readonly reason: string };

const EQUALITY = ['$eq', '$ne', '$in', '$notIn', '$null', '$notNull'] as const;
const ORDER = ['$lt', '$lte', '$gt', '$gte', '$between'] as const;
const TEXT = [
  '$eqi',
  '$nei',
  '$contains',
  '$notContains',
  '$containsi',
  '$notContainsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
] as const;

export const ALL_OPERATORS: readonly FilterOperator[] = [...EQUALITY, ...ORDER, ...TEXT];
export const EQUALITY_OPERATORS: readonly FilterOperator[] = EQUALITY;
/** Equality and text, no order: JSON. */
export const UNORDERED_OPERATORS: readonly FilterOperator[] = [...EQUALITY, ...TEXT];
export const ELEMENT_OPERATORS: readonly FilterOperator[] = [
  '$contains',
  '$notContains',
  '$null',
  '$notNull',
];

export function textFilterValue(raw: unknown): FilterValue {
  if (
    typeof raw !== 'string' &&
    typeof raw !== 'number' &&
    typeof raw !== 'boolean' &&
    typeof raw !== 'bigint'
  )
    return { reason: 'a string' };
  const text = String(raw);
  const problem = textProblem(text);
  return problem ? { reason: `text that can be stored: it ${problem}` } : { value: text };
}
