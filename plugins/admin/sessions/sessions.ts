// Sessions of the admin: opened by a login or a one-time link, found by the secret of the cookie, listed and ended.
import type { App, RequestContext } from '../../../core';
import type { Account } from '../../users-permissions';
import type { AdminConfig } from '../config';
import { adminErrors } from '../errors';
import type { SessionCookie } from './session-cookie';
import { type AdminRows, hashOf, newSecret, type SessionRow } from './session-rows';

export interface Sessions {
  /** Returns the value of `Set-Cookie`. */
  open(request: RequestContext, account: Account): Promise<string>;
  /** The session of the secret, if it has not ended. `isUse`: the session is in use, so its idle time begins again. */
  find(secret: string, isUse: boolean): Promise<SessionRow | null>;
  list(user: number, current: number | null): Promise<readonly object[]>;
  end(user: number, id: number): Promise<void>;
  /** `ended` runs with the id of a session that was ended, in this or another process. */
  onEnd(ended: (id: number) => void): void;
  /** Removes sessions that are over. */
  clean(): Promise<void>;
}

const ENDED = 'admin session ended';
const HOUR = 3_600_000;
/** The time of the last use is written at most once in this time. */
const TOUCH = 5 * 60_000;

export function createSessions(
  app: Pick<App, 'log' | 'config' | 'bus'>,
  { sessions: rows }: AdminRows,
  cookie: SessionCookie,
  { sessions: { idleHours, days } }: AdminConfig,
): Sessions {
  const idleSince = (): Date => new Date(Date.now() - idleHours * HOUR);
  const openedSince = (): Date => new Date(Date.now() - days * 24 * HOUR);

  return {
    async open(request, account) {
      const secret = newSecret();
      const header = cookie.set(request, secret, days * 24 * 3600);
      const now = new Date();
      await rows.query().insert({
        key: hashOf(secret),
        user: account.id,
        epoch: account.tokenEpoch,
        address: request.ip.slice(0, 64),
        agent: (request.header('user-agent') ?? '').slice(0, 255),
        created_at: now,
        used_at: now,
      });
      return header;
    },
    async find(secret, isUse) {
      const row = await rows.query().findOne({ key: hashOf(secret) });
      if (!row || row.used_at < idleSince() || row.created_at < openedSince()) return null;
      if (isUse && row.used_at.getTime() < Date.now() - TOUCH && !app.config.server.readOnly)
        await rows
          .query()
          .where({ id: row.id })
          .patch({ used_at: new Date() })
          .catch((error: unknown) => app.log.warn('the last use of a session was not written', { error }));
      return row;
    },
    async list(user, current) {
      const found = await rows.query().where({ user }).orderBy('used_at', 'desc');
      return found
        .filter((row) => row.used_at >= idleSince() && row.created_at >= openedSince())
        .map(({ id, address, agent, created_at, used_at }) => ({
          id,
          address,
          agent,
          createdAt: created_at.toISOString(),
          usedAt: used_at.toISOString(),
          current: id === current,
        }));
    },
    async end(user, id) {
      if ((await rows.query().where({ id, user }).delete()) === 0) throw adminErrors.ADMIN_SESSION();
      app.bus.publish(ENDED, id);
    },
    onEnd(ended) {
      app.bus.subscribe(ENDED, (id) => {
        if (typeof id === 'number') ended(id);
      });
    },
    async clean() {
      await rows.query().where('used_at', '<', idleSince()).delete();
      await rows.query().where('created_at', '<', openedSince()).delete();
    },
  };
}
