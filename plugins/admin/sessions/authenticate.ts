// Recognises the session of a request. The cookie counts only with the header `Quire-Admin`, so the public API is the same for everyone.
import type { App, Principal, RequestContext } from '../../../core';
import { USERS } from '../../users-permissions';
import { adminErrors } from '../errors';
import { OPEN } from '../types';
import type { AsRole } from './as-role';
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
  readonly asRole: AsRole;
}

export function createAuthenticate({ app, cookie, sessions, base, doors, asRole }: AuthenticateOptions) {
  return (request: RequestContext): Promise<Principal> | undefined => {
    const secret = secretOf(request);
    if (secret !== null) return principalOf(request, secret);
    asRole.refuse(request);
    return undefined;
  };

  /** null: the request has no session. */
  function secretOf(request: RequestContext): string | null {
    if (request.header('quire-admin') === undefined) return null;
    // One rule for several credentials: the header Authorization wins.
    if (request.header('authorization') !== undefined || doors.has(request.path)) return null;
    if (!isOfOwnPage(request)) return null;
    const secret = cookie.read(request);
    // The page asks for the password after a 401.
    if (secret === null && request.path.startsWith(`${base}/`)) throw adminErrors.ADMIN_SESSION_OVER();
    return secret;
  }

  async function principalOf(request: RequestContext, secret: string): Promise<Principal> {
    // An open stream asks again from time to time. That is no use of the session.
    const isUse = request.state.adminSession === undefined;
    const session = await sessions.find(secret, isUse);
    if (!session) throw adminErrors.ADMIN_SESSION_OVER();
    const users = app.container.resolve(USERS);
    const principal = await users.principal(request, session.user);
    // A new password begins a new epoch. A role without the permission ends the session, too.
    const isValid = request.state.user?.tokenEpoch === session.epoch && (await users.can(session.user, OPEN));
    if (!isValid) {
      request.state.user = undefined;
      throw adminErrors.ADMIN_SESSION_OVER();
    }
    const { user } = request.state;
    if (user) request.state.user = await asRole.accountOf(request, user);
    request.state.adminSession = { id: session.id };
    return principal;
  }
}
