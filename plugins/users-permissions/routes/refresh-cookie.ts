// The refresh token as an httpOnly cookie instead of a key of the body. A request asks for the cookie with the header
// `x-strapi-refresh-cookie: httpOnly`; the setting `sessions.httpOnly` makes it the default.
import type { RequestContext } from '../../../core';
import type { UsersPermissionsConfig } from '../config';
import { bodyOf } from '../validation';

type Headers = Readonly<Record<string, string>>;

export interface RefreshCookie {
  /** The body, with the refresh token of the cookie when the body has none. */
  bodyOf(request: RequestContext, body: unknown): unknown;
  /** Moves `refreshToken` from the result of a login to the header Set-Cookie. */
  answer(request: RequestContext, result: object): { readonly json: object; readonly headers?: Headers };
  /** The header that deletes the cookie. */
  clear(request: RequestContext): Headers;
}

export function createRefreshCookie(
  { sessions }: UsersPermissionsConfig,
  isProduction: boolean,
): RefreshCookie {
  const { name, path, sameSite, domain, secure = isProduction } = sessions.cookie;
  const attributes = [
    `Path=${path}`,
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
    'HttpOnly',
    ...(secure ? ['Secure'] : []),
    `SameSite=${sameSite}`,
  ].join('; ');

  function cookieOf(request: RequestContext): string | null {
    for (const pair of (request.header('cookie') ?? '').split(';')) {
      const [key, value] = pair.trim().split('=', 2);
      if (key === name && value) return value;
    }
    return null;
  }

  return {
    bodyOf(request, body) {
      const given = bodyOf(body);
      const token = given.refreshToken ?? cookieOf(request) ?? undefined;
      return token === undefined ? given : { ...given, refreshToken: token };
    },
    answer(request, result) {
      const { refreshToken, ...json } = result as { readonly refreshToken?: string };
      const wantsCookie = sessions.httpOnly || request.header('x-strapi-refresh-cookie') === 'httpOnly';
      if (refreshToken === undefined || !wantsCookie) return { json: result };
      const cookie = `${name}=${refreshToken}; Max-Age=${sessions.idleRefreshTokenLifespan}; ${attributes}`;
      return { json, headers: { 'Set-Cookie': cookie } };
    },
    clear(request): Headers {
      return cookieOf(request) === null ? {} : { 'Set-Cookie': `${name}=; Max-Age=0; ${attributes}` };
    },
  };
}
