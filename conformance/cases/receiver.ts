// A receiver of deliveries, on this machine: keeps what it gets, and answers with a status that the case chooses.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bench } from './case';

export interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly text: string;
  /** undefined: the text is no JSON. */
  readonly body: unknown;
}

export interface Receiver {
  readonly url: string;
  /** The status of later answers, their body and the headers beside it. */
  answer(status: number, text?: string, headers?: Readonly<Record<string, string>>): void;
  /** The next delivery that no call has returned yet. */
  next(): Promise<Delivery>;
  /** Deliveries that no call has returned yet. */
  left(): readonly Delivery[];
}

/** A deployment that fails may send any text. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Long enough for a busy machine. */
const PATIENCE = 60_000;

export async function withReceiver(bench: Bench, work: (receiver: Receiver) => Promise<void>): Promise<void> {
  const arrived: Delivery[] = [];
  let wake: () => void = () => undefined;
  let [status, answered, more]: [number, string, Readonly<Record<string, string>>] = [200, 'thanks', {}];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    try {
      for await (const part of request) parts.push(part as Buffer);
    } catch {
      // The sender has closed the connection.
      return;
    }
    const text = Buffer.concat(parts).toString('utf8');
    arrived.push({ headers: request.headers, path: request.url ?? '', text, body: jsonOf(text) });
    response.writeHead(status, more).end(answered);
    wake();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const waits = (): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), PATIENCE);
      wake = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  try {
    await work({
      url: `http://127.0.0.1:${port}`,
      answer: (code, text = '', headers = {}) => {
        [status, answered, more] = [code, text, headers];
      },
      async next() {
        while (arrived.length === 0)
          if (!(await waits())) return bench.fail('no delivery arrives', 'a delivery', undefined);
        return arrived.shift() as Delivery;
      },
      left: () => arrived,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
