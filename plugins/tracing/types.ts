// The types that the plugin adds to the core.
import type { TracingConfig } from './config';

declare module '../../core/types' {
  interface PluginConfigMap {
    tracing: TracingConfig;
  }
}

export type Api = typeof import('@opentelemetry/api');
