// The service USERS, for plugins that recognise or log in users in their own way, such as by a proxy or by another application.
import type { Answer, App, BodyIssue, Principal, RequestContext } from '../../core';
import type { AccountSteps } from './accounts/account-steps';
import type { Issued } from './accounts/authentication';
import { createUser, type NewUser } from './accounts/create-user';
import type { Credentials } from './accounts/credentials';
import type { LoginHooks } from './accounts/login-hooks';
import { passwordAttempt } from './accounts/password-attempt';
import type { RateLimits } from './accounts/rate-limits';
import { type SignUp, signUp } from './accounts/sign-up';
import { bodyOf, Complaints } from './accounts/validation';
import type { UsersPermissionsConfig } from './config';
import { usersErrors } from './errors';
import { newEpoch } from './invalidation';
import type { ProvedUser } from './proved-user';
import type { RoleCache } from './roles/role-cache';
import type { ManagedRoles } from './routes/manage-roles';
import type { RefreshCookie } from './routes/refresh-cookie';
import type { AccountCache } from './tokens/account-cache';
import { userPrincipal } from './tokens/authenticate';
import { mayAct } from './tokens/may-act';
import type { TokensOfCode } from './tokens/tokens-of-code';
import { type Account, USER } from './types';

export interface Users {
  /** The user with this username or address. Letter case of an address does not count. */
  find(identifier: string): Promise<Account | null>;
  /**
   * For a tap of `request.authenticate` that has checked a credential: the request acts as this user. Throws a 401 for a user who does
   * not exist, is blocked, or must confirm the address first. Limits such refusals per address of the client (429).
   */
  principal(request: RequestContext, userId: number): Promise<Principal>;
  /** For a route that logs in: checks the attempt, and issues the tokens of the user. Refuses as `POST /api/auth/local` does. */
  logIn(request: RequestContext, attempt: LoginAttempt): Promise<Issued>;
  /**
   * For a login page of a plugin that has sessions of its own: checks `identifier` and `password` of the body with the limits and refusals
   * of `POST /api/auth/local`. It issues no token.
   */
  checkPassword(request: RequestContext, body: unknown): Promise<Account>;
  /** Counts a request of the client's address, and throws the 429. Each operation counts for itself: `login of a tenant`. */
  limit(request: RequestContext, operation: string): Promise<void>;
  /** For a plugin that opens a session without a login, such as by a link: the last check of every login. */
  admit(request: RequestContext, user: ProvedUser): Promise<void>;
  /** Names of second factors that plugins know of the user, from the hook `logins.factors`. */
  factorsOf(account: Pick<Account, 'documentId'>): Promise<readonly string[]>;
  /** For a plugin that has removed a second factor, in the transaction of the removal: throws if the user must keep one. */
  factorRemoved(account: Pick<Account, 'documentId' | 'role'>): Promise<void>;
  /** For the second step of a login: checks the factor in the body with the hook `logins.prove`. False: the body has none. */
  proveFactor(
    request: RequestContext,
    account: Account,
    body: Readonly<Record<string, unknown>>,
  ): Promise<boolean>;
  /**
   * For a request that may come from a stolen token: throws a 400 if `password` is not that of the user, with the limit of failed logins, or if
   * the user has none. Throws a 401 if the tokens of `account` have ended. Returns the user of that moment, for `locked`.
   */
  provePassword(request: RequestContext, account: Account, password: string | undefined): Promise<ProvedUser>;
  /**
   * For rows of plugins that depend on the state of a user, such as second factors: runs `work` in a transaction that holds the lock on the
   * user, with the account as stored. Throws a 401 if the tokens of the user have ended since, for example by a new password.
   */
  locked<T>(user: ProvedUser, work: (account: Account) => Promise<T>): Promise<T>;
  /** All tokens and sessions of the user end. Returns the user of the new epoch. */
  endTokens(userId: number): Promise<ProvedUser>;
  /** The account of the user, as stored. Throws a 404 for an unknown user. */
  account(userId: number): Promise<Account>;
  /** Creates a confirmed user. Returns the id, or the mistakes. */
  create(user: Omit<NewUser, 'confirmed'>): Promise<number | readonly BodyIssue[]>;
  /**
   * Creates the user of a person who has logged in elsewhere. The user has no password. Refuses as registration does: if it is disabled, or
   * if another user has the address.
   */
  signUp(user: SignUp): Promise<Pick<Account, 'id' | 'documentId'>>;
  /** Mails the user a link that confirms the address. */
  sendConfirmation(userId: number): Promise<void>;
  /** Settings of `register`: the type of the role of new users, and whether users must confirm their address before they log in. */
  readonly registration: { readonly role: string; readonly emailConfirmation: boolean };
  /** For code that logs in users itself: without the limits of failed logins. */
  hasPassword(userId: number, password: string): Promise<boolean>;
  readonly tokens: TokensOfCode;
  /** Roles and their permissions, without the limits of a caller. */
  readonly roles: ManagedRoles;
  /** Sets a new password and unblocks the user. The sessions and tokens of the user end. Returns the mistakes. */
  resetPassword(userId: number, password: string): Promise<readonly BodyIssue[]>;
  /** The answer of a login route. In refresh mode, a browser may ask for the refresh token in a cookie. */
  answer(issued: Issued): Answer;
  /**
   * May the user do the action now? A permission with a rule counts, as in `request.can`: the rule then limits the documents. Always no
   * for a user who does not exist, is blocked, or must confirm the address first.
   */
  can(userId: number, action: string): Promise<boolean>;
}

