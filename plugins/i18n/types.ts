// What this plugin adds to the types of the core.
import type { I18nConfig } from './config';

declare module '../../core/documents/operations' {
  interface QueryParamMap {
    /** A code; for lists also several, or `*`. */
    readonly locale: string | readonly string[];
  }
}

declare module '../../core/types' {
  interface PluginConfigMap {
    readonly i18n: I18nConfig;
  }
}
