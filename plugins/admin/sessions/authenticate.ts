// Recognises the session of a request. The cookie counts only with the header `Quire-Admin`, so the public API is the same for everyone.
import type { App, Principal, RequestContext } from '../../../core';
import { USERS } from '../../users-permissions';
import { adminErrors } from '../errors';
import { OPEN } from '../types';
import { isOfOwnPage, type SessionCookie } from './session-cookie';
import type { Sessions } from './sessions';

export interface AuthenticateOptions {
  readonly app: Pick<App, 'container'>;
  readonly cookie: SessionCookie;
  readonly sessions: Sessions;
  /** The address of the API of the admin. */
  readonly base: string;
  /** Paths that open a session: an old cookie does not matter there. */
  readonly doors: ReadonlySet<string>;
}

export function createAuthenticate({ app, cookie, sessions, base, doors }: AuthenticateOptions) {
  return (request: RequestContext): Promise<Principal> | undefined => {
    if (request.header('quire-admin') === undefined) return undefined;
    // One rule for several credentials: the header Authorization wins.
    if (request.header('authorization') !== undefined || doors.has(request.path)) return undefined;
    if (!isOfOwnPage(request)) return undefined;
    const secret = cookie.read(request);
    if (secret !== null) return principalOf(request, secret);
    // The page asks for the password after a 401.
    if (request.path.startsWith(`${base}/`)) throw adminErrors.ADMIN_SESSION_OVER();
    return undefined;
  };

  async function principalOf(request: RequestContext, secret: string): Promise<Principal> {
    const session = await sessions.find(secret);
    if (!session) throw adminErrors.ADMIN_SESSION_OVER();
    const users = app.container.resolve(USERS);
    const principal = await users.principal(request, session.user);
    // A new password begins a new epoch. A role without the permission ends the session, too.
    const isValid = request.state.user?.tokenEpoch === session.epoch && (await users.can(session.user, OPEN));
    if (!isValid) {
      request.state.user = undefined;
      throw adminErrors.ADMIN_SESSION_OVER();
    }
    request.state.adminSession = { id: session.id };
    return principal;
  }
}
