// `app.users` of other plugins.
import type { RouteDefinition } from '../../core';
import type { Users } from './users';

declare module '../../core/types' {
  interface AppMap {
    /** The service USERS, for plugins that are registered later. Undefined while users-permissions is disabled. */
    readonly users?: Users;
    /** The routes of logins, users and roles, as the hook `users.routes` will get them. Undefined while users-permissions is disabled. */
    readonly userRoutes?: readonly RouteDefinition[];
  }
}
