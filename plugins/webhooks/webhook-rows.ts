// The tables of webhooks and of their deliveries. Processes keep the list of webhooks in memory.
import type { App, RowOf, SharedValue } from '../../core';
import { webhookErrors } from './errors';
import { newSecret } from './sign';
import type { Webhook, WebhookEvent } from './types';
import type { WebhookInput } from './webhook-check';

const WEBHOOK = {
  id: { kind: 'id' },
  name: { kind: 'string', length: 120, notNull: true },
  url: { kind: 'text', notNull: true },
  settings: { kind: 'json', notNull: true },
  enabled: { kind: 'boolean', notNull: true },
  declared: { kind: 'boolean', notNull: true },
  secret: { kind: 'text', notNull: true },
  /** Events in a row that failed in all attempts. */
  failures: { kind: 'integer', notNull: true, default: 0 },
  disabled_because: { kind: 'text' },
} as const;

const DELIVERY = {
  id: { kind: 'id' },
  webhook: { kind: 'integer', notNull: true },
  event: { kind: 'json', notNull: true },
  attempt: { kind: 'integer', notNull: true },
  at: { kind: 'datetime', notNull: true },
  milliseconds: { kind: 'integer', notNull: true },
  /** null: there was no answer. */
  status: { kind: 'integer' },
  ok: { kind: 'boolean', notNull: true },
  error: { kind: 'text' },
  /** Without the values of secrets. */
  request: { kind: 'text' },
  response: { kind: 'text' },
} as const;

export type Delivery = RowOf<typeof DELIVERY>;
type Settings = Pick<Webhook, 'types' | 'events' | 'condition' | 'payload' | 'role' | 'format' | 'headers'>;

export interface WebhookRows {
  readonly all: SharedValue<readonly Webhook[]>;
  create(
    input: WebhookInput,
    secret?: string,
    declared?: boolean,
  ): Promise<{ readonly webhook: Webhook; readonly secret: string }>;
  update(id: number, input: WebhookInput, declared?: { readonly secret: string }): Promise<Webhook>;
  remove(id: number): Promise<void>;
  renewSecret(id: number): Promise<{ readonly webhook: Webhook; readonly secret: string }>;
  find(id: number): Promise<Webhook | null>;
  secretOf(id: number): Promise<string | null>;
  /** The number of failed events in a row; 0 after a success. */
  noteFailure(id: number): Promise<number>;
  noteSuccess(id: number): Promise<void>;
  disable(id: number, because: string): Promise<void>;
  log(delivery: Omit<Delivery, 'id' | 'event'> & { readonly event: WebhookEvent }): Promise<void>;
  deliveries(
    webhook: number,
    page: number,
    pageSize: number,
  ): Promise<{ readonly rows: readonly Delivery[]; readonly total: number }>;
  delivery(webhook: number, id: number): Promise<Delivery | null>;
  clean(before: Date): Promise<number>;
}

export function createWebhookRows(app: App): WebhookRows {
  const webhooks = app.model({
    table: 'webhooks',
    columns: WEBHOOK,
    indexes: [{ columns: ['name'], unique: true }],
  });
  const deliveries = app.model({
    table: 'webhook_deliveries',
    columns: DELIVERY,
    indexes: [{ columns: ['webhook', 'id'] }, { columns: ['at'] }],
  });
  app.archives.add({
    name: 'webhooks',
    // Addresses and headers may be secrets, too.
    secret: true,
    // The configuration of each application declares its own webhooks. With new ids, queued events of earlier webhooks find no receiver.
    tables: { webhooks: { where: { declared: false }, omits: ['id'] } },
    // A copy for tests must not send its events to the receivers of production.
    async finish() {
      const disabled_because = 'imported; enable the webhook if it may send events of this application';
      const count = await webhooks
        .query()
        .where({ declared: false, enabled: true })
        .patch({ enabled: false, disabled_because });
      return count > 0
        ? [`webhooks: ${count} are disabled; enable those that may send events from here`]
        : [];
    },
  });
  app.hooks.schema.renamed(async ({ uids, report }) => {
    for (const { id, name, settings } of await webhooks.query()) {
      const stored = settings as Settings;
      if (!stored.types.some((uid) => uids.has(uid))) continue;
      const types = [...new Set(stored.types.map((uid) => uids.get(uid) ?? uid))];
      await webhooks
        .query()
        .where({ id })
        .patch({ settings: { ...stored, types } });
      report(`[renamed] types of the webhook "${name}"`);
    }
  });
  const load = async () => (await webhooks.query().orderBy('id')).map(webhookOf);
  const all = app.shared.value('webhooks', { load, maxAge: 1_000 });
  const changed = () => all.forget(app.database.currentTransaction());

  async function stored<T>(work: Promise<T>, name: string): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (app.database.dialect.classify(error).kind === 'duplicate') throw webhookErrors.WEBHOOK_TAKEN(name);
      throw error;
    } finally {
      changed();
    }
  }
  const find = async (id: number) => {
    const row = await webhooks.query().findById(id);
    return row ? webhookOf(row) : null;
  };
  const known = async (id: number) => {
    const webhook = await find(id);
    if (!webhook) throw webhookErrors.WEBHOOK_NOT_FOUND();
    return webhook;
  };

  return {
    all,
    find,
    async create({ name, url, enabled, ...settings }, secret = newSecret(), declared = false) {
      const made = webhooks.query().insert({ name, url, enabled, settings, secret, declared });
      const { id } = await stored(
        made.then((row) => row),
        name,
      );
      return { webhook: await known(id), secret };
    },
    async update(id, { name, url, enabled, ...settings }, declared) {
      const again = enabled ? { failures: 0, disabled_because: null } : {};
      const values = {
        name,
        url,
        enabled,
        settings,
        ...again,
        ...(declared ? { secret: declared.secret } : {}),
      };
      await stored(
        webhooks
          .query()
          .findById(id)
          .patch(values)
          .then((count) => count),
        name,
      );
      return known(id);
    },
    async remove(id) {
      const removed = await webhooks.query().deleteById(id);
      changed();
      if (removed !== 1) throw webhookErrors.WEBHOOK_NOT_FOUND();
      await deliveries.query().where({ webhook: id }).delete();
    },
    async renewSecret(id) {
      const secret = newSecret();
      await webhooks.query().findById(id).patch({ secret });
      return { webhook: await known(id), secret };
    },
    secretOf: async (id) => (await webhooks.query().findById(id))?.secret ?? null,
    async noteFailure(id) {
      await webhooks.query().findById(id).increment('failures', 1);
      return (await webhooks.query().findById(id))?.failures ?? 0;
    },
    async noteSuccess(id) {
      await webhooks.query().findById(id).where('failures', '>', 0).patch({ failures: 0 });
    },
    async disable(id, because) {
      await webhooks.query().findById(id).patch({ enabled: false, disabled_because: because });
      changed();
    },
    async log(delivery) {
      await deliveries.query().insert(delivery);
    },
    async deliveries(webhook, page, pageSize) {
      const { results, total } = await deliveries
        .query()
        .where({ webhook })
        .orderBy('id', 'desc')
        .page(page - 1, pageSize);
      return { rows: results, total };
    },
    delivery: async (webhook, id) => (await deliveries.query().findOne({ webhook, id })) ?? null,
    clean: async (before) => await deliveries.query().where('at', '<', before).delete(),
  };
}

function webhookOf({
  id,
  name,
  url,
  enabled,
  declared,
  settings,
  disabled_because,
}: RowOf<typeof WEBHOOK>): Webhook {
  return { id, name, url, ...(settings as Settings), enabled, declared, disabledBecause: disabled_because };
}
