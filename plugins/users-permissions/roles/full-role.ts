// A full role has every permission, also those of types and plugins that are added later. It is stored as a permission with the action `*`.
// The last active user with such a role stays: no write can delete, block or demote this user.
import type { App, WriteAction } from '../../../core';
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

/**
 * For `documents.prepare`. A follow-up of these types alone: a tap of `documents.written` would let `documents()` join each write, which
 * makes all writes slower.
 */
export function createLastFullUser(app: App): (action: WriteAction) => Promise<void> | undefined {
  const count = (): Promise<number> =>
    app.documents(USER).count({
      filters: { blocked: { $ne: true }, role: { permissions: { action: FULL } } },
    });

  async function watch(action: WriteAction): Promise<void> {
    if ((await count()) === 0) return;
    action.followUps.push({
      name: 'users-permissions last full user',
      joins: true,
      async run({ tx }) {
        const { dialect } = app.database;
        const table = app.schema.types.get(PERMISSION)?.table ?? '';
        // Such writes pass one after another, so two administrators cannot remove each other.
        const lock = dialect.lockRows(dialect.id(table), 'action = ?');
        if (lock) await tx.all(lock, [FULL]);
        if ((await count()) === 0)
          throw usersErrors.USER_RULE(
            'The last active user with every permission stays. Give another user a full role first.',
          );
      },
    });
  }

  return (action) =>
    WATCHED.has(action.type.uid) && action.operation !== 'create' ? watch(action) : undefined;
}
