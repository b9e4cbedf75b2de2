// Types that the files of the plugin share, and the types that it adds to the core.
import type { TwoFactorConfig } from './config';

export const NAME = 'two-factor';

declare module '../../core/types' {
  interface PluginConfigMap {
    'two-factor': TwoFactorConfig;
  }
}
