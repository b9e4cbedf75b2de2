// Parts of the text of GraphQL operations.
import type { Value } from './kinds';
import type { Filter } from './model';

export type IdOf = (key: string) => unknown;

export const inBrackets = (given: readonly string[]): string =>
  given.length > 0 ? `(${given.join(', ')})` : '';

/** A value in the text of a query: keys have no quotes. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, one]) => `${key}: ${literal(one)}`)
    .join(', ')} }`;
}

export function filterOf(filter: Filter, idOf: IdOf): object {
  const listed = (parts: readonly Filter[]): object[] => parts.map((one) => filterOf(one, idOf));
  if ('not' in filter) return { not: filterOf(filter.not, idOf) };
  if ('all' in filter) {
    const parts = listed(filter.all);
    return filter.isObject ? Object.assign({}, ...parts) : { and: parts };
  }
  if ('any' in filter) return { or: listed(filter.any) };
  if ('isNone' in filter) throw new Error('GraphQL has no operators of relations.');
  if ('through' in filter) return { [filter.through]: filterOf(filter.one, idOf) };
  const { field, operator, value } = filter;
  const named = (one: Value): unknown =>
    field === 'documentId' && typeof one === 'string' ? idOf(one) : one;
  const isList = typeof value === 'object' && value !== null;
  return { [field]: { [operator.slice(1)]: isList ? value.map(named) : named(value) } };
}
