// What this plugin adds to the types of the core.
import type { EmailConfig } from './config';

declare module '../../core/types' {
  interface PluginConfigMap {
    email: EmailConfig;
  }
}
