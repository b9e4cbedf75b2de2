// Sessions of refresh mode: one row per login. Every use of a refresh token replaces it. A second use within `refreshGrace`
// returns the same successor. A later second use means that the token was copied, so it ends the session.
import { createHash, randomBytes } from 'node:crypto';
import { type App, AppError } from '../../core';
import type { AccountCache } from './account-cache';
import type { UsersPermissionsConfig } from './config';
import { usersErrors } from './errors';
import type { Jwt } from './jwt';
import { SESSION } from './types';

export interface TokenPair {
  readonly jwt: string;
  readonly refreshToken: string;
}

export interface Sessions {
  open(userId: number, epoch: string | null): Promise<TokenPair>;
  refresh(refreshToken: string): Promise<TokenPair>;
  end(session: string): Promise<void>;
  /** The sessions of a user that have not ended, the newest first. `current` is the key of the session of the request. */
  list(userId: number, current: string | null): Promise<readonly SessionRecord[]>;
  endAll(userId: number): Promise<void>;
}

export interface SessionRecord {
  readonly id: string;
  readonly createdAt: string;
  readonly refreshedAt: string | null;
  readonly expiresAt: string;
  readonly current: boolean;
}

export interface SessionsOptions {
  readonly app: App;
  readonly jwt: Jwt;
  readonly accounts: AccountCache;
  readonly config: UsersPermissionsConfig;
}

export function createSessions({ app, jwt, accounts, config }: SessionsOptions): Sessions {
  const { idleRefreshTokenLifespan, maxRefreshTokenLifespan, refreshGrace } = config.sessions;
  const stored = app.documents(SESSION);
  const columnOf = (name: string): string => app.schema.types.get(SESSION)?.scalars.get(name)?.column ?? name;
  const secretColumn = columnOf('secret');

  const later = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();
  const pair = (
    userId: number,
    epoch: string | null,
    session: string,
    secret: string,
    until: string,
  ): TokenPair => ({
    jwt: jwt.issueAccess(userId, epoch, session),
    refreshToken: jwt.issueRefresh(
      userId,
      session,
      secret,
      Math.max(1, Math.floor((Date.parse(until) - Date.now()) / 1000)),
    ),
  });

  async function removeExpired(userId: number): Promise<void> {
    const now = new Date().toISOString();
    const old = await stored.findMany({
      filters: { user: userId, $or: [{ idleUntil: { $lt: now } }, { endsAt: { $lt: now } }] },
      fields: ['id'],
      pagination: { limit: 50 },
    });
    for (const { documentId } of old) await stored.delete({ documentId });
  }

  return {
    async open(userId, epoch) {
      await removeExpired(userId);
      const key = randomBytes(24).toString('base64url');
      const secret = newSecret();
      const idleUntil = later(Math.min(idleRefreshTokenLifespan, maxRefreshTokenLifespan));
      await stored.create({
        data: {
          key,
          user: userId,
          secret: hash(secret),
          epoch,
          idleUntil,
          endsAt: later(maxRefreshTokenLifespan),
        },
      });
      return pair(userId, epoch, key, secret, idleUntil);
    },
    async refresh(refreshToken) {
      const claims = jwt.readRefresh(refreshToken);
      if (!claims) throw usersErrors.AUTH_REFRESH_REFUSED();
      const session = await stored.findFirst({ filters: { key: claims.session } });
      const account = await accounts.find(claims.userId);
      const now = new Date().toISOString();
      if (!session || session.user !== claims.userId || !account || account.blocked)
        throw usersErrors.AUTH_REFRESH_REFUSED();
      const { documentId } = session;
      const isOver = String(session.idleUntil) <= now || String(session.endsAt) <= now;
      // A session older than the account belongs to a deleted account with the same id.
      const isOthers = Date.parse(String(session.createdAt)) + 1000 < account.createdAt;
      if (isOver || isOthers || (session.epoch ?? null) !== account.tokenEpoch) {
        await stored.delete({ documentId });
        throw usersErrors.AUTH_REFRESH_REFUSED();
      }
      const secret = jwt.nextSecret(claims.session, claims.secret);
      const left = Math.floor((Date.parse(String(session.endsAt)) - Date.now()) / 1000);
      const idleUntil = later(Math.min(idleRefreshTokenLifespan, left));
      const successor = () => pair(claims.userId, account.tokenEpoch, claims.session, secret, idleUntil);
      try {
        const written = await stored.update({
          documentId,
          data: { secret: hash(secret), idleUntil, rotatedAt: now },
          // Runs under the row lock, so only one of two parallel uses rotates the token.
          precondition: ([row]) => {
            if (row?.values[secretColumn] !== hash(claims.secret)) throw usersErrors.AUTH_REFRESH_REFUSED();
          },
        });
        if (!written) throw usersErrors.AUTH_REFRESH_REFUSED();
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'AUTH_REFRESH_REFUSED') throw error;
        const current = await stored.findOne({ documentId });
        const age = Date.now() - Date.parse(String(current?.rotatedAt));
        if (current?.secret === hash(secret) && age < refreshGrace * 1000) return successor();
        await stored.delete({ documentId });
        app.log.warn('a refresh token was used twice; its session has ended', { user: claims.userId });
        throw error;
      }
      return successor();
    },
    async list(userId, current) {
      const now = new Date().toISOString();
      const found = await stored.findMany({
        filters: { user: userId, idleUntil: { $gt: now }, endsAt: { $gt: now } },
        sort: 'id:desc',
      });
      return found.map((session) => ({
        id: session.documentId,
        createdAt: String(session.createdAt),
        refreshedAt: session.rotatedAt ? String(session.rotatedAt) : null,
        expiresAt: String(session.idleUntil),
        current: session.key === current,
      }));
    },
    async endAll(userId) {
      for (;;) {
        const found = await stored.findMany({ filters: { user: userId }, fields: ['id'], sort: 'id' });
        if (found.length === 0) return;
        for (const { documentId } of found) await stored.delete({ documentId });
      }
    },
    async end(session) {
      const found = await stored.findFirst({ filters: { key: session }, fields: ['id'] });
      if (found) await stored.delete({ documentId: found.documentId });
    },
  };
}

const newSecret = (): string => randomBytes(24).toString('base64url');
const hash = (secret: string): string => createHash('sha256').update(secret).digest('hex');
