// Opens subscriptions on a server: WebSockets on its port, event streams for its endpoint.
import type { App } from '../../../core';
import type { PlanOperation } from '../operation/plan-operation';
import type { WriteAnswers } from '../operation/write-answers';
import { createClients } from './clients';
import { createEventStream } from './event-stream';
import { createResultTexts } from './result-texts';
import { createSubscribe, type SubscribeParts } from './subscribe';
import { serveWebSockets } from './web-socket';

export interface OpenParts extends SubscribeParts {
  readonly app: App;
  readonly plan: PlanOperation;
  readonly answers: WriteAnswers;
}

export function openSubscriptions({ app, plan, answers, ...parts }: OpenParts) {
  const { server, log } = app;
  const onError = (error: unknown): void => log.error('a GraphQL subscription failed', { error });
  const clients = createClients({
    ...parts.config,
    closing: server.closing,
    authenticate: (request) => server.authenticate(request),
    onError,
  });
  const subscribe = createSubscribe(parts);
  const resultText = createResultTexts(answers);
  const { endpoint: path } = parts.config;
  serveWebSockets({ server, path, clients, plan, subscribe, answers, resultText, onError });
  return createEventStream({ clients, subscribe, resultText });
}
