// Who asks: the hook `request.authenticate`. It speaks last, so that it can refuse what nobody recognised; where everything
// is known it answers without waiting.
import { coreErrors, type Principal, type RequestContext } from '../../core';
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

export function createAuthenticate({ jwt, accounts, needsConfirmation }: AuthenticateOptions): Authenticate {
  const recognised = (request: RequestContext, claims: Claims, account: Account | null): Principal => {
    if (!account || !isGood(account, claims, needsConfirmation))
      throw coreErrors.ACCESS_UNAUTHORIZED('Invalid credentials');
    request.state.user = account;
    if (claims.session !== null) request.state.session = claims.session;
    return { kind: 'user', id: String(account.id), label: account.username };
  };

  async function wait(request: RequestContext, claims: Claims): Promise<Principal> {
    if (claims.session !== null && !(await accounts.findSession(claims.session)))
      throw coreErrors.ACCESS_UNAUTHORIZED('Invalid credentials');
    return recognised(request, claims, await accounts.find(claims.userId));
  }

  return (request) => {
    const token = bearerOf(request.header('authorization'));
    if (token === null) return undefined;
    const claims = jwt.read(token);
    if (!claims) throw coreErrors.ACCESS_UNAUTHORIZED('Missing or invalid credentials');
    const account = accounts.known(claims.userId);
    const session = claims.session === null ? true : accounts.knownSession(claims.session);
    if (account === undefined || session !== true) return wait(request, claims);
    return recognised(request, claims, account);
  };
}

/** The scheme in any case, then one word; anything else is nobody. */
export function bearerOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  return /^\s*bearer\s+(\S+)\s*$/i.exec(header)?.[1] ?? null;
}

/** Tokens die with the epoch they were given out in; one from before the account is of another's. */
function isGood(account: Account, claims: Claims, needsConfirmation: boolean): boolean {
  if (account.blocked || (needsConfirmation && !account.confirmed)) return false;
  return account.tokenEpoch === claims.epoch && (claims.issuedAt + 1) * 1000 > account.createdAt;
}
