// Webhooks: the list, one of them, and its form.
import { button, type Pair, type Screen } from './screen';
import type { Site } from './site';

const of = (verb: string): string => `plugin::webhooks.webhook.${verb}`;
const WEBHOOKS = '/api/webhooks';

/** A request about a new webhook. */
const post =
  (action: string): Pair['request'] =>
  async ({ newWebhook }) => ({ method: 'POST', path: `${WEBHOOKS}/${await newWebhook()}/actions/${action}` });

export const webhookScreens: readonly Screen[] = [
  {
    name: 'webhooks',
    address: () => 'webhooks',
    link: 'Webhooks',
    pairs: [
      { action: of('read'), hides: 'closed', request: () => ({ path: WEBHOOKS }) },
      {
        action: of('create'),
        hides: [button('New')],
        request: ({ newWebhookBody }) => ({ method: 'POST', path: WEBHOOKS, body: newWebhookBody() }),
      },
    ],
  },
  {
    name: 'a webhook',
    address: ({ webhook }) => `webhooks/${webhook}`,
    pairs: [
      { action: of('read'), hides: 'closed', request: ({ webhook }) => ({ path: `${WEBHOOKS}/${webhook}` }) },
      {
        action: of('update'),
        hides: [button('Edit'), button('Switch off')],
        request: async ({ newWebhook, newWebhookBody }) => ({
          method: 'PUT',
          path: `${WEBHOOKS}/${await newWebhook()}`,
          body: newWebhookBody(),
        }),
      },
      { action: of('renewSecret'), hides: [button('New secret …')], request: post('renew-secret') },
      {
        action: of('delete'),
        hides: [button('Delete')],
        request: async ({ newWebhook }) => ({ method: 'DELETE', path: `${WEBHOOKS}/${await newWebhook()}` }),
      },
      { action: of('test'), hides: [button('Send a test')], request: post('test') },
      {
        action: of('readDeliveries'),
        hides: [['heading', 'Deliveries'], button('Show'), button('Refresh')],
        request: ({ webhook }) => ({ path: `${WEBHOOKS}/${webhook}/deliveries` }),
      },
      {
        action: of('redeliver'),
        hides: [button('Deliver again')],
        request: ({ webhook, delivery }: Site) => ({
          method: 'POST',
          path: `${WEBHOOKS}/${webhook}/deliveries/${delivery}/actions/redeliver`,
        }),
      },
    ],
  },
  {
    name: 'the form of a webhook',
    address: ({ webhook }) => `webhooks/${webhook}`,
    act: (page) => page.getByRole('button', { name: 'Edit', exact: true }).click(),
    pairs: [
      {
        action: 'plugin::users-permissions.role.find',
        hides: [['option', /Role reader/]],
        request: () => ({ path: '/api/users-permissions/roles' }),
      },
    ],
  },
];
