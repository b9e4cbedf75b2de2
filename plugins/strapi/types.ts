// Names that the files of the plugin share.
import type { StrapiConfig } from './config';

export const NAME = 'strapi';

declare module '../../core/types' {
  interface PluginConfigMap {
    strapi: StrapiConfig;
  }
}
