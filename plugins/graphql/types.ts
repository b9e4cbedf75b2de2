// The additions of the plugin to the open interfaces of the core.
import type { GraphqlConfig } from './config';

export const NAME = 'graphql';

declare module '../../core/types' {
  interface PluginConfigMap {
    graphql: GraphqlConfig;
  }
}
