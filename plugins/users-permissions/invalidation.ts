// Reacts to every write of users, roles and permissions. A new password or a block invalidates tokens and codes.
// A new address invalidates codes, and is not the one that a provider confirmed. A commit clears the caches.
import { randomBytes } from 'node:crypto';
import type { FollowUp, WriteAction } from '../../core';
import type { RoleCache } from './roles/role-cache';
import type { AccountCache } from './tokens/account-cache';
import { PERMISSION, ROLE, USER } from './types';

/** For `documents.prepare`. */
export function createInvalidation(
  accounts: AccountCache,
  roleCache: RoleCache,
): (action: WriteAction) => void {
  const after = (name: string, forget: (action: WriteAction) => void): FollowUp => ({
    name: `users-permissions ${name}`,
    joins: false,
    run: async ({ afterCommit, action }) => afterCommit(() => forget(action)),
  });
  const users = after('users', ({ rows }) => {
    for (const { id } of rows) accounts.forget(id);
  });
  const roles = after('roles', () => {
    roleCache.forget();
    accounts.forgetAll();
  });

  return (action) => {
    switch (action.type.uid) {
      case USER:
        if (endsTokens(action)) {
          action.columns[columnOf(action, 'tokenEpoch')] = newEpoch();
          action.columns[columnOf(action, 'resetPasswordToken')] = null;
        }
        action.followUps.push(users);
        return;
      case ROLE:
      case PERMISSION:
        action.followUps.push(roles);
    }
  };
}

/**
 * For `documents.validate`, which knows the stored row. Codes that were mailed to the old address must not work for the new address. The
 * provider of the user has not confirmed the new address, so the user no longer counts as one of the provider.
 */
export function forgetOldAddress(action: WriteAction): void {
  if (action.type.uid !== USER || action.operation !== 'update') return;
  const { email, provider } = action.values();
  const [stored] = action.rows;
  if (typeof email !== 'string' || !stored) return;
  const old = String(stored.values[columnOf(action, 'email')]);
  if (old.toLowerCase() === email.toLowerCase()) return;
  for (const name of ['resetPasswordToken', 'confirmationToken'])
    action.columns[columnOf(action, name)] = null;
  const column = columnOf(action, 'provider');
  const isNewProvider = provider !== undefined && provider !== stored.values[column];
  if (!isNewProvider) action.columns[column] = 'local';
}

/** Tokens and sessions of an earlier epoch do not work. */
export const newEpoch = (): string => randomBytes(9).toString('base64url');

const columnOf = ({ type }: WriteAction, name: string): string => type.scalars.get(name)?.column ?? name;

function endsTokens({ operation, data }: WriteAction): boolean {
  if (operation !== 'update' || typeof data !== 'object' || data === null) return false;
  const { password, blocked } = data as Readonly<Record<string, unknown>>;
  return password !== undefined || /^(true|1)$/i.test(String(blocked));
}
