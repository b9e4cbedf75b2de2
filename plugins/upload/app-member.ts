// `app.files` of other plugins.
import type { StoredFiles } from './store-file';

declare module '../../core/types' {
  interface AppMap {
    /** The service STORED_FILES, for plugins that are registered later. Undefined while upload is disabled. */
    readonly files?: StoredFiles;
  }
}
