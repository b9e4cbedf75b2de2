// Names, and the types that this plugin adds to the core.
import type { UploadConfig } from './config';

export const NAME = 'upload';
export const FILE = 'plugin::upload.file';

/** The permission of a route: `plugin::upload.content-api.find`. */
export const actionOf = (verb: string): string => `plugin::upload.content-api.${verb}`;

/** A request that links files needs one of them. */
export const LINK_ACTIONS: readonly string[] = ['upload', 'find', 'findOne'].map(actionOf);

declare module '../../core/types' {
  interface PluginConfigMap {
    upload: UploadConfig;
  }
}
