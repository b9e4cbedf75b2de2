// Kinds of orders that need no sort of their own.
import type { SortKey } from './ast';

/** Nothing but the tie-breaker that the passes add: the natural order of the rows. */
export const isNaturalOrder = (sort: readonly SortKey[]): boolean =>
  isIdOrder(sort) && sort[0]?.direction !== 'desc';

/** The natural order, or its reverse. */
export const isIdOrder = (sort: readonly SortKey[]): boolean =>
  sort.length <= 1 && sort.every((key) => key.field.name === 'id' && key.steps.length === 0);

/** No sort of the request's own: links keep their order. */
export const isUnsorted = (sort: readonly SortKey[]): boolean => sort.every((key) => key.origin === null);
