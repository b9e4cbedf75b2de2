// The rows of one user in the own tables: written one after another, and removed with the user.
import type { App, FollowUp, WriteAction } from '../../../core';
import { USER } from '../../users-permissions';
import { adminErrors } from '../errors';
import { NAME } from '../types';
import type { AdminRows } from './session-rows';

/** Runs `work` in a transaction that holds the lock on the user. */
export type WithUserLock = <T>(user: number, work: () => Promise<T>) => Promise<T>;

export function createWithUserLock(app: Pick<App, 'database' | 'schema'>): WithUserLock {
  return (user, work) =>
    app.database.transaction(async (tx) => {
      const { dialect } = app.database;
      const table = dialect.id(app.schema.types.get(USER)?.table ?? '');
      const text = `SELECT id FROM ${table} WHERE id = ? ${dialect.forUpdate}`;
      // A user who was deleted meanwhile gets no new rows.
      if ((await tx.all(text, [user])).length === 0) throw adminErrors.ADMIN_SESSION_OVER();
      return work();
    });
}

/** For `documents.prepare`. A database may give the id to another user later. */
export function removeWithUser(rows: AdminRows): (action: WriteAction) => void {
  const forget: FollowUp = {
    name: NAME,
    joins: true,
    async run({ action }) {
      const ids = action.rows.map(({ id }) => id);
      await rows.sessions.query().whereIn('user', ids).delete();
      await rows.links.query().whereIn('user', ids).delete();
      await rows.preferences.query().whereIn('user', ids).delete();
      await rows.views.query().whereIn('user', ids).delete();
    },
  };
  return ({ type, operation, followUps }) => {
    if (type.uid === USER && operation === 'delete') followUps.push(forget);
  };
}
