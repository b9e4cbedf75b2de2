// Reads the events of a subscription over a WebSocket, in the protocol of graphql-ws.
import type { Listener } from './answer';
import { ArrivedEvents } from './arrived-events';
import { NoAnswer } from './no-answer';

export interface SubscribeRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | null;
}

export interface WebSocketOptions {
  readonly patience: number;
  readonly insecure: boolean;
}

/** Resolves when the server knows the caller. No message says that the subscription has begun. */
export async function readWebSocket(
  { url, headers, body }: SubscribeRequest,
  { patience, insecure }: WebSocketOptions,
): Promise<Listener> {
  const { WebSocket } = await import('ws');
  const options = { rejectUnauthorized: !insecure };
  const socket = new WebSocket(url.replace(/^http/, 'ws'), 'graphql-transport-ws', options);
  const events = new ArrivedEvents(patience, () => socket.terminate());
  const send = (message: object): void => socket.send(JSON.stringify(message));
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => socket.terminate(), patience);
    socket.on('open', () =>
      send({ type: 'connection_init', payload: { Authorization: headers.authorization } }),
    );
    socket.on('message', (data) => {
      const { type, payload = null } = JSON.parse(String(data)) as { type: string; payload?: unknown };
      if (type === 'connection_ack') {
        clearTimeout(late);
        send({ id: '1', type: 'subscribe', payload: JSON.parse(String(body)) });
        resolve(events);
      } else if (type === 'ping') send({ type: 'pong' });
      else if (type === 'error') events.add({ event: 'next', data: { errors: payload } });
      else events.add({ event: type, data: payload });
    });
    socket.on('error', (error) => reject(new NoAnswer(`${url}: ${error.message}`)));
    socket.on('close', (code, reason) => {
      clearTimeout(late);
      events.add({ event: 'close', data: { code, reason: String(reason) } });
      // A connection that is refused has events, too.
      resolve(events);
    });
  });
}
