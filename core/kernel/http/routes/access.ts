// Authentication and authorisation of a route, and the verdict when no plugin has one.

import type { RequestScope } from '../../../types';
import { isThenable } from '../../check/thenable';
import { coreErrors } from '../../errors/core-errors';
import type { Principal, RequestContext, Verdict } from '../request/context';
import type { Exchange } from '../request/exchange';
import type { RequestScopes } from '../request/scopes';
import type { Method } from './route';

export type Authenticate = (
  request: RequestContext,
) => Principal | null | undefined | PromiseLike<Principal | null | undefined>;
export type Recall = (
  request: RequestContext,
  principal: Principal,
  since: number,
) => Principal | null | undefined | PromiseLike<Principal | null | undefined>;
/** undefined: no verdict; `server.anonymous` decides. */
export type Authorize = (
  request: RequestContext,
  action: string,
) => Verdict | undefined | PromiseLike<Verdict | undefined>;

export type AnonymousAccess = 'none' | 'read' | 'full';

/** Read access excludes actions in addition to that of the route. */
const readVerdict = ({ scopes, showHints }: AnonymousRules): Verdict => ({
  allowed: true,
  visibility: {
    ...scopes.open,
    scope: 'open to read',
    allows: () => false,
    hint: showHints
      ? (action) => `"${action}" is not public: enable a plugin with users, or set server.anonymous to "full"`
      : undefined,
  },
});

type AnonymousRules = Pick<AccessRules, 'anonymous' | 'authorize' | 'scopes' | 'showHints'>;

export interface RouteAccess {
  /** null: open to everyone. */
  readonly action: string | null;
  readonly method: Method;
}

/** The verdict when no plugin returns one. */
function anonymousVerdict(
  rules: AnonymousRules,
  { action, method }: RouteAccess & { readonly action: string },
): Verdict {
  const { anonymous: mode, authorize, scopes } = rules;
  const hasCredentials = authorize !== null;
  const isReading = method === 'GET';
  if (mode === 'full') return { allowed: true, visibility: scopes.open };
  if (mode === 'read' && isReading) return readVerdict(rules);
  const remedies = [
    ...(hasCredentials ? ['send credentials'] : []),
    'enable a plugin with users',
    `set server.anonymous to ${isReading ? '"read" or "full"' : '"full"'}`,
  ];
  return {
    allowed: false,
    status: 403,
    hint: `"${action}" is not public: ${remedies.slice(0, -1).join(', ')}, or ${remedies.at(-1)}`,
  };
}

export function authenticateStep(authenticate: Authenticate) {
  return (request: Exchange): void | PromiseLike<void> => {
    const principal = authenticate(request);
    if (isThenable(principal))
      return principal.then((found) => {
        request.principal = found ?? null;
      });
    request.principal = principal ?? null;
  };
}

export type LimitVisibility = (visibility: RequestScope, request: RequestContext) => RequestScope;

export interface AccessRules {
  readonly authorize: Authorize | null;
  /** Applies the hook `request.visibility` to an allowed caller; null: the hook has no taps. */
  readonly limit: LimitVisibility | null;
  readonly anonymous: AnonymousAccess;
  readonly scopes: RequestScopes;
  /** Development only: a 403 names the missing permission. */
  readonly showHints: boolean;
}

/** Throws the 401 or the 403 of a verdict; returns the visibility of an allowed request. */
export type Authorizer = (request: RequestContext) => RequestScope | PromiseLike<RequestScope>;

function createAuthorizer(rules: AccessRules, { action, method }: RouteAccess): Authorizer {
  const { authorize, limit, anonymous, scopes, showHints } = rules;
  if (action === null) {
    const open = authorize === null && anonymous === 'full' ? scopes.open : scopes.unasked;
    return (request) => (limit === null ? open : limit(open, request));
  }
  const otherwise = anonymousVerdict(rules, { action, method });
  const visibilityOf = (verdict: Verdict, request: RequestContext): RequestScope => {
    if (verdict.allowed) return limit === null ? verdict.visibility : limit(verdict.visibility, request);
    if (verdict.status === 401) throw coreErrors.ACCESS_UNAUTHORIZED('Missing or invalid credentials');
    throw coreErrors.ACCESS_FORBIDDEN(showHints ? verdict.hint : undefined);
  };
  return (request: RequestContext): RequestScope | PromiseLike<RequestScope> => {
    const verdict = authorize === null ? otherwise : authorize(request, action);
    return isThenable(verdict)
      ? verdict.then((found) => visibilityOf(found ?? otherwise, request))
      : visibilityOf(verdict ?? otherwise, request);
  };
}

/** An authorizer per action, made at its first request. */
export function createAuthorizers(rules: AccessRules): (asked: RouteAccess) => Authorizer {
  const made = new Map<string, Authorizer>();
  return (asked) => {
    const key = `${asked.method} ${asked.action}`;
    const authorizer = made.get(key) ?? createAuthorizer(rules, asked);
    made.set(key, authorizer);
    return authorizer;
  };
}

export function authorizeStep(rules: AccessRules, asked: RouteAccess) {
  const authorizer = createAuthorizer(rules, asked);
  return (request: Exchange): void | PromiseLike<void> => {
    const visibility = authorizer(request);
    if (isThenable(visibility))
      return visibility.then((found) => {
        request.visibility = found;
      });
    request.visibility = visibility;
  };
}
