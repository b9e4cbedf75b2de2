// The services of the plugin in the container.
import { token } from '../../core';
import type { Authentication } from './accounts/authentication';
import type { Credentials } from './accounts/credentials';
import type { Grants } from './roles/grants';
import type { RemovedTypes } from './roles/removed-types';
import type { RoleCache } from './roles/role-cache';
import type { AccountCache } from './tokens/account-cache';
import type { Jwt } from './tokens/jwt';

/** Login, registration and passwords, for other transports. Available from `boot.after`. */
export const AUTHENTICATION = token<Authentication>('users-permissions.authentication');
/** Grants and revokes permissions. Available from `boot.after`. */
export const GRANTS = token<Grants>('users-permissions.grants');
export const CREDENTIALS = token<Credentials>('users-permissions.credentials');
/** Parts that `register` creates and `boot` uses. */
export const REGISTERED_PARTS = token<{
  readonly key: { secret: string };
  readonly jwt: Jwt;
  readonly accounts: AccountCache;
  readonly roleCache: RoleCache;
  readonly removedTypes: RemovedTypes;
}>('users-permissions.memory');
