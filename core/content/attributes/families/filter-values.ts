// How the value of a filter is read: what a request sends → the stored value that it is compared with.
import { canonicalDecimal } from '../../../database/decimal-text';
import type { Stored } from '../../../database/sql-dialect';
import { textProblem } from './unicode';

export type FilterValue = { readonly value: Stored } | { readonly reason: string };

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

/** Any number, also one that no column of the attribute holds: `filters[price][$lt]=1e30`. */
export function decimalFilterValue(raw: unknown): FilterValue {
  const value = canonicalDecimal(raw);
  return value === null ? { reason: 'a number' } : { value };
}
