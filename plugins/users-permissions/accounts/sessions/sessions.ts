// Sessions of refresh mode: one row per login. Every use of a refresh token replaces it. Each further use within `refreshGrace`
// returns the same successor. A later use means that the token was copied, so it ends the session.
import { createHash, randomBytes } from 'node:crypto';
import { type App, AppError, type DocumentObject } from '../../../../core';
import type { UsersPermissionsConfig } from '../../config';
import { usersErrors } from '../../errors';
import type { AccountCache } from '../../tokens/account-cache';
import type { Jwt } from '../../tokens/jwt';
import { SESSION } from '../../types';
import type { SessionOpening } from './session-opening';

export interface TokenPair {
  readonly jwt: string;
  readonly refreshToken: string;
}

export interface Sessions {
  open(userId: number, epoch: string | null, opening: SessionOpening): Promise<TokenPair>;
  /** `asksForCookie`: from now on, the refresh token of the session is a cookie. */
  refresh(refreshToken: string, asksForCookie: boolean): Promise<RefreshedPair>;
  /** Is the refresh token of the session a cookie? */
  isInCookie(session: string): Promise<boolean>;
  end(session: string): Promise<void>;
  /** Ends a session of the user. Returns false when the user has no such session. */
  endOne(userId: number, session: string): Promise<boolean>;
  /** The sessions of a user that have not ended: the one of the request, then the newest first. `current` is its key. */
  list(userId: number, current: string | null): Promise<readonly SessionRecord[]>;
  endAll(userId: number): Promise<void>;
}

export interface RefreshedPair extends TokenPair {
  /** The answer must not contain the refresh token. */
  readonly inCookie: boolean;
}

/** The form of the peer. */
export interface SessionRecord {
  /** The `sessionId` of its tokens. */
  readonly id: string;
  readonly deviceId: string | null;
  /** Absent: the client did not name a known browser or system. */
  readonly deviceName?: string;
  readonly current: boolean;
  readonly loginAt: string;
  readonly lastActiveAt: string;
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
    async open(userId, epoch, opening) {
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
          ...opening,
          idleUntil,
          endsAt: later(maxRefreshTokenLifespan),
        },
      });
      return pair(userId, epoch, key, secret, idleUntil);
    },
    async refresh(refreshToken, asksForCookie) {
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
      const inCookie = asksForCookie || session.inCookie === true;
      const successor = () => ({
        ...pair(claims.userId, account.tokenEpoch, claims.session, secret, idleUntil),
        inCookie,
      });
      try {
        const written = await stored.update({
          documentId,
          data: { secret: hash(secret), idleUntil, inCookie, rotatedAt: now },
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
        if (current?.secret === hash(secret) && age < refreshGrace * 1000) {
          if (inCookie && current.inCookie !== true)
            await stored.update({ documentId, data: { inCookie: true } });
          return { ...successor(), inCookie: inCookie || current.inCookie === true };
        }
        await stored.delete({ documentId });
        app.log.warn('a refresh token was used twice; its session has ended', { user: claims.userId });
        throw error;
      }
      return successor();
    },
    async isInCookie(key) {
      return (await stored.findFirst({ filters: { key }, fields: ['inCookie'] }))?.inCookie === true;
    },
    async list(userId, current) {
      const now = new Date().toISOString();
      const found = await stored.findMany({
        filters: { user: userId, idleUntil: { $gt: now }, endsAt: { $gt: now } },
        sort: 'id:desc',
        pagination: { limit: -1 },
      });
      const isCurrent = ({ key }: DocumentObject): boolean => key === current;
      const ordered = [...found.filter(isCurrent), ...found.filter((each) => !isCurrent(each))];
      return ordered.map((session) => ({
        id: String(session.key),
        deviceId: typeof session.deviceId === 'string' ? session.deviceId : null,
        ...(typeof session.deviceName === 'string' ? { deviceName: session.deviceName } : {}),
        current: isCurrent(session),
        loginAt: String(session.createdAt),
        lastActiveAt: String(session.rotatedAt ?? session.createdAt),
      }));
    },
    async endOne(userId, key) {
      const found = await stored.findFirst({ filters: { key, user: userId }, fields: ['id'] });
      return found !== null && (await stored.delete({ documentId: found.documentId })).deleted > 0;
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
