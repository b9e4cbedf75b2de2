// What a receiver gets: the event with ids, or with the document as a role sees it at the time of the delivery.
import { type App, AppError, anonymousRequest, type DocumentObject } from '../../core';
import { hideSecrets } from '../jobs';
import type { Webhook, WebhookEvent } from './types';

const STRAPI_VERBS: Readonly<Record<string, string>> = { discard: 'draft-discard' };
const FILE = 'plugin::upload.file';

export interface Payload {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export async function payloadOf(app: App, webhook: Webhook, event: WebhookEvent): Promise<Payload> {
  const document =
    webhook.payload === 'document' && event.event !== 'delete' ? await read(app, webhook.role, event) : null;
  const { id, type, documentId, axes, at } = event;
  if (webhook.format === 'quire') {
    const body = {
      id,
      event: event.event,
      type,
      documentId,
      ...axes,
      at,
      ...(webhook.payload === 'document' ? { document } : {}),
    };
    return { body: JSON.stringify(body), headers: { 'x-quire-event': event.event } };
  }
  const name = `${type === FILE ? 'media' : 'entry'}.${STRAPI_VERBS[event.event] ?? event.event}`;
  const entry = document ?? { documentId, ...axes };
  const own = type === FILE ? { media: entry } : { model: type.split('.').at(-1), uid: type, entry };
  return {
    body: JSON.stringify({ event: name, createdAt: at, ...own }),
    headers: { 'x-strapi-event': name },
  };
}

/** null: the role does not see the document, or it is gone. */
async function read(
  app: App,
  role: string,
  { type, documentId, axes }: WebhookEvent,
): Promise<DocumentObject | null> {
  if (!app.schema.types.has(type)) return null;
  const request = anonymousRequest(app.server);
  request.state.actingRole = role;
  try {
    return await app
      .documentsAs(request)(type)
      .findFirst({ ...axes, filters: { documentId } });
  } catch (error) {
    // The role lacks the permission.
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  }
}

/** The body for the log of deliveries. */
export const redacted = (body: string, names: App['secretNames']): string =>
  JSON.stringify(hideSecrets(JSON.parse(body), names));
