// A full role has every permission, also those of types and plugins that are added later. It is stored as a permission with the action `*`.
// The last active user with such a role stays: no write can delete, block or demote this user.
import type { App, WriteContext, WriteResult } from '../../../core';
import { usersErrors } from '../errors';
import { PERMISSION, PUBLIC, ROLE, USER } from '../types';
import type { Grant } from './grants';

export const FULL = '*';

export const FULL_GRANT: Grant = { action: FULL, rule: null };

export const isFull = (grants: readonly Pick<Grant, 'action'>[]): boolean =>
  grants.some(({ action }) => action === FULL);

/** null: the role may be full. */
export function fullRoleMistake(type: string, registerRole: string): string | null {
  if (type === PUBLIC) return 'the public role cannot be full; everybody would be an administrator';
  if (type === registerRole)
    return 'users who register get this role, so it cannot be full; use another role';
  return null;
}

const WATCHED: ReadonlySet<string> = new Set([USER, ROLE, PERMISSION]);

/** Taps for `documents.writing` and `documents.written`. */
export function createLastFullUser(app: App) {
  const key = 'users-permissions full users';
  const count = (): Promise<number> =>
    app.documents(USER).count({
      filters: { blocked: { $ne: true }, role: { permissions: { action: FULL } } },
    });

  return {
    /** The lock lets one such write after another pass, so two administrators cannot remove each other. */
    async writing({ action, tx }: WriteContext): Promise<void> {
      if (!WATCHED.has(action.type.uid) || action.operation === 'create') return;
      const before = await count();
      if (before === 0) return;
      const { dialect } = app.database;
      const table = app.schema.types.get(PERMISSION)?.table ?? '';
      const lock = dialect.lockRows(dialect.id(table), 'action = ?');
      if (lock) await tx.all(lock, [FULL]);
      action.state[key] = await count();
    },
    async written({ action }: WriteResult): Promise<void> {
      const before = action.state[key];
      if (typeof before === 'number' && before > 0 && (await count()) === 0)
        throw usersErrors.USER_RULE(
          'The last active user with every permission stays. Give another user a full role first.',
        );
    },
  };
}
