// Types that the files of the plugin share, and the types that it adds to the core.
import type { SignInConfig } from './config';

export const NAME = 'sign-in';

/** `begun`: the browser is at the provider. `confirmed`: the front end has not yet asked for the tokens. */
export type StepKind = 'begun' | 'confirmed';

/** A person, as a provider has confirmed. */
export interface Identity {
  /** Never changes. Unique in the provider. */
  readonly subject: string;
  readonly email: string | null;
  /** The provider says that the address belongs to the person. */
  readonly isVerified: boolean;
  readonly name: string;
  readonly groups: readonly string[];
}

declare module '../../core/types' {
  interface PluginConfigMap {
    'sign-in': SignInConfig;
  }
}
