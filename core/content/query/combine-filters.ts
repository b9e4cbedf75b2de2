// `and`, `or` and `not` of filters, simplified: `and` of one condition is that condition. null is no condition: every row passes.
import type { Filter } from './ast';

const TRUE: Filter = { kind: 'constant', value: true };
const FALSE: Filter = { kind: 'constant', value: false };

export const constant = (value: boolean): Filter => (value ? TRUE : FALSE);

export function and(filters: readonly (Filter | null)[]): Filter | null {
  const of: Filter[] = [];
  let isSure = false;
  for (const filter of filters) {
    if (filter === null) continue;
    if (filter.kind === 'constant') {
      if (!filter.value) return FALSE;
      isSure = true;
    } else if (filter.kind === 'and') for (const each of filter.of) of.push(each);
    else of.push(filter);
  }
  return of.length > 1 ? { kind: 'and', of } : (of[0] ?? (isSure ? TRUE : null));
}

/** An empty list is no condition. */
export function or(filters: readonly Filter[]): Filter | null {
  if (filters.length === 0) return null;
  const of: Filter[] = [];
  for (const filter of filters) {
    if (filter.kind === 'constant') {
      if (filter.value) return TRUE;
    } else if (filter.kind === 'or') for (const each of filter.of) of.push(each);
    else of.push(filter);
  }
  return of.length > 1 ? { kind: 'or', of } : (of[0] ?? FALSE);
}

export function not(filter: Filter | null): Filter | null {
  if (filter === null) return null;
  if (filter.kind === 'constant') return constant(!filter.value);
  return filter.kind === 'not' ? filter.of : { kind: 'not', of: filter };
}

/** A filter that is always true is no condition. */
export const unlessSure = (filter: Filter | null): Filter | null =>
  filter?.kind === 'constant' && filter.value ? null : filter;
