// Names, and the types that this plugin adds to the core.
import type { UploadConfig } from './config';

export const NAME = 'upload';
export const FILE = 'plugin::upload.file';
export const FOLDER = 'plugin::upload.folder';

/** The permission of a route: `plugin::upload.content-api.find`. */
export const actionOf = (verb: string): string => `plugin::upload.content-api.${verb}`;

/** A request that puts something into a folder needs one of them. */
export const FOLDER_LINK_ACTIONS: readonly string[] = ['findFolders', 'findFolder'].map(actionOf);

/** A request that links files needs one of them. */
export const LINK_ACTIONS: readonly string[] = ['upload', 'find', 'findOne'].map(actionOf);

declare module '../../core/types' {
  interface PluginConfigMap {
    upload: UploadConfig;
  }
}
