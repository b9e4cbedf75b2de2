// The rows of one user in the own tables: written one after another, and removed with the user.
import type { App } from '../../../core';
import { lockUser } from '../../users-permissions';
import { adminErrors } from '../errors';
import type { AdminRows } from './session-rows';

/** Runs `work` in a transaction that holds the lock on the user. */
export type WithUserLock = <T>(user: number, work: () => Promise<T>) => Promise<T>;

export function createWithUserLock(app: Pick<App, 'database' | 'schema'>): WithUserLock {
  return (user, work) =>
    app.database.transaction(async (tx) => {
      // A user who was deleted meanwhile gets no new rows.
      if (!(await lockUser(app, tx, user))) throw adminErrors.ADMIN_SESSION_OVER();
      return work();
    });
}

/** For users that are deleted. */
export async function removeRowsOf(users: readonly number[], rows: AdminRows): Promise<void> {
  await rows.sessions.query().whereIn('user', users).delete();
  await rows.links.query().whereIn('user', users).delete();
  await rows.preferences.query().whereIn('user', users).delete();
  await rows.views.query().whereIn('user', users).delete();
}
