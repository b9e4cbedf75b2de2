// The interface of the service AUTHENTICATION, which routes/auth.ts and other transports call.
import type { DocumentObject, RequestContext } from '../../../core';
import type { RefreshedPair, SessionRecord } from './sessions/sessions';

/** The result of a login. */
export interface Issued {
  readonly jwt: string;
  readonly refreshToken?: string;
  /** In refresh mode: the refresh token belongs in an httpOnly cookie, not in the answer. */
  readonly inCookie?: boolean;
  readonly user: DocumentObject;
}

export interface Authentication {
  /** Issues the tokens of a user without a login, for programs and tests. */
  issue(userId: number): Promise<Issued>;
  logIn(request: RequestContext, body: unknown): Promise<Issued>;
  register(request: RequestContext, body: unknown): Promise<Issued | { readonly user: DocumentObject }>;
  forgotPassword(request: RequestContext, body: unknown): Promise<{ readonly ok: true }>;
  resetPassword(request: RequestContext, body: unknown): Promise<Issued>;
  changePassword(request: RequestContext, body: unknown): Promise<Issued>;
  /** Returns the address to redirect to. */
  confirmEmail(request: RequestContext, query: unknown): Promise<string>;
  /** For GraphQL, which cannot redirect. */
  confirmAndLogIn(request: RequestContext, body: unknown): Promise<Issued>;
  sendConfirmation(
    request: RequestContext,
    body: unknown,
  ): Promise<{ readonly email: string; readonly sent: true }>;
  updateMe(request: RequestContext, body: unknown): Promise<void>;
  refresh(request: RequestContext, body: unknown): Promise<RefreshedPair>;
  /** Ends the session of the token; `{ "scope": "all" }` ends all sessions of the user. */
  logOut(request: RequestContext, body: unknown): Promise<{ readonly ok: true }>;
  sessions(request: RequestContext): Promise<readonly SessionRecord[]>;
  /** Throws a 404 when the user of the request has no such session. */
  endSession(request: RequestContext, id: string): Promise<void>;
  endSessions(request: RequestContext): Promise<{ readonly ok: true }>;
}
