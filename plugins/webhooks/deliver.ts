// The job of one delivery: builds the payload, signs it, sends it, and logs the attempt. A failed attempt is thrown, so it runs again.
import { randomUUID } from 'node:crypto';
import { type App, EMAIL } from '../../core';
import type { RunningJob } from '../jobs';
import { type MayConnect, receiverOf } from './addresses';
import type { WebhooksConfig } from './config';
import { hideValues } from './hide-values';
import { payloadOf, redacted } from './payload';
import { MOST_RECEIVED, type Send } from './send';
import { signatureOf } from './sign';
import type { Webhook, WebhookEvent } from './types';
import type { WebhookRows } from './webhook-rows';

const MOST_LOGGED = 10_000;

export interface DeliverParts {
  readonly app: App;
  readonly config: WebhooksConfig;
  readonly rows: WebhookRows;
  readonly send: Send;
  readonly mayConnect: MayConnect;
}

export interface Outcome {
  readonly ok: boolean;
  readonly status: number | null;
  readonly error: string | null;
}

export type Deliver = (event: WebhookEvent, attempt: number, signal: AbortSignal) => Promise<Outcome | null>;

/** null: the webhook is gone or disabled. */
export function createDeliver({ app, config, rows, send, mayConnect }: DeliverParts): Deliver {
  return async (event, attempt, signal) => {
    const webhook = await rows.find(event.webhook);
    const secret = await rows.secretOf(event.webhook);
    if (!webhook?.enabled || secret === null) return null;
    const began = performance.now();
    const { body, headers } = await payloadOf(app, webhook, event);
    const slow = AbortSignal.timeout(config.timeout);
    let outcome: Outcome;
    let response: string | null = null;
    try {
      const url = receiverOf(webhook.url, mayConnect);
      if (typeof url === 'string') throw new Error(url);
      const received = await send({
        url,
        body,
        headers: {
          ...event.trace,
          ...webhook.headers,
          ...headers,
          'content-type': 'application/json',
          'user-agent': 'quire-webhooks',
          'x-quire-delivery': randomUUID(),
          ...(event.id === undefined ? {} : { 'x-quire-event-id': event.id }),
          'x-quire-signature': signatureOf(secret, body, Date.now()),
        },
        signal: AbortSignal.any([signal, slow]),
      });
      const text = received.text.replaceAll('\0', '').slice(0, MOST_RECEIVED);
      response = hideValues(text, Object.values(webhook.headers));
      const { status } = received;
      const ok = status >= 200 && status < 300;
      outcome = { ok, status, error: ok ? null : refusalOf(status) };
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      outcome = { ok: false, status: null, error: slow.aborted ? tooSlow(config.timeout) : problem };
    }
    await rows.log({
      webhook: webhook.id,
      event,
      attempt,
      at: new Date(),
      milliseconds: Math.round(performance.now() - began),
      ...outcome,
      request: redacted(body, app.secretNames).slice(0, MOST_LOGGED),
      response,
    });
    return outcome;
  };
}

const tooSlow = (timeout: number): string =>
  `the receiver did not answer within ${timeout} ms (webhooks.config.timeout)`;

const refusalOf = (status: number): string =>
  status >= 300 && status < 400
    ? `the receiver answered ${status}; redirects are not followed, so change the URL of the webhook`
    : `the receiver answered ${status}`;

/** The job: counts failures, and disables a webhook after too many. */
export function createDelivery(parts: DeliverParts, deliver: Deliver) {
  const { config, rows } = parts;
  return async (event: WebhookEvent, { attempt, signal }: RunningJob): Promise<void> => {
    const outcome = await deliver(event, attempt, signal);
    if (outcome === null) return;
    if (outcome.ok) return rows.noteSuccess(event.webhook);
    // Stopped from outside: it is no failure of the receiver.
    if (!signal.aborted && attempt > config.retries) {
      const failures = await rows.noteFailure(event.webhook);
      const webhook = await rows.find(event.webhook);
      if (webhook?.enabled && failures >= config.disableAfter) await disable(parts, webhook, outcome);
    }
    throw new Error(`The webhook ${event.webhook} was not delivered: ${outcome.error}`);
  };
}

async function disable(
  { app, config, rows }: DeliverParts,
  { id, name, url, declared }: Webhook,
  { error }: Outcome,
) {
  const because = `${config.disableAfter} events in a row failed in all attempts; the last one: ${error}`;
  await rows.disable(id, because);
  app.log.error('a webhook is disabled', { webhook: name, because });
  if (config.mailTo === undefined || !app.container.has(EMAIL)) return;
  const remedy = declared ? 'restart the application' : 'enable the webhook again with PUT';
  const text = `The webhook "${name}" (${new URL(url).host}) is disabled: ${because}.\n\nRepair the receiver, then ${remedy}.`;
  await app.container
    .resolve(EMAIL)
    .send({ to: config.mailTo, subject: 'A webhook is disabled', text })
    .catch((problem: unknown) => app.log.error('the mail about a webhook was not sent', { error: problem }));
}
