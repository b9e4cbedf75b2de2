// The cookie that holds the secret of a begun sign-in, so that it ends in the browser where it began. One cookie for each sign-in: two tabs
// do not disturb each other.
import type { RequestContext } from '../../core';

/** Seconds that a person may stay at the provider. */
export const LONGEST_ATTEMPT = 600;

export interface AttemptCookie {
  /** The value of `Set-Cookie`. */
  set(request: RequestContext, state: string, secret: string): string;
  clear(request: RequestContext, state: string): string;
  /** null: the browser has not begun this sign-in. */
  read(request: RequestContext, state: string): string | null;
}

/** `prefix`: that of the API. */
export function createAttemptCookie(publicUrl: string | undefined, prefix: string): AttemptCookie {
  // The path that browsers see: a proxy may serve the application below a path.
  const base = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
  const path = `${base}${prefix}/connect`;
  const cookie = (request: RequestContext, state: string, value: string, seconds: number): string => {
    const isSecure = publicUrl?.startsWith('https:') ?? request.koa.secure;
    // Lax: the browser comes back from another site.
    return `${nameOf(state)}=${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  };
  return {
    set: (request, state, secret) => cookie(request, state, secret, LONGEST_ATTEMPT),
    clear: (request, state) => cookie(request, state, '', 0),
    read(request, state) {
      for (const pair of (request.header('cookie') ?? '').split(';')) {
        const [name, value = ''] = pair.trim().split('=', 2);
        if (name === nameOf(state) && /^[\w-]{43}$/.test(value)) return value;
      }
      return null;
    },
  };
}

const nameOf = (state: string): string => `quire-sign-in-${state.slice(0, 12)}`;
