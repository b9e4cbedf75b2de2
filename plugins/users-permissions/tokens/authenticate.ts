// The hook `request.authenticate`. It runs after other plugins and refuses unknown tokens.
// With a cached user and session it returns without a database query.
import { coreErrors, createBearerReader, type Principal, type RequestContext } from '../../../core';
import type { Account } from '../types';
import type { AccountCache } from './account-cache';
import type { Claims, Jwt } from './jwt';
import { mayAct } from './may-act';

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

export function createUserAuthentication(options: AuthenticateOptions): Authenticate {
  const { jwt, accounts, needsConfirmation } = options;

  const credentialOf = createBearerReader((token): Credential => {
    const claims = jwt.read(token);
    if (!claims) throw coreErrors.ACCESS_UNAUTHORIZED('Missing or invalid credentials');
    return { claims, account: null, principal: null };
  });

  function recognised(request: RequestContext, credential: Credential, account: Account | null): Principal {
    const { claims } = credential;
    let { principal } = credential;
    // A changed account is a new object.
    if (!account || principal === null || credential.account !== account) {
      if (!account || !isGood(account, claims, needsConfirmation))
        throw coreErrors.ACCESS_UNAUTHORIZED('Invalid credentials');
      principal = userPrincipal(account);
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
    const credential = credentialOf(header);
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

export const userPrincipal = ({ id, username }: Account): Principal =>
  Object.freeze({ kind: 'user', id: String(id), label: username });

/** A token is valid only for the current epoch of its user. A token older than the account belongs to a deleted account. */
export function isGood(account: Account, claims: Claims, needsConfirmation: boolean): boolean {
  if (!mayAct(account, needsConfirmation)) return false;
  return account.tokenEpoch === claims.epoch && (claims.issuedAt + 1) * 1000 > account.createdAt;
}
