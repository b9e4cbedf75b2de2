// Types and uids that the files of the plugin share, and the types that it adds to the core.
import type { LoginHooks } from './accounts/login-hooks';
import type { UsersPermissionsConfig } from './config';
import type { UserHooks } from './routes/user-hooks';

export const NAME = 'users-permissions';
export const USER = 'plugin::users-permissions.user';
export const ROLE = 'plugin::users-permissions.role';
export const PERMISSION = 'plugin::users-permissions.permission';

/** The type of the role of anonymous requests. */
export const PUBLIC = 'public';

/** The user of a request. */
export interface Account {
  readonly id: number;
  readonly documentId: string;
  readonly username: string;
  readonly email: string;
  readonly confirmed: boolean;
  readonly blocked: boolean;
  /** Milliseconds. */
  readonly createdAt: number;
  /** Changes when all earlier tokens must stop working; null until the first change. */
  readonly tokenEpoch: string | null;
  /** The documentId of the role; null: none. */
  readonly role: string | null;
  /** Values that a rule can use, for example `$user.department`. Contains no secrets. */
  readonly values: Readonly<Record<string, unknown>>;
}

declare module '../../core/types' {
  interface PluginConfigMap {
    'users-permissions': UsersPermissionsConfig;
  }
  interface HookMap {
    logins: LoginHooks;
    users: UserHooks;
  }
  interface RequestState {
    /** The user of the token; absent for anonymous requests and for tokens of other plugins. */
    user: Account;
    /** The type of the role of a request that a plugin makes itself. Absent: `public`. */
    actingRole: string;
    /** The documentId of the user whose second factor this request has proved. */
    secondFactor: string;
    /** The documentId of the user whose password this request has proved, or the first step of its login. */
    provedPassword: string;
    /** The session of the token, in refresh mode. */
    session: string;
  }
}
