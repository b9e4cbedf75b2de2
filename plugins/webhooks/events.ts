// Writes of documents → jobs of webhooks, in the transaction of the write.
import { randomUUID } from 'node:crypto';
import { type App, AppError, isParallel, OPEN_VISIBILITY, stagesOf, type WriteAction } from '../../core';
import { DELIVER, type Webhook, type WebhookEvent } from './types';
import type { WebhookRows } from './webhook-rows';

const FILE = 'plugin::upload.file';
const LONGEST_KEY = 191;

type Axes = WebhookEvent['axes'];
type Written = readonly { readonly axes: Axes; readonly became: string }[];

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

  /** The document at the axis values of an event. */
  const meets = async (
    { name, condition }: Webhook,
    { type, documentId }: WriteAction,
    axes: Axes,
  ): Promise<boolean> => {
    if (condition === null) return true;
    const filters = { $and: [{ documentId }, condition] };
    try {
      const asked = { ...axes, filters, fields: ['documentId'], visibility: OPEN_VISIBILITY };
      const found = await app.documents(type.uid).findFirst(asked);
      return found !== null;
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 400) throw error;
      // An attribute of the condition may be gone, or private by now. A write must not fail for it.
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
    const met = new Set<string>();
    const places = placesOfDelete(action, rowsToDelete(action));
    for (const webhook of await concerned(action))
      for (const axes of places) if (await meets(webhook, action, axes)) met.add(keyOf(webhook, axes));
    action.state.webhooks = met;
  });

  app.hooks.documents.written(async ({ action, operation, type, documentId, rows: written }, { now }) => {
    if (written.length === 0) return;
    const isDelete = operation === 'delete';
    const before = action.state.webhooks as ReadonlySet<string> | undefined;
    const places = isDelete ? placesOfDelete(action, written) : placesOf(action, written);
    for (const webhook of await concerned(action))
      for (const axes of places) {
        const isMet = isDelete ? before?.has(keyOf(webhook, axes)) : await meets(webhook, action, axes);
        if (!isMet) continue;
        const event: WebhookEvent = {
          id: randomUUID(),
          webhook: webhook.id,
          event: operation,
          type,
          documentId,
          axes,
          at: now,
          ...(app.events.tracer === null ? {} : { trace: app.events.tracer.headers() }),
        };
        const key = `webhook ${webhook.id} ${documentId} ${type}`.slice(0, LONGEST_KEY);
        await app.jobs.enqueue(DELIVER, event, { key });
      }
  });
}

const keyOf = ({ id }: Webhook, axes: Axes): string => JSON.stringify([id, axes]);

/** The rows with the same values of parallel axes, such as the draft and the published row of one language. */
function byPlace<Row extends { readonly axes: Axes }>(
  { type }: WriteAction,
  rows: readonly Row[],
): readonly Row[][] {
  const parallel = type.axes.filter(isParallel).map(({ axis }) => axis.name);
  const places = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify(parallel.map((name) => row.axes[name]));
    const place = places.get(key);
    if (place) place.push(row);
    else places.set(key, [row]);
  }
  return [...places.values()];
}

/** The axis values of the events of a write: one event for each place. */
function placesOf(action: WriteAction, written: Written): readonly Axes[] {
  const stages = stagesOf(action.type);
  return byPlace(action, written).map((rows) => {
    const kept = rows.filter(({ became }) => became !== 'deleted');
    const axes = { ...action.target, ...rows[0]?.axes };
    if (!stages) return axes;
    const asked = action.target[stages.name];
    // A shared value may be written to a place that has only a working row.
    const row = kept.find((each) => each.axes[stages.name] === asked) ?? kept[0];
    return { ...axes, [stages.name]: (row?.axes ?? action.target)[stages.name] ?? '' };
  });
}

/** At each place the shown row, or the working row of a place without one. */
function placesOfDelete(action: WriteAction, rows: readonly { readonly axes: Axes }[]): readonly Axes[] {
  const stages = stagesOf(action.type);
  return byPlace(action, rows).flatMap((place) => {
    const shown = stages && place.find(({ axes }) => axes[stages.name] === stages.defaultValue());
    const row = shown ?? place[0];
    return row ? [{ ...action.target, ...row.axes }] : [];
  });
}

/** The rows that the delete names, in all stages. */
const rowsToDelete = ({ type, rows, axes, target }: WriteAction) =>
  rows.filter((row) =>
    type.axes.every(
      (use) =>
        !isParallel(use) ||
        axes[use.axis.name]?.kind === 'any' ||
        row.axes[use.axis.name] === target[use.axis.name],
    ),
  );
