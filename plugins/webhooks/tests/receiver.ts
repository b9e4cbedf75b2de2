// A receiver of webhooks for the tests. Its signature check is its own: it shares no code with the plugin.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Got {
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  readonly body: any;
}

export interface Receiver {
  readonly url: string;
  readonly got: Got[];
  /** Answers the next requests. */
  answer: (response: ServerResponse) => void;
  close(): void;
}

export async function openReceiver(): Promise<Receiver> {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      got.push({ headers: request.headers, text, body: JSON.parse(text) });
      receiver.answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got,
    answer: (response) => void response.end('ok'),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

export function isSigned({ headers, text }: Got, secret: string): boolean {
  const [, time = '', sent] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-quire-signature'])) ?? [];
  const own = createHmac('sha256', secret);
  own.update(time);
  own.update('.');
  own.update(text);
  return own.digest('hex') === sent && Math.abs(Date.now() / 1000 - Number(time)) < 60;
}
