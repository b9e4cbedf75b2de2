// Types and names that the files of the plugin share, and the types that it adds to the core.
import type { AdminConfig } from './config';
import type { AdminExtensions } from './extensions/extensions';

export const NAME = 'admin';
/** The permission to open the admin. */
export const OPEN = 'plugin::admin.app.open';
/** The permission to share views of lists with everyone who may read the list. */
export const SHARE_VIEWS = 'plugin::admin.view.share';
/** The permission to see the admin as another role. */
export const PREVIEW_ROLE = 'plugin::admin.role.preview';
/** The permission to change schema files. Only full roles have it, until a role is granted it. */
export const USE_BUILDER = 'plugin::admin.builder.use';

/** The permission to read the settings of plugins, without secrets. */
export const READ_SETTINGS = 'plugin::admin.settings.read';

declare module '../../core/types' {
  interface PluginConfigMap {
    admin: AdminConfig;
  }
  interface AppMap {
    /** Of plugins that are registered after the admin. Undefined while the admin is disabled. */
    readonly admin?: AdminExtensions;
  }
  interface RequestState {
    /** The session of the admin; absent for requests with other credentials. */
    adminSession: { readonly id: number };
  }
}
