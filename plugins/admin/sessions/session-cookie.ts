// The cookie of a session. A browser sends it only over HTTPS, or to this machine itself. Other hosts cannot set a `__Host-` cookie.
import type { RequestContext } from '../../../core';
import { adminErrors } from '../errors';

const SECURE = '__Host-quire';
/** For plain HTTP at a loopback address. */
const LOCAL = 'quire-dev';
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|[\w-]+\.localhost)(:\d+)?$/i;

export interface SessionCookie {
  /** The secret of the cookie; null: the request has none. */
  read(request: RequestContext): string | null;
  /** The value of `Set-Cookie`. Refuses plain HTTP outside of this machine. */
  set(request: RequestContext, secret: string, seconds: number): string;
  clear(request: RequestContext): string;
}

export function createSessionCookie(publicUrl: string | undefined): SessionCookie {
  const isSecure = (request: RequestContext): boolean =>
    request.koa.secure || publicUrl?.startsWith('https:') === true;
  const isLocal = (request: RequestContext): boolean =>
    !isSecure(request) && LOOPBACK.test(request.header('host') ?? '');

  const cookie = (request: RequestContext, secret: string, seconds: number): string => {
    const local = isLocal(request);
    if (!local && !isSecure(request)) throw adminErrors.ADMIN_PLAIN_HTTP();
    const name = local ? LOCAL : SECURE;
    return `${name}=${secret}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${local ? '' : '; Secure'}`;
  };

  return {
    read(request) {
      const header = request.header('cookie');
      if (header === undefined) return null;
      // A sibling host can set the cookie for this machine, but not the secure one.
      const wanted = isSecure(request) ? SECURE : LOCAL;
      for (const pair of header.split(';')) {
        const [name, value = ''] = pair.trim().split('=');
        if (name === wanted && /^[\w-]{43}$/.test(value)) return value;
      }
      return null;
    },
    set: cookie,
    clear: (request) => cookie(request, '', 0),
  };
}

/**
 * Only pages of this server send the header: a form cannot, and a page of another origin would need CORS, which does not allow it.
 */
export function isOfOwnPage(request: RequestContext): boolean {
  if (request.header('quire-admin') !== '1') return false;
  const site = request.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = request.header('origin');
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.header('host');
}
