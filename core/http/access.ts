// Who may do what: the steps before a route's own policies, and the answer while no authentication plugin has spoken.
import { coreErrors } from '../errors/core-errors';
import { OPEN_VISIBILITY } from '../schema/visibility';
import type { Principal, RequestContext, Verdict } from './context';
import type { Exchange } from './exchange';
import { isThenable } from './thenable';

export type Authenticate = (
  request: RequestContext,
) => Principal | null | undefined | PromiseLike<Principal | null | undefined>;
/** Nothing: no opinion; then what `anonymous` says holds. */
export type Authorize = (
  request: RequestContext,
  action: string,
) => Verdict | undefined | PromiseLike<Verdict | undefined>;

export type AnonymousAccess = 'none' | 'read' | 'full';

const READING = new Set(['find', 'findOne', 'count', 'aggregate']);
const OPEN: Verdict = Object.freeze({ allowed: true, visibility: OPEN_VISIBILITY });

/** The verdict on an action where nobody who authorises is there. */
export function anonymousVerdict(mode: AnonymousAccess, action: string): Verdict {
  const isOpen =
    mode === 'full' || (mode === 'read' && READING.has(action.slice(action.lastIndexOf('.') + 1)));
  if (isOpen) return OPEN;
  return {
    allowed: false,
    status: 403,
    hint: `nobody may do "${action}" while no authentication plugin is on; switch one on, or set server.anonymous to "read" or "full"`,
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

/** `showHints`: development only, what is missing reaches the client. */
export function authorizeStep(
  authorize: Authorize | null,
  anonymous: AnonymousAccess,
  action: string,
  showHints: boolean,
) {
  const otherwise = anonymousVerdict(anonymous, action);
  const apply = (request: Exchange, verdict: Verdict) => {
    if (verdict.allowed) {
      request.visibility = verdict.visibility;
      return;
    }
    if (verdict.status === 401) throw coreErrors.ACCESS_UNAUTHORIZED('Missing or invalid credentials');
    throw coreErrors.ACCESS_FORBIDDEN(showHints ? verdict.hint : undefined);
  };
  return (request: Exchange): void | PromiseLike<void> => {
    const verdict = authorize === null ? otherwise : authorize(request, action);
    if (isThenable(verdict)) return verdict.then((found) => apply(request, found ?? otherwise));
    apply(request, verdict ?? otherwise);
  };
}
