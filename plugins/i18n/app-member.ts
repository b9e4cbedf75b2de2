// `app.locales` of other plugins.
import type { Locales } from './locales';

declare module '../../core/types' {
  interface AppMap {
    /** The service LOCALES, for plugins that are registered later. Undefined while i18n is disabled. */
    readonly locales?: Locales;
  }
}
