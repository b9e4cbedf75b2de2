// Subscriptions over server-sent events: one subscription for each request, as the clients of graphql-sse expect them.
import { Readable } from 'node:stream';
import type { ExecutionResult, GraphQLFormattedError } from 'graphql';
import type { Answer, RequestContext } from '../../../core';
import type { Planned } from '../operation/plan-operation';
import type { Clients } from './clients';
import type { ResultText } from './result-texts';
import { isResults, type Results, type Subscribe } from './subscribe';

export interface EventStreamParts {
  readonly clients: Clients;
  readonly subscribe: Subscribe;
  readonly resultText: ResultText;
}

/** Proxies close connections without traffic. */
const KEEP_ALIVE = 12_000;

export function createEventStream({ clients, subscribe, resultText }: EventStreamParts) {
  return async (request: RequestContext, planned: Planned): Promise<Answer> => {
    let results: Results | null = null;
    let wantsMore: (() => void) | null = null;
    const stream = new Readable({
      read: () => wantsMore?.(),
      destroy(error, done) {
        clearInterval(keepAlive);
        clients.remove(client);
        void results?.return();
        wantsMore?.();
        done(error);
      },
    });
    let isFinished = false;
    const finish = (errors: readonly GraphQLFormattedError[]): void => {
      if (isFinished || stream.destroyed) return;
      isFinished = true;
      clearInterval(keepAlive);
      if (errors.length > 0) stream.push(eventText('next', JSON.stringify({ errors })));
      stream.push(eventText('complete', ''));
      stream.push(null);
    };
    const keepAlive = setInterval(() => stream.push(':\n\n'), KEEP_ALIVE).unref();
    let client: ReturnType<Clients['add']>;
    try {
      client = clients.add(request, ({ reason }) => {
        void results?.return();
        finish([{ message: reason, extensions: { code: 'SUBSCRIPTION_ENDED' } }]);
      });
    } catch (error) {
      clearInterval(keepAlive);
      throw error;
    }
    const text = (result: ExecutionResult): string => eventText('next', resultText(result, request));
    const pump = async (events: Results): Promise<void> => {
      for await (const result of events) {
        if (isFinished || stream.destroyed) return;
        if (!stream.push(text(result))) await new Promise<void>((resolve) => (wantsMore = resolve));
      }
      finish([]);
    };
    const found = await subscribe(client, planned).catch((error: unknown) => {
      stream.destroy();
      throw error;
    });
    if (isResults(found)) {
      results = found;
      if (stream.destroyed || client.hasEnded) void found.return();
      void pump(found).catch((error: Error) => stream.destroy(error));
      // Headers and a first byte: the client knows that the subscription has begun.
      stream.push(':\n\n');
    } else {
      stream.push(text(found));
      finish([]);
    }
    return { stream, type: 'text/event-stream; charset=utf-8', headers: HEADERS };
  };
}

/** Proxies must pass each event on at once. */
const HEADERS = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };

const eventText = (event: string, data: string): string => `event: ${event}\ndata: ${data}\n\n`;
