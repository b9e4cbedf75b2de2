// May this request do this? The hook `request.authorize`: the role of whoever asks, else the public one. Tokens of other
// plugins are theirs to judge.
import type { RequestContext, Verdict } from '../../core';
import { hintOf } from './hint';
import type { RoleBook, Roles } from './role-book';
import type { VisibilityOf } from './role-visibility';

export const PUBLIC = 'public';

export type Authorize = (
  request: RequestContext,
  action: string,
) => Verdict | undefined | Promise<Verdict | undefined>;

export function createAuthorize(book: RoleBook, visibilityOf: VisibilityOf): Authorize {
  const judge = (request: RequestContext, action: string, roles: Roles): Verdict => {
    const user = request.state.user ?? null;
    const role =
      request.principal === null ? roles.byType.get(PUBLIC) : roles.byDocument.get(user?.role ?? '');
    if (!role) return { allowed: false, status: 403, hint: 'this user has no role; give them one' };
    if (!role.actions.has(action)) return { allowed: false, status: 403, hint: hintOf(role, action) };
    return { allowed: true, visibility: visibilityOf(role, action, user) };
  };

  return (request, action) => {
    const { principal } = request;
    if (principal !== null && principal.kind !== 'user') return undefined;
    const roles = book.known();
    return roles ? judge(request, action, roles) : book.read().then((read) => judge(request, action, read));
  };
}
