// Checks of a webhook that need the application: its URL, its types, its condition.
import { type App, AppError } from '../../core';
import { type MayConnect, receiverOf } from './addresses';
import { webhookErrors } from './errors';
import type { Webhook } from './types';
import type { WebhookInput } from './webhook-check';

const FILE = 'plugin::upload.file';
/** Answers have it in place of the values of headers. */
export const HIDDEN = '[hidden]';

/** Throws the first mistake. */
export async function checkWebhook(
  app: App,
  { url, types, condition }: WebhookInput,
  mayConnect: MayConnect,
): Promise<void> {
  const receiver = receiverOf(url, mayConnect);
  if (typeof receiver === 'string') throw webhookErrors.WEBHOOK_INVALID('url', receiver);
  for (const uid of types) {
    const type = app.schema.types.get(uid);
    if (uid !== '*' && !(type && (type.api || uid === FILE)))
      throw webhookErrors.WEBHOOK_INVALID('types', `the content type "${uid}" does not exist, or has no API`);
  }
  if (condition === null) return;
  const [uid, ...others] = types;
  if (uid === undefined || uid === '*' || others.length > 0)
    throw webhookErrors.WEBHOOK_INVALID('condition', 'a condition needs exactly one content type in `types`');
  try {
    await app.documents(uid).findFirst({ filters: condition, fields: ['documentId'] });
  } catch (error) {
    if (error instanceof AppError && error.status === 400)
      throw webhookErrors.WEBHOOK_INVALID('condition', error.message);
    throw error;
  }
}

/** A client that sends back what it got keeps the values of headers, as long as they go to the same server. */
export function withStoredHeaders(input: WebhookInput, stored: Webhook | null): WebhookInput {
  const headers = Object.entries(input.headers).map(([name, value]) => {
    if (value !== HIDDEN) return [name, value];
    if (stored === null || !Object.hasOwn(stored.headers, name))
      throw webhookErrors.WEBHOOK_INVALID('headers', `"${name}" has no stored value; send its value`);
    if (new URL(stored.url).origin !== new URL(input.url).origin)
      throw webhookErrors.WEBHOOK_INVALID(
        'headers',
        `the stored value of "${name}" is for ${new URL(stored.url).origin}; send its value for the new address`,
      );
    return [name, stored.headers[name]];
  });
  return { ...input, headers: Object.fromEntries(headers) };
}
