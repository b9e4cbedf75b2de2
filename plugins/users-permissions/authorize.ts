// May this request do this? The hook `request.authorize`: the role of whoever asks, else the public one. Tokens of other
// plugins are theirs to judge.
import { GenerationCache, type RequestContext, type Verdict } from '../../core';
import { hintOf } from './hint';
import type { Role, RoleBook, Roles } from './role-book';
import type { VisibilityOf } from './role-visibility';
import type { Account } from './types';

export const PUBLIC = 'public';

export type Authorize = (
  request: RequestContext,
  action: string,
) => Verdict | undefined | Promise<Verdict | undefined>;

const NO_ROLE: Verdict = Object.freeze({
  allowed: false,
  status: 403,
  hint: 'this user has no role; give them one',
});

export function createAuthorize(book: RoleBook, visibilityOf: VisibilityOf): Authorize {
  const verdictOf = createVerdicts(visibilityOf);
  const judge = (request: RequestContext, action: string, roles: Roles): Verdict => {
    if (request.principal === null) {
      const role = roles.byType.get(PUBLIC);
      return role ? verdictOf(role, action, null) : NO_ROLE;
    }
    const user = request.state.user ?? null;
    const role = roles.byDocument.get(user?.role ?? '');
    return role ? verdictOf(role, action, user) : NO_ROLE;
  };

  return (request, action) => {
    const { principal } = request;
    if (principal !== null && principal.kind !== 'user') return undefined;
    const roles = book.known();
    return roles ? judge(request, action, roles) : book.read().then((read) => judge(request, action, read));
  };
}

/** Verdicts per role; twice as many at most. */
const MOST = 1000;

interface Judged {
  readonly verdict: Verdict;
  /** Whom it was made for, where the rules of the role name the user. */
  readonly user: Account | null;
}

/** One verdict per role and action, and per user where a rule names them. Roles and users that changed are other objects. */
function createVerdicts(visibilityOf: VisibilityOf) {
  const made = new WeakMap<Role, GenerationCache<string, Judged>>();
  const make = (role: Role, action: string, user: Account | null): Verdict =>
    Object.freeze(
      role.actions.has(action)
        ? { allowed: true, visibility: visibilityOf(role, action, user) }
        : { allowed: false, status: 403, hint: hintOf(role, action) },
    );

  return (role: Role, action: string, user: Account | null): Verdict => {
    let all = made.get(role);
    if (!all) {
      all = new GenerationCache(MOST);
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
