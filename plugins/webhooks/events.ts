// Writes of documents → jobs of webhooks, in the transaction of the write.
import { type App, AppError, type WriteAction } from '../../core';
import { DELIVER, type Webhook, type WebhookEvent } from './types';
import type { WebhookRows } from './webhook-rows';

const FILE = 'plugin::upload.file';
const LONGEST_KEY = 191;

export function watchDocuments(app: App, rows: WebhookRows): void {
  /** Before the first request, startup writes roles and seeds. */
  let isOpen = false;
  app.hooks.boot.after(() => {
    isOpen = true;
  });

  const concerned = async ({ type, operation }: WriteAction): Promise<readonly Webhook[]> => {
    if (!isOpen || !(type.api || type.uid === FILE)) return [];
    const all = rows.all.known() ?? (await rows.all.read());
    return all.filter(
      ({ enabled, types, events }) =>
        enabled &&
        (types.includes('*') || types.includes(type.uid)) &&
        (events.includes('*') || events.includes(operation)),
    );
  };

  /** The document as code sees it, at the axis values of the write. */
  const meets = async (
    { name, condition }: Webhook,
    { type, documentId, target }: WriteAction,
  ): Promise<boolean> => {
    if (condition === null) return true;
    const filters = { $and: [{ documentId }, condition] };
    try {
      const found = await app.documents(type.uid).findFirst({ ...target, filters, fields: ['documentId'] });
      return found !== null;
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 400) throw error;
      // An attribute of the condition may be gone. A write must not fail for it.
      app.log.error('the condition of a webhook does not fit its type, so the event is left out', {
        webhook: name,
        type: type.uid,
        error,
      });
      return false;
    }
  };

  // After a delete, nothing is left to compare.
  app.hooks.documents.writing(async ({ action }) => {
    if (action.operation !== 'delete') return;
    const met = new Set<number>();
    for (const webhook of await concerned(action)) if (await meets(webhook, action)) met.add(webhook.id);
    action.state.webhooks = met;
  });

  app.hooks.documents.written(async ({ action, operation, type, documentId, rows: written }, { now }) => {
    if (written.length === 0) return;
    for (const webhook of await concerned(action)) {
      const before = action.state.webhooks as ReadonlySet<number> | undefined;
      const isMet = operation === 'delete' ? before?.has(webhook.id) : await meets(webhook, action);
      if (!isMet) continue;
      const event: WebhookEvent = {
        webhook: webhook.id,
        event: operation,
        type,
        documentId,
        axes: { ...action.target },
        at: now,
        ...(app.events.tracer === null ? {} : { trace: app.events.tracer.headers() }),
      };
      const key = `webhook ${webhook.id} ${documentId} ${type}`.slice(0, LONGEST_KEY);
      await app.jobs.enqueue(DELIVER, event, { key });
    }
  });
}
