// The additions of the plugin to the open interfaces of the core.
import type { GraphqlConfig } from './config';
import type { GraphqlExtension } from './extension/extension';

export const NAME = 'graphql';

declare module '../../core/types' {
  interface PluginConfigMap {
    graphql: GraphqlConfig;
  }
  interface AppMap {
    /** The service EXTENSION, for plugins that are registered later. Undefined while graphql is disabled. */
    readonly graphqlExtension?: GraphqlExtension;
  }
}
