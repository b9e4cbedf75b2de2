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

/** Type → the attributes whose change can take the last full role away. Other updates need no look. */
const WATCHED: Readonly<Record<string, readonly string[]>> = {
  [USER]: ['blocked', 'role'],
  [ROLE]: ['users', 'permissions'],
  [PERMISSION]: ['action', 'role'],
};

function isWatched({ type, operation, values }: WriteAction): boolean {
  const names = WATCHED[type.uid];
  if (!names || operation === 'create') return false;
  return operation !== 'update' || names.some((name) => Object.hasOwn(values(), name));
}

/**
 * For `documents.prepare`, after the taps that set values. A follow-up of these types alone: a tap of `documents.written` would let `documents()` join each write, which
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

  return (action) => (isWatched(action) ? watch(action) : undefined);
}
