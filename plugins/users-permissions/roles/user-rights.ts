// The service USER_RIGHTS of the core: the permissions of a user, from the caches of users and roles.
import type { HasAction, UserRights } from '../../../core';
import type { AccountCache } from '../tokens/account-cache';
import { mayAct } from '../tokens/may-act';
import type { Account } from '../types';
import type { Role, RoleCache, Roles } from './role-cache';

export function createUserRights(
  accounts: AccountCache,
  roleCache: RoleCache,
  needsConfirmation: boolean,
): UserRights {
  const made = new WeakMap<Role, HasAction>();

  function rightsOf(account: Account | null, roles: Roles, since: number): HasAction | null {
    if (!account || !mayAct(account, needsConfirmation) || account.createdAt > since) return null;
    const role = roles.byDocument.get(account.role ?? '');
    if (!role) return null;
    let has = made.get(role);
    if (!has) {
      has = (action) => role.actions.has(action) && !role.rules.has(action);
      made.set(role, has);
    }
    return has;
  }

  return {
    of(id, since) {
      const account = accounts.known(Number(id));
      const roles = roleCache.known();
      if (account !== undefined && roles) return rightsOf(account, roles, since);
      return Promise.all([accounts.find(Number(id)), roleCache.read()]).then(([found, read]) =>
        rightsOf(found, read, since),
      );
    },
  };
}
