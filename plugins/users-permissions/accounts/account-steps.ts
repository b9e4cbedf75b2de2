// Steps that registration, passwords and addresses share: issuing tokens, single-use codes, confirmation mails.
import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { App, DocumentObject, RequestContext, Visibility } from '../../../core';
import type { UsersPermissionsConfig } from '../config';
import { usersErrors } from '../errors';
import type { ProvedUser } from '../proved-user';
import type { AccountCache } from '../tokens/account-cache';
import type { Jwt } from '../tokens/jwt';
import { type Account, USER } from '../types';
import { lockUser } from '../user-lock';
import type { Issued } from './authentication';
import { type Credentials, type Found, hashCode } from './credentials';
import type { LoginHooks, LoginOutcome } from './login-hooks';
import type { Mails } from './mails';
import type { Claim, RateLimits } from './rate-limits';
import { openingOf, type SessionOpening } from './sessions/session-opening';
import type { Sessions } from './sessions/sessions';
import type { Body } from './validation';

export interface AccountOptions {
  readonly app: App;
  readonly config: UsersPermissionsConfig;
  readonly jwt: Jwt;
  readonly accounts: Pick<AccountCache, 'stored'>;
  readonly credentials: Credentials;
  readonly sessions: Sessions;
  readonly limits: RateLimits;
  readonly mails: Mails;
  readonly hooks: LoginHooks;
}

export interface AccountSteps {
  recordOf(documentId: string): Promise<DocumentObject>;
  /** Throws a 400 if the epoch has changed since the proof. If it changes later, the tokens are not valid. */
  issue(user: ProvedUser, opening: SessionOpening): Promise<Issued>;
  /** For a request that proves who the user is. */
  issueTo(request: RequestContext, user: ProvedUser, body: Body): Promise<Issued>;
  /** For a user who was admitted before, and whose password has changed. */
  issueAgain(request: RequestContext, user: ProvedUser, body: Body): Promise<Issued>;
  /**
   * Throws a 400 if the password is not that of the user, as `found`, and a 401 if the tokens of `account` have ended. Failures count as
   * those of logins do.
   */
  provePassword(
    request: RequestContext,
    account: Account,
    found: Found | null,
    password: string,
  ): Promise<ProvedUser>;
  /** See `locked` of the service USERS. */
  locked<T>(user: ProvedUser, work: (account: Account) => Promise<T>): Promise<T>;
  /** Counts a failed check, and refuses blocked and unconfirmed users. */
  admit(request: RequestContext, attempt: Attempt): Promise<Found>;
  /** The end of each login: admits the user, and issues tokens. */
  logIn(request: RequestContext, attempt: Attempt): Promise<Issued>;
  /** Writes `data` and clears the code. The second of two parallel uses is refused. Returns the user after the write. */
  useCode(
    user: Found,
    attribute: 'resetPasswordToken' | 'confirmationToken',
    code: string,
    data: Body,
    refused: () => Error,
  ): Promise<ProvedUser>;
  sendConfirmationMail(user: { readonly documentId: string; readonly email: string }): Promise<void>;
  /** Waits for a fixed time, so that the response time does not reveal whether the account exists. A failure is logged. */
  inFixedTime(work: Promise<void>): Promise<void>;
}

/** Failed attempts are counted per claim, also for unknown accounts. */
export interface Attempt extends Claim {
  readonly body: Body;
  /** null: the credentials are wrong. */
  check(): Promise<Found | null>;
}

/** The user's own record: all attributes that are not private, without relations. */
const OWN_RECORD: Visibility = {
  scope: 'users own record',
  canRead: () => false,
  readable: () => true,
  writable: () => true,
  allows: () => false,
};

/** Milliseconds. */
const FIXED_TIME = 250;

