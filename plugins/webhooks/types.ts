// Types that the files of the plugin share, and the types that it adds to the core.
import type { Uid } from '../../core';
import type { WebhooksConfig } from './config';

export const NAME = 'webhooks';
export const DELIVER = 'webhooks.deliver';

/** What a receiver gets: ids only, or the document as the role sees it. */
export type PayloadKind = 'ids' | 'document';

export interface Webhook {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  /** Uids; `*`: all types with an API, and files. */
  readonly types: readonly string[];
  /** `create`, `publish` and others; `*`: all. */
  readonly events: readonly string[];
  /** A condition in the words of `filters`; null: every document. */
  readonly condition: Readonly<Record<string, unknown>> | null;
  readonly payload: PayloadKind;
  /** The type of the role that reads the document. */
  readonly role: string;
  readonly format: 'quire' | 'strapi';
  readonly headers: Readonly<Record<string, string>>;
  readonly enabled: boolean;
  /** Why Quire disabled it; null: it did not. */
  readonly disabledBecause: string | null;
  /** From the configuration. */
  readonly declared: boolean;
}

/** An event as its job has it. */
export interface WebhookEvent {
  /** Of all attempts. Absent: the event was stored before events had ids. */
  readonly id?: string;
  readonly webhook: number;
  readonly event: string;
  readonly type: Uid;
  readonly documentId: string;
  /** `{ status: 'published', locale: 'en' }` */
  readonly axes: Readonly<Record<string, string>>;
  readonly at: string;
  /** The headers of the trace in which the write ran. */
  readonly trace?: Readonly<Record<string, string>>;
}

declare module '../../core/types' {
  interface PluginConfigMap {
    webhooks: WebhooksConfig;
  }
}
