// The types that this plugin adds to the core.
import type { I18nConfig } from './config';

declare module '../../core/types' {
  interface QueryParamMap {
    /** A code. Lists also accept several codes, or `*`. */
    readonly locale: string | readonly string[];
  }
}

declare module '../../core/types' {
  interface PluginConfigMap {
    readonly i18n: I18nConfig;
  }
}