export function createAccountSteps(options: AccountOptions): AccountSteps {
  const { app, config, jwt, accounts, credentials, sessions, limits, mails, hooks } = options;
  const users = app.documents(USER);
  const columnOf = (name: string): string => app.schema.types.get(USER)?.scalars.get(name)?.column ?? name;

  async function recordOf(documentId: string): Promise<DocumentObject> {
    const user = await users.findOne({ documentId, visibility: OWN_RECORD });
    if (!user) throw usersErrors.AUTH_INVALID_CREDENTIALS();
    return user;
  }

  async function issue({ id, tokenEpoch }: ProvedUser, opening: SessionOpening): Promise<Issued> {
    const found = await credentials.byId(id);
    if (found?.tokenEpoch !== tokenEpoch) throw usersErrors.AUTH_INVALID_CREDENTIALS();
    const user = await recordOf(found.documentId);
    if (config.jwtManagement === 'refresh')
      return { ...(await sessions.open(id, tokenEpoch, opening)), inCookie: opening.inCookie, user };
    return { jwt: jwt.issue(id, tokenEpoch), user };
  }

  const locked = <T>({ id, tokenEpoch }: ProvedUser, work: (account: Account) => Promise<T>): Promise<T> =>
    app.database.transaction(async (tx) => {
      const account = (await lockUser(app, tx, id)) ? await accounts.stored(id) : null;
      if (account?.tokenEpoch !== tokenEpoch) throw usersErrors.AUTH_TOKENS_ENDED();
      return work(account);
    });

  /** The precondition under the row lock makes the code single-use. */
  async function useCode(
    user: Found,
    attribute: 'resetPasswordToken' | 'confirmationToken',
    code: string,
    data: Body,
    refused: () => Error,
  ): Promise<ProvedUser> {
    const column = columnOf(attribute);
    return app.database.transaction(async () => {
      const written = await users.update({
        documentId: user.documentId,
        data: { ...data, [attribute]: null },
        precondition: ([row]) => {
          if (row?.values[column] !== hashCode(code)) throw refused();
        },
      });
      // The transaction holds the row, so the epoch is that of this write.
      const changed = written && (await accounts.stored(user.id));
      if (!changed) throw refused();
      return changed;
    });
  }

  async function sendConfirmationMail(user: {
    readonly documentId: string;
    readonly email: string;
  }): Promise<void> {
    const code = randomBytes(20).toString('hex');
    await users.update({ documentId: user.documentId, data: { confirmationToken: hashCode(code) } });
    await mails.confirmation(user.email, code);
  }

  async function inFixedTime(work: Promise<void>): Promise<void> {
    work.catch((error: unknown) => app.log.error('a mail could not be sent', { error }));
    await setTimeout(FIXED_TIME);
  }

  async function issueTo(request: RequestContext, proved: ProvedUser, body: Body): Promise<Issued> {
    const { id, tokenEpoch } = proved;
    await hooks.admitted.promise({ request, user: id, tokenEpoch });
    return issueAgain(request, proved, body);
  }

  async function issueAgain(request: RequestContext, proved: ProvedUser, body: Body): Promise<Issued> {
    const { session } = request.state;
    const opening = openingOf(request, body, config);
    // The new session of a changed password follows the session that asked for it.
    const inCookie = opening.inCookie || (session !== undefined && (await sessions.isInCookie(session)));
    return issue(proved, { ...opening, inCookie });
  }

  async function provePassword(
    request: RequestContext,
    account: Account,
    found: Found | null,
    password: string,
  ): Promise<ProvedUser> {
    const claim = { kind: 'identifier', account: account.email } as const;
    await limits.checkAccount(request, claim);
    if (!found || !(await credentials.matches(password, found))) {
      await limits.accountFailed(claim);
      throw usersErrors.PASSWORD_CURRENT();
    }
    // The account of a request may be from the cache, and its token from before a new password.
    if (found.tokenEpoch !== account.tokenEpoch) throw usersErrors.AUTH_TOKENS_ENDED();
    return found;
  }

  async function admit(request: RequestContext, { kind, account, check }: Attempt): Promise<Found> {
    await limits.checkAccount(request, { kind, account });
    const found = await check();
    const isUnconfirmed = config.register.emailConfirmation && !found?.confirmed;
    const refusal = found?.blocked ? 'blocked' : isUnconfirmed ? 'unconfirmed' : 'accepted';
    const outcome: LoginOutcome['outcome'] = found ? refusal : 'wrong';
    if (!found) await limits.accountFailed({ kind, account });
    await hooks.attempted.promise({ request, account, user: found?.id ?? null, outcome });
    if (!found) throw usersErrors.AUTH_INVALID_CREDENTIALS();
    if (outcome === 'blocked') throw usersErrors.AUTH_BLOCKED();
    if (outcome === 'unconfirmed') throw usersErrors.AUTH_UNCONFIRMED();
    return found;
  }

  async function logIn(request: RequestContext, attempt: Attempt): Promise<Issued> {
    return issueTo(request, await admit(request, attempt), attempt.body);
  }

  return {
    recordOf,
    issue,
    issueTo,
    issueAgain,
    provePassword,
    locked,
    admit,
    logIn,
    useCode,
    sendConfirmationMail,
    inFixedTime,
  };
}

/** The user of the request; 401 for anonymous requests and tokens of other plugins. */
export function userOf(request: RequestContext): Account {
  const { user } = request.state;
  if (!user) throw usersErrors.AUTH_TOKEN_REFUSED('Unauthorized');
  return user;
}
