// What a person can do about their own account, as routes/auth.ts and other transports call it. create-authentication.ts makes it.
import type { DocumentObject, RequestContext } from '../../core';

/** What logging in answers. */
export interface Issued {
  readonly jwt: string;
  readonly refreshToken?: string;
  readonly user: DocumentObject;
}

export interface Authentication {
  logIn(request: RequestContext, body: unknown): Promise<Issued>;
  register(request: RequestContext, body: unknown): Promise<Issued | { readonly user: DocumentObject }>;
  forgotPassword(request: RequestContext, body: unknown): Promise<{ readonly ok: true }>;
  resetPassword(request: RequestContext, body: unknown): Promise<Issued>;
  changePassword(request: RequestContext, body: unknown): Promise<Issued>;
  /** Where to go next. */
  confirmEmail(request: RequestContext, query: unknown): Promise<string>;
  sendConfirmation(
    request: RequestContext,
    body: unknown,
  ): Promise<{ readonly email: string; readonly sent: true }>;
  updateMe(request: RequestContext, body: unknown): Promise<void>;
  refresh(
    request: RequestContext,
    body: unknown,
  ): Promise<{ readonly jwt: string; readonly refreshToken: string }>;
  logOut(request: RequestContext): Promise<{ readonly ok: true }>;
}
