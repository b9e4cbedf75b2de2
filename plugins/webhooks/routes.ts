// The routes of webhooks. Only the answers of a create and of a new secret contain the secret.
import { randomUUID } from 'node:crypto';
import { type App, check, type RouteDefinition, route } from '../../core';
import type { MayConnect } from './addresses';
import { checkWebhook, HIDDEN, withStoredHeaders } from './checked-webhook';
import type { Deliver } from './deliver';
import { webhookErrors } from './errors';
import { DELIVER, type Webhook, type WebhookEvent } from './types';
import { webhookBody } from './webhook-check';
import type { Delivery, WebhookRows } from './webhook-rows';

const { integer, object, optional } = check;
const TAGS = ['Webhooks'];

export interface WebhookRoutes {
  readonly list: RouteDefinition;
  readonly one: RouteDefinition;
  readonly create: RouteDefinition;
  readonly update: RouteDefinition;
  readonly remove: RouteDefinition;
  readonly secret: RouteDefinition;
  readonly test: RouteDefinition;
  readonly deliveries: RouteDefinition;
  readonly redeliver: RouteDefinition;
}

export interface RouteParts {
  readonly app: App;
  readonly rows: WebhookRows;
  readonly mayConnect: MayConnect;
  readonly deliver: Deliver;
}

const params = object({ id: integer({ min: 1 }) });

/** Values of headers may be credentials. */
const shown = ({ headers, ...webhook }: Webhook) => ({
  ...webhook,
  headers: Object.fromEntries(Object.keys(headers).map((name) => [name, HIDDEN])),
});

const shownDelivery = ({ webhook: _webhook, ...delivery }: Delivery) => delivery;

export function webhookRoutes({ app, rows, mayConnect, deliver }: RouteParts): WebhookRoutes {
  const base = `${app.config.api.rest.prefix}/webhooks`;
  const one = `${base}/:id` as const;
  const action = (verb: string): string => `plugin::webhooks.webhook.${verb}`;
  const found = async (id: number): Promise<Webhook> => {
    const webhook = await rows.find(id);
    if (!webhook) throw webhookErrors.WEBHOOK_NOT_FOUND();
    return webhook;
  };
  const changeable = async (id: number): Promise<Webhook> => {
    const webhook = await found(id);
    if (webhook.declared) throw webhookErrors.WEBHOOK_DECLARED(webhook.name);
    return webhook;
  };

  return {
    list: route({
      method: 'GET',
      path: base,
      action: action('read'),
      summary: 'Lists webhooks, without their secrets',
      tags: TAGS,
      handler: async () => ({ json: { data: (await rows.all.read()).map(shown) } }),
    }),
    one: route({
      method: 'GET',
      path: one,
      action: action('read'),
      summary: 'Returns one webhook, without its secret',
      tags: TAGS,
      checks: { params },
      handler: async (_request, { params: { id } }) => ({ json: { data: shown(await found(id)) } }),
    }),
    create: route({
      method: 'POST',
      path: base,
      action: action('create'),
      summary: 'Creates a webhook; the answer contains its secret',
      tags: TAGS,
      cacheControl: 'no-store',
      body: 'json',
      checks: { body: webhookBody },
      async handler(_request, { body }) {
        await checkWebhook(app, body, mayConnect);
        const { webhook, secret } = await rows.create(withStoredHeaders(body, null));
        return { status: 201, json: { data: { ...shown(webhook), secret } } };
      },
    }),
    update: route({
      method: 'PUT',
      path: one,
      action: action('update'),
      summary: 'Replaces a webhook; its secret stays',
      tags: TAGS,
      body: 'json',
      checks: { params, body: webhookBody },
      async handler(_request, { params: { id }, body }) {
        const stored = await changeable(id);
        await checkWebhook(app, body, mayConnect);
        return { json: { data: shown(await rows.update(id, withStoredHeaders(body, stored))) } };
      },
    }),
    remove: route({
      method: 'DELETE',
      path: one,
      action: action('delete'),
      summary: 'Deletes a webhook and its log',
      tags: TAGS,
      checks: { params },
      async handler(_request, { params: { id } }) {
        await changeable(id);
        await rows.remove(id);
        return { status: 204 };
      },
    }),
    secret: route({
      method: 'POST',
      path: `${one}/actions/renew-secret`,
      action: action('renewSecret'),
      summary: 'Replaces the secret of a webhook; the answer contains it',
      tags: TAGS,
      cacheControl: 'no-store',
      checks: { params },
      async handler(_request, { params: { id } }) {
        await changeable(id);
        const { webhook, secret } = await rows.renewSecret(id);
        return { json: { data: { ...shown(webhook), secret } } };
      },
    }),
    test: route({
      method: 'POST',
      path: `${one}/actions/test`,
      action: action('test'),
      summary: 'Sends a test event now; the answer says what the receiver answered',
      tags: TAGS,
      checks: { params },
      async handler(_request, { params: { id } }) {
        await found(id);
        const event: WebhookEvent = {
          ...{ id: randomUUID(), webhook: id, event: 'test', type: 'webhook.test', documentId: '', axes: {} },
          at: new Date().toISOString(),
        };
        const outcome = await deliver(event, 1, new AbortController().signal);
        return { json: { data: outcome ?? { ok: false, status: null, error: 'the webhook is disabled' } } };
      },
    }),
    deliveries: route({
      method: 'GET',
      path: `${one}/deliveries`,
      action: action('readDeliveries'),
      summary: 'Lists the deliveries of a webhook, the newest first',
      tags: TAGS,
      checks: {
        params,
        query: object({
          page: optional(integer({ min: 1 }), 1),
          pageSize: optional(integer({ min: 1, max: 100 }), 25),
        }),
      },
      async handler(_request, { params: { id }, query: { page, pageSize } }) {
        await found(id);
        const { rows: data, total } = await rows.deliveries(id, page, pageSize);
        const pagination = { page, pageSize, pageCount: Math.ceil(total / pageSize), total };
        return { json: { data: data.map(shownDelivery), meta: { pagination } } };
      },
    }),
    redeliver: route({
      method: 'POST',
      path: `${one}/deliveries/:delivery/actions/redeliver`,
      action: action('redeliver'),
      summary: 'Sends the event of a delivery again',
      tags: TAGS,
      checks: { params: object({ id: integer({ min: 1 }), delivery: integer({ min: 1 }) }) },
      async handler(_request, { params: { id, delivery } }) {
        const row = await rows.delivery(id, delivery);
        if (!row) throw webhookErrors.WEBHOOK_DELIVERY_NOT_FOUND();
        const job = await app.jobs.enqueue(DELIVER, row.event);
        return { status: 202, json: { data: { job } } };
      },
    }),
  };
}
