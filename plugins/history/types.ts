// Types that the files of the plugin share, and the types that it adds to the core.
import type { HistoryConfig } from './config';

export const NAME = 'history';

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The content of a row by attribute, without nulls, secrets and ids of entries. Links are documentIds, or `{ type, documentId }`. */
export type State = { readonly [attribute: string]: Json };

/** The caller of a save; null: code. */
export interface Author {
  readonly kind: string;
  readonly id: string | null;
  readonly label: string;
}

export interface Version {
  readonly id: number;
  /** `create`, `update`, `publish`, or `before`: the state that the first recorded save found. */
  readonly operation: string;
  readonly at: string;
  readonly by: Author | null;
  readonly request: string | null;
  readonly published: boolean;
}

declare module '../../core/types' {
  interface PluginConfigMap {
    history: HistoryConfig;
  }
}
