// The path of a route: fixed parts, parameters such as `:id`, and at the end one wildcard such as `*rest`.
import type { Mistake } from '../../errors/startup-error';

/** `/api/articles/` → api, articles. The root has no parts. */
export function partsOf(path: string): string[] {
  const end = path.endsWith('/') ? -1 : undefined;
  return path.length > 1 ? path.slice(1, end).split('/') : [];
}

export const isParameter = (part: string): boolean => part.startsWith(':');

export const isWildcard = (part: string): boolean => part.startsWith('*');

/** Of `/api/reports/:id/*rest`: id, rest. */
export const parameterNames = (path: string): string[] =>
  partsOf(path)
    .filter((part) => isParameter(part) || isWildcard(part))
    .map((part) => part.slice(1));

/** `/api/Articles/:id` and `/api/articles/:documentId` are one path, and so are `/app/*rest` and `/app/*file`. */
export const patternOf = (path: string): string =>
  partsOf(path)
    .map((part) => (isParameter(part) ? ':' : isWildcard(part) ? '*' : part.toLowerCase()))
    .join('/');

const PART = /^(?:[^:*()]*|[:*]\w+)$/;

export function pathMistakes(path: string, place: Omit<Mistake, 'message'>): Mistake[] {
  const message = mistakeOf(path);
  return message === null ? [] : [{ ...place, message }];
}

function mistakeOf(path: string): string | null {
  if (!path.startsWith('/')) return 'the path must start with "/", for example "/api/reports/:id"';
  const parts = partsOf(path);
  if (parts.includes('')) return 'the path has an empty segment ("//"); remove it';
  const unknown = parts.find((part) => !PART.test(part));
  if (unknown !== undefined)
    return `"${unknown}" is no part of a path; write a text without ":", "*" and brackets, one parameter such as ":id", or "*rest" at the end`;
  const early = parts.slice(0, -1).find(isWildcard);
  if (early !== undefined)
    return `the wildcard "${early}" is not at the end of the path; end the path with it, or write a parameter such as ":${early.slice(1)}"`;
  const names = parameterNames(path);
  if (new Set(names).size < names.length) return 'a parameter occurs twice in the path; rename one';
  return null;
}
