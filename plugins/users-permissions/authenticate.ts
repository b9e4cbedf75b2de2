// Who asks: the hook `request.authenticate`. It speaks last, so that it can refuse what nobody recognised; where everything
// is known it answers without waiting.
import { coreErrors, GenerationCache, type Principal, type RequestContext } from '../../core';
import type { Accounts } from './accounts';
import type { Claims, Jwt } from './jwt';
import type { Account } from './types';

export type Authenticate = (
  request: RequestContext,
) => Principal | undefined | Promise<Principal | undefined>;

export interface AuthenticateOptions {
  readonly jwt: Jwt;
  readonly accounts: Accounts;
  readonly needsConfirmation: boolean;
}

/** A token whose signature is good, and whom it was found to be of: both stay true. Whether that still holds is asked each time. */
interface Credential {
  readonly claims: Claims;
  /** The account it was held against, as it was then. */
  account: Account | null;
  principal: Principal | null;
}

/** Tokens that are not read again; twice as many at most. */
const REMEMBERED = 5000;
const SCHEME = 'Bearer ';

export function createAuthenticate({ jwt, accounts, needsConfirmation }: AuthenticateOptions): Authenticate {
  const known = new GenerationCache<string, Credential>(REMEMBERED);

  /** null: nothing for us to say. */
  function read(header: string): Credential | null {
    const token = bearerOf(header);
    if (token === null) return null;
    const claims = jwt.read(token);
    if (!claims) throw coreErrors.ACCESS_UNAUTHORIZED('Missing or invalid credentials');
    const credential = { claims, account: null, principal: null };
    // Without blanks that nobody needs: of one token there would be as many headers as somebody likes.
    if (header.length === SCHEME.length + token.length) known.set(header, credential);
    return credential;
  }

  function recognised(request: RequestContext, credential: Credential, account: Account | null): Principal {
    const { claims } = credential;
    let { principal } = credential;
    // An account that changed is another object.
    if (!account || principal === null || credential.account !== account) {
      if (!account || !isGood(account, claims, needsConfirmation))
        throw coreErrors.ACCESS_UNAUTHORIZED('Invalid credentials');
      principal = Object.freeze({ kind: 'user', id: String(account.id), label: account.username });
      credential.account = account;
      credential.principal = principal;
    }
    request.state.user = account;
    if (claims.session !== null) request.state.session = claims.session;
    return principal;
  }

  async function wait(request: RequestContext, credential: Credential): Promise<Principal> {
    const { session, userId } = credential.claims;
    if (session !== null && !(await accounts.findSession(session)))
      throw coreErrors.ACCESS_UNAUTHORIZED('Invalid credentials');
    return recognised(request, credential, await accounts.find(userId));
  }

  return (request) => {
    const header = request.header('authorization');
    if (header === undefined) return undefined;
    const credential = known.get(header) ?? read(header);
    if (credential === null) return undefined;
    const { session, userId, expiresAt } = credential.claims;
    if (expiresAt <= Date.now() / 1000)
      throw coreErrors.ACCESS_UNAUTHORIZED('Missing or invalid credentials');
    const account = accounts.known(userId);
    if (account === undefined || (session !== null && accounts.knownSession(session) !== true))
      return wait(request, credential);
    return recognised(request, credential, account);
  };
}

/** The scheme in any case, then one word; anything else is nobody. */
export function bearerOf(header: string): string | null {
  return /^\s*bearer\s+(\S+)\s*$/i.exec(header)?.[1] ?? null;
}

/** Tokens die with the epoch they were given out in; one from before the account is of another's. */
function isGood(account: Account, claims: Claims, needsConfirmation: boolean): boolean {
  if (account.blocked || (needsConfirmation && !account.confirmed)) return false;
  return account.tokenEpoch === claims.epoch && (claims.issuedAt + 1) * 1000 > account.createdAt;
}
