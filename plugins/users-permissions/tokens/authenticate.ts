// The hook `request.authenticate`. It runs after other plugins and refuses unknown tokens.
// With a cached user and session it returns without a database query.
import { coreErrors, GenerationCache, type Principal, type RequestContext } from '../../../core';
import type { Account } from '../types';
import type { AccountCache } from './account-cache';
import type { Claims, Jwt } from './jwt';

export type Authenticate = (
  request: RequestContext,
) => Principal | undefined | Promise<Principal | undefined>;

export interface AuthenticateOptions {
  readonly jwt: Jwt;
  readonly accounts: AccountCache;
  readonly needsConfirmation: boolean;
}

/** A token with a valid signature, and its user. Expiry, user and session are checked again on each request. */
interface Credential {
  readonly claims: Claims;
  /** The account at the last check. */
  account: Account | null;
  principal: Principal | null;
}

/** The size of a generation: the cache keeps at most three times as many tokens. */
const MAX_TOKENS = 5000;
const SCHEME = 'Bearer ';

export function createAuthenticate({ jwt, accounts, needsConfirmation }: AuthenticateOptions): Authenticate {
  const known = new GenerationCache<string, Credential>(MAX_TOKENS);

  /** null: the header carries no bearer token. */
  function read(header: string): Credential | null {
    const token = bearerOf(header);
    if (token === null) return null;
    const claims = jwt.read(token);
    if (!claims) throw coreErrors.ACCESS_UNAUTHORIZED('Missing or invalid credentials');
    const credential = { claims, account: null, principal: null };
    // Headers with extra blanks are not cached: one token could fill the cache with any number of headers.
    if (header.length === SCHEME.length + token.length) known.set(header, credential);
    return credential;
  }

  function recognised(request: RequestContext, credential: Credential, account: Account | null): Principal {
    const { claims } = credential;
    let { principal } = credential;
    // A changed account is a new object.
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

/** The scheme in any letter case, then one word. Any other header is anonymous. */
export function bearerOf(header: string): string | null {
  return /^\s*bearer\s+(\S+)\s*$/i.exec(header)?.[1] ?? null;
}

/** A token is valid only for the current epoch of its user. A token older than the account belongs to a deleted account. */
function isGood(account: Account, claims: Claims, needsConfirmation: boolean): boolean {
  if (account.blocked || (needsConfirmation && !account.confirmed)) return false;
  return account.tokenEpoch === claims.epoch && (claims.issuedAt + 1) * 1000 > account.createdAt;
}
