// Types that the files of the plugin share, and the types that it adds to the core.
import type { AuditConfig } from './config';

export const NAME = 'audit';

export interface Actor {
  /** `user`, `api-tokens`, `anonymous`, `code`, or the kind of another plugin. */
  readonly kind: string;
  readonly id: string | null;
  readonly label: string;
}

/** What happened, as it is stored. */
export interface AuditEvent {
  /** `document.update`, `login.accepted`, `action`, `audit.export` */
  readonly event: string;
  readonly at: string;
  readonly actor: Actor;
  readonly ip: string | null;
  readonly request: string | null;
  readonly type: string | null;
  readonly documentId: string | null;
  /** Of a document the changed rows, with values before and after; of other events their facts. */
  readonly details: unknown;
}

export interface AuditEntry extends AuditEvent {
  readonly id: number;
  /** The place in the chain; null: not sealed yet. */
  readonly seq: number | null;
  readonly hash: string | null;
}

declare module '../../core/types' {
  interface PluginConfigMap {
    audit: AuditConfig;
  }
}
