// Types that the files of the plugin share, and the types that it adds to the core.
import type { PasskeysConfig } from './config';

export const NAME = 'passkeys';

/** The name of the factor, and its key in the body of a login. */
export const FACTOR = 'passkey';

declare module '../../core/types' {
  interface PluginConfigMap {
    passkeys: PasskeysConfig;
  }
}
