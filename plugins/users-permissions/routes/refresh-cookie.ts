// The refresh token as an httpOnly cookie instead of a key of the body. A request asks for the cookie with the header
// `x-strapi-refresh-cookie: httpOnly`; the setting `sessions.httpOnly` makes it the default. No later answer shows the token.
import type { RequestContext } from '../../../core';
import { COOKIE_HEADER, refreshCookieOf } from '../accounts/sessions/session-opening';
import { bodyOf } from '../accounts/validation';
import type { UsersPermissionsConfig } from '../config';
import { usersErrors } from '../errors';

type Headers = Readonly<Record<string, string>>;

export interface RefreshCookie {
  /** The body, with the refresh token of the cookie when the body has none. */
  bodyOf(request: RequestContext, body: unknown): unknown;
  /** Moves the `refreshToken` of a session with a cookie from the result to the header Set-Cookie. */
  answer(result: Tokens): { readonly json: object; readonly headers?: Headers };
  /** The header that deletes the cookie. */
  clear(request: RequestContext): Headers;
}

interface Tokens {
  readonly refreshToken?: string;
  readonly inCookie?: boolean;
}

/** The browser sends the cookie with a form of another site too, but such a form has neither this header nor this type. */
const isOfOwnPage = (request: RequestContext): boolean =>
  request.header(COOKIE_HEADER) !== undefined ||
  /^application\/json *(;|$)/i.test(request.header('content-type') ?? '');

export function createRefreshCookie(config: UsersPermissionsConfig, isProduction: boolean): RefreshCookie {
  const { sessions } = config;
  const { name, path, sameSite, domain, secure = isProduction } = sessions.cookie;
  const attributes = [
    `Path=${path}`,
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
    'HttpOnly',
    ...(secure ? ['Secure'] : []),
    `SameSite=${sameSite}`,
  ].join('; ');

  return {
    bodyOf(request, body) {
      const given = bodyOf(body);
      const token = (given.refreshToken ?? null) === null ? refreshCookieOf(request, config) : null;
      if (token === null) return given;
      if (!isOfOwnPage(request)) throw usersErrors.AUTH_REFRESH_COOKIE(COOKIE_HEADER);
      return { ...given, refreshToken: token };
    },
    answer({ inCookie, ...result }) {
      const { refreshToken, ...json } = result;
      if (refreshToken === undefined || inCookie !== true) return { json: result };
      const cookie = `${name}=${refreshToken}; Max-Age=${sessions.idleRefreshTokenLifespan}; ${attributes}`;
      return { json, headers: { 'Set-Cookie': cookie } };
    },
    clear(request): Headers {
      return refreshCookieOf(request, config) === null
        ? {}
        : { 'Set-Cookie': `${name}=; Max-Age=0; ${attributes}` };
    },
  };
}
