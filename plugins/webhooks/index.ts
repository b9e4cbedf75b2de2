// Webhooks: requests to other services after writes of documents and files. Each event is a job, so none is lost.
import './types';
import { check, definePlugin, token } from '../../core';
import { mayConnectTo } from './addresses';
import { webhooksConfig } from './config';
import { storeDeclared } from './declared';
import { createDeliver, createDelivery } from './deliver';
import { watchDocuments } from './events';
import { graphqlPart } from './graphql';
import { webhookRoutes } from './routes';
import { createSend } from './send';
import { DELIVER, NAME } from './types';
import { createWebhookRows, type WebhookRows } from './webhook-rows';

/** `register` creates them, `boot` uses them. */
const WEBHOOK_ROWS = token<WebhookRows>('webhooks.rows');

const { integer, object, optional, record, string } = check;
const DAY = 86_400_000;
/** Milliseconds for the payload and the log, beside those of the request. */
const SPARE_TIME = 20_000;

const eventCheck = object({
  id: optional(string()),
  webhook: integer(),
  event: string(),
  type: string(),
  documentId: string(),
  axes: record(string()),
  at: string(),
  trace: optional(record(string())),
});

export default definePlugin({
  name: NAME,
  dependencies: ['jobs'],
  // Its startup makes the roles of declared webhooks.
  after: ['users-permissions'],
  config: webhooksConfig,
  register(app, config) {
    const rows = createWebhookRows(app);
    const mayConnect = mayConnectTo(config.allow);
    const parts = { app, config, rows, mayConnect, send: createSend(mayConnect) };
    const deliver = createDeliver(parts);
    app.jobs.add({
      name: DELIVER,
      description: 'Sends an event to a webhook',
      payload: eventCheck,
      retries: config.retries,
      timeout: config.timeout + SPARE_TIME,
      run: createDelivery(parts, deliver),
    });
    app.jobs.add({
      name: 'webhooks.clean',
      description: 'Removes old deliveries from the log',
      schedule: '29 3 * * *',
      run: () => rows.clean(new Date(Date.now() - config.keepDays * DAY)),
    });
    const routes = webhookRoutes({ app, rows, mayConnect, deliver });
    for (const each of Object.values(routes)) app.routes.add(each);
    app.graphql.add(graphqlPart(routes));
    app.commonConfig.add({
      name: `${NAME}.config.webhooks`,
      value: () =>
        app.config.server.readOnly
          ? null
          : JSON.stringify(
              config.webhooks.map((each) => ({ ...each, secret: app.variables[each.secretFrom] })),
            ),
      hashed: true,
      effect: 'Each start changes the declared webhooks to those of its own list, so the last start decides.',
      remedy: 'Give all processes the same `webhooks`, and the same secrets of them.',
    });
    app.container.provide(WEBHOOK_ROWS, rows);
    watchDocuments(app, rows);
  },

  async boot(app, config) {
    if (app.config.server.readOnly) return;
    await storeDeclared(app, config, app.container.resolve(WEBHOOK_ROWS), mayConnectTo(config.allow));
  },
});
