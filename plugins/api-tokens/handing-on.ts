// What a caller may hand on as a token: never more than they may do themselves, else the permission to make tokens would be the
// permission to do everything.
import type { Kernel, RequestContext } from '../../core';
import { tokenErrors } from './errors';
import { isReading } from './token-visibility';
import type { MayIssue } from './tokens';

export function requireCaller({ principal }: RequestContext): void {
  if (principal === null) throw tokenErrors.TOKEN_NEEDS_CALLER();
}

export function mayIssueFor(request: RequestContext, { actions }: Pick<Kernel, 'actions'>): MayIssue {
  const { visibility, state } = request;
  const has = (action: string): boolean =>
    visibility.allows?.(action) !== false && visibility.narrows?.(action) !== true;
  return ({ type, actions: listed, expiresAt }) => {
    requireCaller(request);
    const all = actions.all().map(({ name }) => name);
    const needed = type === 'custom' ? listed : type === 'read-only' ? all.filter(isReading) : all;
    const missing = needed.filter((action) => !has(action));
    if (missing.length > 0) throw tokenErrors.TOKEN_EXCEEDS(missing);
    const end = state.apiToken?.expiresAt ?? null;
    if (end !== null && (expiresAt === null || expiresAt > end))
      throw tokenErrors.TOKEN_OUTLIVES(new Date(end).toISOString());
  };
}
