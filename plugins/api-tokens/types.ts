// Types that the files of the plugin share, and the types that it adds to the core.
import type { ApiTokensConfig } from './config';
import type { TokenKind } from './token-kinds';

export const NAME = 'api-tokens';
export const TOKEN = 'plugin::api-tokens.token';

/** A token in a request, without its secret. */
export interface ApiToken {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly type: TokenKind;
  /** For `custom` tokens, sorted. */
  readonly actions: readonly string[];
  /** Milliseconds since 1970; null: never expires. */
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  /** The id of the user who created the token; null: it was not created by a user. */
  readonly maker: string | null;
  /** Milliseconds since 1970: the time at which `maker` was set. */
  readonly madeAt: number;
}

declare module '../../core/types' {
  interface PluginConfigMap {
    'api-tokens': ApiTokensConfig;
  }
  interface RequestState {
    /** The API token of the request. */
    apiToken: ApiToken;
  }
}