export interface LoginAttempt {
  /** Attempts are counted per login, for example `magic-link`. */
  readonly login: string;
  /** What the client claims to be, such as an address. Failed attempts are counted per claim. */
  readonly account: string;
  /** The user, such as from `find`, as of the moment of the proof. null: the credential is wrong. */
  check(): Promise<ProvedUser | null>;
}

export interface UsersOptions {
  readonly app: App;
  readonly accounts: AccountCache;
  readonly roleCache: RoleCache;
  readonly credentials: Credentials;
  readonly limits: RateLimits;
  readonly steps: Pick<AccountSteps, 'admit' | 'locked' | 'logIn' | 'provePassword' | 'sendConfirmationMail'>;
  readonly cookie: Pick<RefreshCookie, 'answer'>;
  readonly config: UsersPermissionsConfig;
  readonly hooks: LoginHooks;
  readonly tokens: TokensOfCode;
  readonly roles: ManagedRoles;
}

export function createUsers(options: UsersOptions): Users {
  const { app, accounts, roleCache, credentials, limits, steps, cookie, config, hooks, tokens, roles } =
    options;
  const needsConfirmation = config.register.emailConfirmation;

  const existing = async (userId: number): Promise<Account> => {
    const account = await accounts.stored(userId);
    if (!account) throw usersErrors.USER_NOT_FOUND();
    return account;
  };

  /** null: requests cannot act as this user. */
  const active = async (userId: number): Promise<Account | null> => {
    const account = Number.isSafeInteger(userId) ? await accounts.find(userId) : null;
    return account && mayAct(account, needsConfirmation) ? account : null;
  };

  return {
    async find(identifier) {
      const found = await credentials.byIdentifier(identifier);
      return found && accounts.stored(found.id);
    },

    async principal(request, userId) {
      const account = await active(userId);
      if (!account) {
        await limits.address(request, 'principal');
        throw usersErrors.AUTH_TOKEN_REFUSED('Invalid credentials');
      }
      request.state.user = account;
      return userPrincipal(account);
    },

    async logIn(request, { login, account, check }) {
      await limits.address(request, `login ${login}`);
      return steps.logIn(request, {
        kind: 'login',
        account: `${login} ${account}`,
        body: bodyOf(null),
        async check() {
          const proved = await check();
          return proved && credentials.byProof(proved);
        },
      });
    },

    limit: (request, operation) => limits.address(request, operation),

    async checkPassword(request, body) {
      await limits.address(request, 'login');
      const attempt = await passwordAttempt(request, { credentials, hooks }, body);
      const { id, tokenEpoch } = await steps.admit(request, attempt);
      await hooks.admitted.promise({ request, user: id, tokenEpoch });
      const account = await accounts.stored(id);
      if (account?.tokenEpoch !== tokenEpoch) throw usersErrors.AUTH_INVALID_CREDENTIALS();
      return account;
    },

    admit: (request, { id, tokenEpoch }) => hooks.admitted.promise({ request, user: id, tokenEpoch }),

    async factorsOf({ documentId }) {
      const found: string[] = [];
      await hooks.factors.promise({ user: documentId, found });
      return found;
    },

    factorRemoved: ({ documentId, role }) => hooks.factorRemoved.promise({ user: documentId, role }),

    async proveFactor(request, { id, documentId, tokenEpoch }, body) {
      const proved = request.state.provedPassword === documentId ? { id, tokenEpoch } : null;
      return (await hooks.prove.call({ request, user: documentId, id, proved, body })) === true;
    },

    async provePassword(request, account, password) {
      const found = await credentials.byId(account.id);
      if (found?.password === null) throw usersErrors.PASSWORD_MISSING();
      const complaints = new Complaints();
      const current = complaints.text({ currentPassword: password }, 'currentPassword');
      complaints.refuse();
      const { id, tokenEpoch } = await steps.provePassword(request, account, found, current);
      return { id, tokenEpoch };
    },

    locked: steps.locked,

    async endTokens(userId) {
      const { documentId } = await existing(userId);
      const tokenEpoch = newEpoch();
      await app.documents(USER).update({ documentId, data: { tokenEpoch } });
      return { id: userId, tokenEpoch };
    },

    account: existing,

    async sendConfirmation(userId) {
      await steps.sendConfirmationMail(await existing(userId));
    },
    create: (user) => createUser(app, credentials, { ...user, confirmed: true }),

    signUp: (user) => signUp(app, config, credentials, user),

    registration: config.register,

    async hasPassword(userId, password) {
      return credentials.matches(password, await credentials.byId(userId));
    },

    tokens,
    roles,

    async resetPassword(userId, password) {
      const complaints = new Complaints();
      complaints.password({ password });
      if (complaints.issues.length > 0) return complaints.issues;
      const user = await app.documents(USER).findFirst({ filters: { id: userId }, fields: ['id'] });
      if (!user) throw usersErrors.USER_NOT_FOUND();
      await app.documents(USER).update({ documentId: user.documentId, data: { password, blocked: false } });
      return [];
    },

    answer: (issued) => cookie.answer(issued),

    async can(userId, action) {
      const account = await active(userId);
      if (!account) return false;
      const roles = roleCache.known() ?? (await roleCache.read());
      return roles.byDocument.get(account.role ?? '')?.actions.has(action) === true;
    },
  };
}
