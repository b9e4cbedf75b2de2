// The hook `request.authorize`: decides by the role of the user, or by the public role for anonymous requests.
// Requests with tokens of other plugins are ignored.
import { GenerationCache, type RequestContext, type Verdict } from '../../../core';
import { type Account, PUBLIC } from '../types';
import { permissionHint } from './permission-hint';
import type { Role, RoleCache, Roles } from './role-cache';
import type { VisibilityOf } from './role-visibility';

export type Authorize = (
  request: RequestContext,
  action: string,
) => Verdict | undefined | Promise<Verdict | undefined>;

const NO_ROLE: Verdict = Object.freeze({
  allowed: false,
  status: 403,
  hint: 'this user has no role; assign one',
});

export function createAuthorize(roleCache: RoleCache, visibilityOf: VisibilityOf): Authorize {
  const verdictOf = createVerdicts(visibilityOf);
  const judge = (request: RequestContext, action: string, roles: Roles): Verdict => {
    if (request.principal === null) {
      const role = roles.byType.get(request.state.actingRole ?? PUBLIC);
      return role ? verdictOf(role, action, null) : NO_ROLE;
    }
    const user = request.state.user ?? null;
    const role = roles.byDocument.get(user?.role ?? '');
    return role ? verdictOf(role, action, user) : NO_ROLE;
  };

  return (request, action) => {
    const { principal } = request;
    if (principal !== null && principal.kind !== 'user') return undefined;
    const roles = roleCache.known();
    return roles
      ? judge(request, action, roles)
      : roleCache.read().then((read) => judge(request, action, read));
  };
}

/** The generation size: the cache keeps at most twice as many verdicts per role. */
const MAX_VERDICTS = 1000;

interface Judged {
  readonly verdict: Verdict;
  /** The user of the verdict, when a rule of the role mentions the user. */
  readonly user: Account | null;
}

/** Caches one verdict per role and action, and per user when a rule mentions the user. A changed role or user is a new object. */
function createVerdicts(visibilityOf: VisibilityOf) {
  const made = new WeakMap<Role, GenerationCache<string, Judged>>();
  const make = (role: Role, action: string, user: Account | null): Verdict =>
    Object.freeze(
      role.actions.has(action)
        ? { allowed: true, visibility: visibilityOf(role, action, user) }
        : { allowed: false, status: 403, hint: permissionHint(role, action) },
    );

  return (role: Role, action: string, user: Account | null): Verdict => {
    let all = made.get(role);
    if (!all) {
      all = new GenerationCache(MAX_VERDICTS);
      made.set(role, all);
    }
    const named = role.mentionsUser ? user : null;
    const key = named === null ? action : `${action} ${named.id}`;
    let judged = all.get(key);
    if (judged?.user !== named || judged === undefined) {
      judged = { verdict: make(role, action, user), user: named };
      all.set(key, judged);
    }
    return judged.verdict;
  };
}
