// The types that this plugin adds to the core.
import type { Infer } from '../../core';
import type { openapiConfig } from './config';

declare module '../../core/types' {
  interface PluginConfigMap {
    readonly openapi: Infer<typeof openapiConfig>;
  }
}
