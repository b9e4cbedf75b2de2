// Who may do what: the steps before a route's own policies, and the answer where no plugin has spoken.
import { coreErrors } from '../errors/core-errors';
import { OPEN_VISIBILITY } from '../schema/visibility';
import type { Principal, RequestContext, Verdict } from './context';
import type { Exchange } from './exchange';
import type { Method } from './route';
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

const OPEN: Verdict = Object.freeze({ allowed: true, visibility: OPEN_VISIBILITY });
/** Reading does not cover what needs a permission beside that of the route. */
const readVerdict = (showHints: boolean): Verdict => ({
  allowed: true,
  visibility: {
    ...OPEN_VISIBILITY,
    scope: 'open to read',
    allows: () => false,
    hint: showHints
      ? (action) =>
          `"${action}" is not open to everybody: switch a plugin on that knows users, or set server.anonymous to "full"`
      : undefined,
  },
});

/** What a route is to this question. */
export interface Asked {
  readonly action: string;
  readonly method: Method;
}

/** The verdict on a request that no plugin judges. `hasCredentials`: with some it could have been judged. */
function anonymousVerdict(
  mode: AnonymousAccess,
  { action, method }: Asked,
  hasCredentials: boolean,
  showHints: boolean,
): Verdict {
  const isReading = method === 'GET';
  if (mode === 'full') return OPEN;
  if (mode === 'read' && isReading) return readVerdict(showHints);
  const remedies = [
    ...(hasCredentials ? ['send credentials'] : []),
    'switch a plugin on that knows users',
    `set server.anonymous to ${isReading ? '"read" or "full"' : '"full"'}`,
  ];
  return {
    allowed: false,
    status: 403,
    hint: `"${action}" is not open to everybody: ${remedies.slice(0, -1).join(', ')}, or ${remedies.at(-1)}`,
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
  asked: Asked,
  showHints: boolean,
) {
  const { action } = asked;
  const otherwise = anonymousVerdict(anonymous, asked, authorize !== null, showHints);
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
