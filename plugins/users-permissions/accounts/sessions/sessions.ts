// Sessions of refresh mode: one row per login. Every use of a refresh token replaces it. Each further use within `refreshGrace`
// returns the same successor. A later use means that the token was copied, so it ends the session.
import { createHash, randomBytes } from 'node:crypto';
import type { App } from '../../../../core';
import type { UsersPermissionsConfig } from '../../config';
import { usersErrors } from '../../errors';
import type { SessionRow, SessionRows } from '../../session-rows';
import type { AccountCache } from '../../tokens/account-cache';
import type { Jwt } from '../../tokens/jwt';
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
  readonly rows: SessionRows;
  readonly jwt: Jwt;
  readonly accounts: AccountCache;
  readonly config: UsersPermissionsConfig;
}

export function createSessions({ app, rows, jwt, accounts, config }: SessionsOptions): Sessions {
  const { idleRefreshTokenLifespan, maxRefreshTokenLifespan, refreshGrace } = config.sessions;

  const later = (seconds: number): Date => new Date(Date.now() + seconds * 1000);
  const pair = (
    userId: number,
    epoch: string | null,
    session: string,
    secret: string,
    until: Date,
  ): TokenPair => ({
    jwt: jwt.issueAccess(userId, epoch, session),
    refreshToken: jwt.issueRefresh(
      userId,
      session,
      secret,
      Math.max(1, Math.floor((until.getTime() - Date.now()) / 1000)),
    ),
  });

  const all = () => rows.query();

  /** Runs a deletion of sessions, and returns how many have ended. */
  async function end(deletion: PromiseLike<number>): Promise<number> {
    const ended = await deletion;
    const tx = app.database.currentTransaction();
    if (tx) tx.afterCommit(accounts.forgetSessions);
    else accounts.forgetSessions();
    return ended;
  }

  const removeExpired = (userId: number): Promise<number> => {
    const now = new Date();
    return end(
      all()
        .delete()
        .where({ user: userId })
        .where((isOver) => void isOver.where('idle_until', '<', now).orWhere('ends_at', '<', now)),
    );
  };

  /** A second use of a token: within the grace, its successor is the result. Later, the session ends. */
  async function usedAgain(session: SessionRow, secret: string, inCookie: boolean): Promise<boolean> {
    const current = await all().findById(session.id);
    const age = Date.now() - (current?.rotated_at?.getTime() ?? 0);
    if (current?.secret === hash(secret) && age < refreshGrace * 1000) {
      if (inCookie && current.in_cookie !== true) await all().findById(session.id).patch({ in_cookie: true });
      return inCookie || current.in_cookie === true;
    }
    await end(all().delete().where({ id: session.id }));
    app.log.warn('a refresh token was used twice; its session has ended', { user: session.user });
    throw usersErrors.AUTH_REFRESH_REFUSED();
  }

  return {
    async open(userId, epoch, { deviceId, deviceName, inCookie }) {
      await removeExpired(userId);
      const key = randomBytes(24).toString('base64url');
      const secret = newSecret();
      const now = new Date();
      const idleUntil = later(Math.min(idleRefreshTokenLifespan, maxRefreshTokenLifespan));
      await all().insert({
        document_id: key,
        key,
        user: userId,
        secret: hash(secret),
        epoch,
        in_cookie: inCookie,
        device_id: deviceId,
        device_name: deviceName,
        idle_until: idleUntil,
        ends_at: later(maxRefreshTokenLifespan),
        created_at: now,
        updated_at: now,
      });
      return pair(userId, epoch, key, secret, idleUntil);
    },
    async refresh(refreshToken, asksForCookie) {
      const claims = jwt.readRefresh(refreshToken);
      if (!claims) throw usersErrors.AUTH_REFRESH_REFUSED();
      const session = await all().findOne({ key: claims.session });
      const account = await accounts.find(claims.userId);
      const now = new Date();
      if (!session || session.user !== claims.userId || !account || account.blocked)
        throw usersErrors.AUTH_REFRESH_REFUSED();
      const { id, idle_until: idleEnd, ends_at: lastEnd, created_at: createdAt } = session;
      const isOver = !idleEnd || !lastEnd || idleEnd <= now || lastEnd <= now;
      // A session older than the account belongs to a deleted account with the same id.
      const isOthers = (createdAt?.getTime() ?? 0) + 1000 < account.createdAt;
      if (isOver || isOthers || session.epoch !== account.tokenEpoch) {
        await end(all().delete().where({ id }));
        throw usersErrors.AUTH_REFRESH_REFUSED();
      }
      const secret = jwt.nextSecret(claims.session, claims.secret);
      const left = Math.floor((lastEnd.getTime() - now.getTime()) / 1000);
      const idleUntil = later(Math.min(idleRefreshTokenLifespan, left));
      const wantsCookie = asksForCookie || session.in_cookie === true;
      const successor = pair(claims.userId, account.tokenEpoch, claims.session, secret, idleUntil);
      // One statement, so only one of two parallel uses rotates the token.
      const rotated = await all()
        .where({ id, secret: hash(claims.secret) })
        .patch({
          secret: hash(secret),
          idle_until: idleUntil,
          in_cookie: wantsCookie,
          rotated_at: now,
          updated_at: now,
        });
      const inCookie = rotated > 0 ? wantsCookie : await usedAgain(session, secret, wantsCookie);
      return { ...successor, inCookie };
    },
    async isInCookie(key) {
      return (await all().findOne({ key }))?.in_cookie === true;
    },
    async list(userId, current) {
      const now = new Date();
      const found = await all()
        .where({ user: userId })
        .where('idle_until', '>', now)
        .where('ends_at', '>', now)
        .orderBy('id', 'desc');
      const isCurrent = ({ key }: SessionRow): boolean => key === current;
      const ordered = [...found.filter(isCurrent), ...found.filter((each) => !isCurrent(each))];
      return ordered.map((session) => {
        const { key, device_id: deviceId, device_name: deviceName, created_at: createdAt } = session;
        return {
          id: String(key),
          deviceId,
          ...(deviceName === null ? {} : { deviceName }),
          current: isCurrent(session),
          loginAt: createdAt?.toISOString() ?? '',
          lastActiveAt: (session.rotated_at ?? createdAt)?.toISOString() ?? '',
        };
      });
    },
    endOne: async (userId, key) => (await end(all().delete().where({ key, user: userId }))) > 0,
    endAll: async (userId) => void (await end(all().delete().where({ user: userId }))),
    end: async (session) => void (await end(all().delete().where({ key: session }))),
  };
}

const newSecret = (): string => randomBytes(24).toString('base64url');
const hash = (secret: string): string => createHash('sha256').update(secret).digest('hex');
