// A subscription of GraphQL over a WebSocket, for tests.
import type { WebSocket } from 'ws';

export interface TestSubscription {
  /** The next event, also one that has come before: `{ data }` or `{ errors }`. Rejects when the subscription has ended. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  next(): Promise<any>;
  close(): void;
}

interface Message {
  readonly type: string;
  readonly payload?: unknown;
}

interface Asked {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** Resolves when the server has accepted the connection and got the subscription. `url`: the address of GraphQL. */
export async function subscribe(url: string, asked: Asked, bearer: string | null): Promise<TestSubscription> {
  // Loaded for the first subscription of a test.
  const { WebSocket: Socket } = require('ws') as typeof import('ws');
  const socket: WebSocket = new Socket(url.replace(/^http/, 'ws'), 'graphql-transport-ws');
  const events = createEvents();
  const send = (message: object): void => socket.send(JSON.stringify(message));
  const accepted = new Promise<void>((resolve, reject) => {
    const end = (reason: string): void => {
      const error = new Error(`The subscription has ended: ${reason}`);
      reject(error);
      events.end(error);
    };
    socket.on('error', (error) => end(error.message));
    socket.on('close', (code, reason) => end(`${code} ${String(reason)}`.trim()));
    socket.on('message', (data) => {
      const { type, payload }: Message = JSON.parse(String(data));
      if (type === 'connection_ack') resolve();
      else if (type === 'ping') send({ type: 'pong' });
      else if (type === 'next') events.add(payload);
      else if (type === 'error') events.add({ errors: payload });
      else if (type === 'complete') end('the server completed it');
    });
  });
  socket.on('open', () =>
    send({
      type: 'connection_init',
      ...(bearer === null ? {} : { payload: { authorization: `Bearer ${bearer}` } }),
    }),
  );
  await accepted;
  send({ id: '1', type: 'subscribe', payload: asked });
  // The server answers a ping after the messages before it.
  const ponged = new Promise<void>((resolve) => {
    socket.once('pong', () => resolve());
  });
  socket.ping();
  await ponged;
  return { next: events.next, close: () => socket.close(1000) };
}

function createEvents() {
  const arrived: unknown[] = [];
  const waiting: { resolve(event: unknown): void; reject(error: Error): void }[] = [];
  let ended: Error | null = null;
  return {
    add(event: unknown): void {
      const first = waiting.shift();
      if (first) first.resolve(event);
      else arrived.push(event);
    },
    end(error: Error): void {
      ended ??= error;
      for (const { reject } of waiting.splice(0)) reject(ended);
    },
    next(): Promise<unknown> {
      if (arrived.length > 0) return Promise.resolve(arrived.shift());
      if (ended) return Promise.reject(ended);
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
  };
}
