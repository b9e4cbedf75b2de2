// Checks of a webhook that need the application: its URL, its types, its events, its role, its condition.
import { type App, AppError, OPEN_VISIBILITY } from '../../core';
import { type MayConnect, receiverOf } from './addresses';
import { webhookErrors } from './errors';
import type { Webhook } from './types';
import type { WebhookInput } from './webhook-check';

const FILE = 'plugin::upload.file';
const ROLE = 'plugin::users-permissions.role';
const BUILT_IN_EVENTS = ['create', 'update', 'clone', 'delete', 'publish', 'unpublish', 'discard'];
/** Of an error message. */
const MOST_ROLES = 50;
/** Answers have it in place of the values of headers. */
export const HIDDEN = '[hidden]';

/** Throws the first mistake. */
export async function checkWebhook(
  app: App,
  { url, types, events, condition, role }: WebhookInput,
  mayConnect: MayConnect,
): Promise<void> {
  const receiver = receiverOf(url, mayConnect);
  if (typeof receiver === 'string') throw webhookErrors.WEBHOOK_INVALID('url', receiver);
  for (const uid of types) {
    const type = app.schema.types.get(uid);
    if (uid !== '*' && !(type && (type.api || uid === FILE)))
      throw webhookErrors.WEBHOOK_INVALID('types', `the content type "${uid}" does not exist, or has no API`);
  }
  checkEvents(app, events);
  await checkRole(app, role);
  if (condition === null) return;
  const [uid, ...others] = types;
  if (uid === undefined || uid === '*' || others.length > 0)
    throw webhookErrors.WEBHOOK_INVALID('condition', 'a condition needs exactly one content type in `types`');
  try {
    await app
      .documents(uid)
      .findFirst({ filters: condition, fields: ['documentId'], visibility: OPEN_VISIBILITY });
  } catch (error) {
    if (error instanceof AppError && error.status === 400)
      throw webhookErrors.WEBHOOK_INVALID('condition', `${error.message}; ${CONDITION_REMEDY}`);
    throw error;
  }
}

const CONDITION_REMEDY = 'use a condition as in `filters` of a request, without private attributes';

function checkEvents(app: App, events: readonly string[]): void {
  const published = app.operations.values().map(({ name, event }) => event ?? name);
  const known = [...new Set(['*', ...BUILT_IN_EVENTS, ...published])];
  for (const name of events)
    if (!known.includes(name))
      throw webhookErrors.WEBHOOK_INVALID(
        'events',
        `the event "${name}" is unknown; use one of: ${known.join(', ')}`,
      );
}

/** Without users-permissions there are no roles, and `role` has no effect. */
async function checkRole(app: App, role: string): Promise<void> {
  if (!app.schema.types.has(ROLE)) return;
  const roles = app.documents(ROLE);
  if (await roles.findFirst({ filters: { type: role }, fields: ['documentId'] })) return;
  const some = await roles.findMany({ fields: ['type'], sort: 'id', pagination: { limit: MOST_ROLES } });
  const names = some.map(({ type }) => type).join(', ');
  throw webhookErrors.WEBHOOK_INVALID(
    'role',
    `the role "${role}" is unknown; use the type of a role: ${names}`,
  );
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
