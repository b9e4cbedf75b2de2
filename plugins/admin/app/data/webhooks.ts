// Webhooks as the API describes them, and the words for their settings.
import { type Message, msg, t } from '../i18n/translate';
import { ask } from './client';
import { FILE } from './files';
import { known, readable, typeOf } from './model';

export interface Webhook {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  /** Uids; `*`: all. */
  readonly types: readonly string[];
  readonly events: readonly string[];
  readonly condition: Readonly<Record<string, unknown>> | null;
  readonly payload: 'ids' | 'document';
  /** The type of the role that reads the document. */
  readonly role: string;
  readonly format: 'quire' | 'strapi';
  /** The values are hidden. */
  readonly headers: Readonly<Record<string, string>>;
  readonly enabled: boolean;
  /** null: nothing but a person has switched it off. */
  readonly disabledBecause: string | null;
  readonly declared: boolean;
}

export type WebhookBody = Omit<Webhook, 'id' | 'disabledBecause' | 'declared'>;

export interface Delivery {
  readonly id: number;
  readonly event: {
    readonly event: string;
    readonly type: string;
    readonly documentId: string;
    readonly axes: Readonly<Record<string, string>>;
  };
  readonly attempt: number;
  readonly at: string;
  readonly milliseconds: number;
  /** null: there was no answer. */
  readonly status: number | null;
  readonly ok: boolean;
  readonly error: string | null;
  readonly request: string | null;
  readonly response: string | null;
}

export type WithSecret = Webhook & { readonly secret: string };

export const WEBHOOK_ACTIONS = {
  create: 'plugin::webhooks.webhook.create',
  update: 'plugin::webhooks.webhook.update',
  delete: 'plugin::webhooks.webhook.delete',
  renewSecret: 'plugin::webhooks.webhook.renewSecret',
  test: 'plugin::webhooks.webhook.test',
  readDeliveries: 'plugin::webhooks.webhook.readDeliveries',
  redeliver: 'plugin::webhooks.webhook.redeliver',
} as const;

export const webhooksAt = (): string => `${known().prefix}/webhooks`;
export const webhookAt = (id: number | string): string => `${webhooksAt()}/${encodeURIComponent(id)}`;

export const bodyOf = ({ id: _id, disabledBecause: _why, declared: _from, ...body }: Webhook): WebhookBody =>
  body;

/** The secret is in the answer of a create only. */
export const saveWebhook = async (id: number | null, body: WebhookBody): Promise<WithSecret | Webhook> =>
  (
    await ask<{ data: WithSecret | Webhook }>(id === null ? webhooksAt() : webhookAt(id), {
      method: id === null ? 'POST' : 'PUT',
      body,
    })
  ).data.data;

/** All types, or all events. */
export const EVERY = '*';

const EVENTS: Readonly<Record<string, Message>> = {
  create: msg('Create'),
  update: msg('Update'),
  clone: msg('Duplicate'),
  delete: msg('Delete'),
  publish: msg('Publish'),
  unpublish: msg('Unpublish'),
  discard: msg('Discard'),
};
export const EVENT_NAMES: readonly string[] = Object.keys(EVENTS);

const wordOf = (words: Readonly<Record<string, Message>>, name: string): Message | null =>
  Object.hasOwn(words, name) ? (words[name] ?? null) : null;

export function eventTitle(name: string): string {
  if (name === EVERY) return t('All events');
  if (name === 'test') return t('Test');
  const word = wordOf(EVENTS, name);
  return word === null ? readable(name) : t(word);
}

export function typeTitle(uid: string): string {
  if (uid === EVERY) return t('All content types and files');
  return uid === FILE ? t('Files') : (typeOf(uid)?.title ?? uid);
}

export function stateOf({ enabled, disabledBecause }: Webhook): string {
  if (enabled) return t('On');
  return disabledBecause === null ? t('Off') : t('Disabled');
}
