// The types that the plugin adds to the core.
import type { MetricsConfig } from './config';

declare module '../../core/types' {
  interface PluginConfigMap {
    metrics: MetricsConfig;
  }
}
