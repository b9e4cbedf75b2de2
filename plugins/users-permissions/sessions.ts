// Sessions of the refresh mode: a row per login, whose refresh token changes with every use. One that comes a second time was
// stolen or copied, so it ends the session.
import { createHash, randomBytes } from 'node:crypto';
import { AppError, type Kernel } from '../../core';
import type { Accounts } from './accounts';
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
}

export interface SessionsOptions {
  readonly kernel: Kernel;
  readonly jwt: Jwt;
  readonly accounts: Accounts;
  readonly config: UsersPermissionsConfig;
}

export function createSessions({ kernel, jwt, accounts, config }: SessionsOptions): Sessions {
  const { idleRefreshTokenLifespan, maxRefreshTokenLifespan } = config.sessions;
  const stored = kernel.documents(SESSION);
  const columnOf = (name: string): string =>
    kernel.schema.types.get(SESSION)?.scalars.get(name)?.column ?? name;
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

  async function removeOld(userId: number): Promise<void> {
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
      await removeOld(userId);
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
      // One from before the account is of another's.
      const isOthers = Date.parse(String(session.createdAt)) + 1000 < account.createdAt;
      if (isOver || isOthers || (session.epoch ?? null) !== account.tokenEpoch) {
        await stored.delete({ documentId });
        throw usersErrors.AUTH_REFRESH_REFUSED();
      }
      const secret = newSecret();
      const endsAt = String(session.endsAt);
      const left = Math.floor((Date.parse(endsAt) - Date.now()) / 1000);
      const idleUntil = later(Math.min(idleRefreshTokenLifespan, left));
      try {
        const written = await stored.update({
          documentId,
          data: { secret: hash(secret), idleUntil },
          // Under the lock: of two uses of one token, one comes second.
          precondition: (row) => {
            if (row?.values[secretColumn] !== hash(claims.secret)) throw usersErrors.AUTH_REFRESH_REFUSED();
          },
        });
        if (!written) throw usersErrors.AUTH_REFRESH_REFUSED();
      } catch (error) {
        if (error instanceof AppError && error.code === 'AUTH_REFRESH_REFUSED') {
          await stored.delete({ documentId });
          kernel.log.warn('a refresh token was used twice; its session has ended', { user: claims.userId });
        }
        throw error;
      }
      return pair(claims.userId, account.tokenEpoch, claims.session, secret, idleUntil);
    },
    async end(session) {
      const found = await stored.findFirst({ filters: { key: session }, fields: ['id'] });
      if (found) await stored.delete({ documentId: found.documentId });
    },
  };
}

const newSecret = (): string => randomBytes(24).toString('base64url');
const hash = (secret: string): string => createHash('sha256').update(secret).digest('hex');
