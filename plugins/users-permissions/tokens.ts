// The plugin's services in the container.
import { token } from '../../core';
import type { Accounts } from './accounts';
import type { Authentication } from './authentication';
import type { Credentials } from './credentials';
import type { Grants } from './grants';
import type { Jwt } from './jwt';
import type { RoleBook } from './role-book';

/** Logging in and all that belongs to it, for other transports. From `boot.after` on. */
export const AUTHENTICATION = token<Authentication>('users-permissions.authentication');
/** Giving and taking permissions. From `boot.after` on. */
export const GRANTS = token<Grants>('users-permissions.grants');
export const CREDENTIALS = token<Credentials>('users-permissions.credentials');
/** What is made before the database is there. */
export const MEMORY = token<{
  readonly key: { secret: string };
  readonly jwt: Jwt;
  readonly accounts: Accounts;
  readonly book: RoleBook;
}>('users-permissions.memory');
