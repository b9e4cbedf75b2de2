// The types that this plugin adds to the core.
import type { EmailConfig } from './config';

declare module '../../core/types' {
  interface PluginConfigMap {
    email: EmailConfig;
  }
}
