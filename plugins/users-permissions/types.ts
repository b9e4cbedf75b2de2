// What the plugin's files share: uids, and what is known of a user, a role and a permission while requests are served.
import type { UsersPermissionsConfig } from './config';

export const NAME = 'users-permissions';
export const USER = 'plugin::users-permissions.user';
export const ROLE = 'plugin::users-permissions.role';
export const PERMISSION = 'plugin::users-permissions.permission';
export const SESSION = 'plugin::users-permissions.session';

/** A user as a request knows them. */
export interface Account {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
  readonly email: string;
  readonly confirmed: boolean;
  readonly blocked: boolean;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Changes when all tokens given out before are to die; null until it has changed once. */
  readonly tokenEpoch: string | null;
  /** The documentId of the role; null: none. */
  readonly role: string | null;
  /** The user's own attributes, for rules: `$user.department`. Never secrets. */
  readonly values: Readonly<Record<string, unknown>>;
}

declare module '../../core/types' {
  interface PluginConfigMap {
    'users-permissions': UsersPermissionsConfig;
  }
  interface RequestState {
    /** Who is logged in; absent where nobody is, or a token of another kind asks. */
    user: Account;
    /** The session of the token, in refresh mode. */
    session: string;
  }
}
