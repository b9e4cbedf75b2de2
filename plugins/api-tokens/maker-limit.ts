// Limits the permissions of a new token to the permissions of its maker. Without this limit, the permission to create
// tokens would include every other permission.
import type { App, RequestContext } from '../../core';
import { tokenErrors } from './errors';
import { isReading } from './token-visibility';
import type { Issuer, MayIssue } from './tokens';
import type { ApiToken } from './types';

export function requireCaller({ principal }: RequestContext): void {
  if (principal === null) throw tokenErrors.TOKEN_NEEDS_CALLER();
}

/** The actions that a token allows. */
export function actionsOf(
  { type, actions: listed }: Pick<ApiToken, 'type' | 'actions'>,
  { actions }: Pick<App, 'actions'>,
): readonly string[] {
  if (type === 'custom') return listed;
  const all = actions.names();
  return type === 'read-only' ? all.filter(isReading) : all;
}

/** The caller as the issuer of a token. A token that creates a token passes on its own maker. */
export function issuerOf(request: RequestContext, app: Pick<App, 'actions'>): Issuer {
  const { principal, state, caller, visibility } = request;
  const maker = principal?.kind === 'user' ? principal.id : (state.apiToken?.maker ?? null);
  return { maker, mayIssue: mayIssueFor(request, app), caller, visibility };
}

function mayIssueFor(request: RequestContext, app: Pick<App, 'actions'>): MayIssue {
  const { visibility, state } = request;
  const has = (action: string): boolean => request.can(action) && visibility.isLimited?.(action) !== true;
  return ({ expiresAt, ...token }) => {
    requireCaller(request);
    const missing = actionsOf(token, app).filter((action) => !has(action));
    if (missing.length > 0) throw tokenErrors.TOKEN_EXCEEDS(missing);
    const end = state.apiToken?.expiresAt ?? null;
    if (end !== null && (expiresAt === null || expiresAt > end))
      throw tokenErrors.TOKEN_OUTLIVES(new Date(end).toISOString());
  };
}
