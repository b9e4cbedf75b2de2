// The services of the plugin in the container.
import { type RouteDefinition, token } from '../../core';
import type { Authentication } from './accounts/authentication';
import type { Credentials } from './accounts/credentials';
import type { LoginHooks } from './accounts/login-hooks';
import type { RemovedTypes } from './roles/changed-types';
import type { Grants } from './roles/grants';
import type { RoleCache } from './roles/role-cache';
import type { ManagedRoles } from './routes/manage-roles';
import type { RefreshCookie } from './routes/refresh-cookie';
import type { SessionRows } from './session-rows';
import type { AccountCache } from './tokens/account-cache';
import type { Jwt } from './tokens/jwt';
import type { Users } from './users';

/** Recognises and logs in users, for plugins with a login of their own. */
export const USERS = token<Users>('users-permissions.users', 'boot.after');
/** Login, registration and passwords, for other transports. */
export const AUTHENTICATION = token<Authentication>('users-permissions.authentication', 'boot.after');
/** Grants and revokes permissions. */
export const GRANTS = token<Grants>('users-permissions.grants', 'boot.after');
export const CREDENTIALS = token<Credentials>('users-permissions.credentials');
/** Parts that `register` creates and `boot` uses. */
export const REGISTERED_PARTS = token<{
  readonly key: { secret: string };
  readonly jwt: Jwt;
  readonly accounts: AccountCache;
  readonly roleCache: RoleCache;
  readonly removedTypes: RemovedTypes;
  readonly cookie: RefreshCookie;
  readonly rows: SessionRows;
  readonly hooks: LoginHooks;
  readonly roles: ManagedRoles;
  readonly routes: readonly RouteDefinition[];
}>('users-permissions.memory');
