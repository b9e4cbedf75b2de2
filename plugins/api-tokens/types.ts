// What the plugin's files share, and what it adds to the types of the core.
import type { ApiTokensConfig } from './config';
import type { TokenKind } from './kinds';

export const NAME = 'api-tokens';
export const TOKEN = 'plugin::api-tokens.token';

/** A token as a request knows it. Its secret is nowhere. */
export interface ApiToken {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly type: TokenKind;
  /** For `custom`: what it may do, sorted. */
  readonly actions: readonly string[];
  /** Milliseconds since 1970; null: never. */
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

declare module '../../core/types' {
  interface PluginConfigMap {
    'api-tokens': ApiTokensConfig;
  }
  interface RequestState {
    /** The API token that asks. */
    apiToken: ApiToken;
  }
}
