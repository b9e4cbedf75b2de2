// Types and names that the files of the plugin share, and the types that it adds to the core.
import type { AdminConfig } from './config';

export const NAME = 'admin';
/** The permission to open the admin. */
export const OPEN = 'plugin::admin.app.open';

declare module '../../core/types' {
  interface PluginConfigMap {
    admin: AdminConfig;
  }
  interface RequestState {
    /** The session of the admin; absent for requests with other credentials. */
    adminSession: { readonly id: number };
  }
}
