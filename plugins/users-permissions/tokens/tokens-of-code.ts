// Tokens that code of the application signs and reads itself, such as a login of its own.
import type { UsersPermissionsConfig } from '../config';
import type { AccountCache } from './account-cache';
import { isGood } from './authenticate';
import type { Jwt, Payload } from './jwt';

export interface TokensOfCode {
  /**
   * A token with the payload. With the `id` of a user it is a token of this user, as a login issues it. A promise, unless this process has
   * the account in memory; in refresh mode always a promise. `expiresIn`: seconds, or `7d`.
   */
  sign(payload: Payload, expiresIn?: string | number): string | Promise<string>;
  /** The payload. null: invalid, expired, or of a user who may not log in now. */
  read(token: string): Promise<Payload | null>;
  /** Puts the accounts into the memory of this process. */
  remember(userIds: readonly number[]): Promise<void>;
}

export interface TokensOfCodeOptions {
  readonly jwt: Jwt;
  readonly accounts: AccountCache;
  readonly config: UsersPermissionsConfig;
  /** Opens a session; returns its access token. */
  openSession(userId: number): Promise<string>;
}

export function createTokensOfCode(options: TokensOfCodeOptions): TokensOfCode {
  const { jwt, accounts, config, openSession } = options;
  const isRefresh = config.jwtManagement === 'refresh';
  const needsConfirmation = config.register.emailConfirmation;
  return {
    sign(payload, expiresIn) {
      const id = Number(payload.id);
      if (payload.id === undefined || !Number.isSafeInteger(id)) return jwt.sign(payload, expiresIn);
      if (isRefresh) return openSession(id);
      const signed = (account: { readonly tokenEpoch: string | null } | null): string =>
        jwt.sign({ ...payload, ...(account?.tokenEpoch ? { v: account.tokenEpoch } : {}) }, expiresIn);
      const known = accounts.known(id);
      return known === undefined ? accounts.find(id).then(signed) : signed(known);
    },
    async read(token) {
      const payload = jwt.payload(token);
      if (payload === null || payload.type === 'refresh') return null;
      const claims = jwt.read(token);
      // Of no user, or of the other mode.
      if (claims === null) return 'id' in payload || 'userId' in payload ? null : payload;
      const { session, userId, expiresAt } = claims;
      if (expiresAt <= Date.now() / 1000) return null;
      if (session !== null && !(await accounts.findSession(session))) return null;
      const account = await accounts.find(userId);
      if (!account || !isGood(account, claims, needsConfirmation)) return null;
      const { v: _, ...shown } = payload;
      return session === null ? shown : { id: userId, sessionId: session };
    },
    async remember(userIds) {
      await Promise.all(userIds.map((id) => accounts.find(id)));
    },
  };
}
