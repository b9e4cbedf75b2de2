// The webhooks of the application of the matrix, and their receiver.
import { openReceiver } from '../../../plugins/webhooks/tests/receiver';
import { type HttpRequest, valueIn } from './requests';

const AT = '/api/webhooks';

/** `set` sends a request as the administrator. */
export async function openWebhooks(set: (request: HttpRequest) => Promise<unknown>, type: string) {
  const receiver = await openReceiver();
  let count = 0;
  // No request of the matrix is such an event.
  const newWebhookBody = () => ({
    ...{ name: `webhook ${++count}`, url: receiver.url },
    ...{ types: [type], events: ['discard'] },
  });
  const newWebhook = async (): Promise<number> =>
    Number(valueIn(await set({ method: 'POST', path: AT, body: newWebhookBody() }), 'data', 'id'));
  const webhook = await newWebhook();
  await set({ method: 'POST', path: `${AT}/${webhook}/actions/test` });
  const delivery = Number(valueIn(await set({ path: `${AT}/${webhook}/deliveries` }), 'data', 0, 'id'));
  return { receiver, words: { webhook, delivery, newWebhook, newWebhookBody } };
}
