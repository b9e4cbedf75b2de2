// `app.users` of other plugins.
import type { Users } from './users';

declare module '../../core/types' {
  interface AppMap {
    /** The service USERS, for plugins that are registered later. Undefined while users-permissions is disabled. */
    readonly users?: Users;
  }
}
