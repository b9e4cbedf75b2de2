// Cache-Control of a route: one value for anonymous callers, and one for callers with credentials.
import type { RequestContext } from './context';

/**
 * The header `Cache-Control` of successful answers. Answers to callers with credentials are `private`, unless the object or the function
 * says otherwise. A missing value of the object: no header for anonymous callers, `no-store` for others.
 */
export type CacheControl =
  | string
  | { readonly anonymous?: string; readonly authenticated?: string }
  | ((request: RequestContext) => string | undefined);

export interface CacheRule {
  /** null: the answer has no such header. */
  valueFor(request: RequestContext, hasCredentials: boolean): string | null;
  /** Caches must keep the answers to different credentials apart. */
  readonly varies: boolean;
}

/** `dependsOnCaller`: the answer itself does, because the route has an action. */
export function cacheRule(given: CacheControl, dependsOnCaller: boolean): CacheRule {
  if (typeof given === 'function')
    return {
      valueFor: (request, hasCredentials) => given(request) ?? (hasCredentials ? 'no-store' : null),
      varies: true,
    };
  const anonymous = typeof given === 'string' ? given : (given.anonymous ?? null);
  const authenticated = typeof given === 'string' ? toPrivate(given) : (given.authenticated ?? 'no-store');
  return {
    valueFor: (_request, hasCredentials) => (hasCredentials ? authenticated : anonymous),
    varies: anonymous !== authenticated || (dependsOnCaller && anonymous !== 'no-store'),
  };
}

/** `public, max-age=60` → `private, max-age=60` */
function toPrivate(value: string): string {
  const parts = value.split(',').map((part) => part.trim());
  const names = parts.map((part) => part.toLowerCase());
  if (names.includes('private') || names.includes('no-store')) return value;
  const kept = parts.filter((part) => !/^(public|proxy-revalidate|s-maxage=.*)$/i.test(part));
  return ['private', ...kept].join(', ');
}
