// For tests and measurements of several processes on one address: clients that keep their connections open.
import { Agent, request } from 'node:http';

/** Each client waits so long between two requests (ms): new processes need the processor too. */
const PAUSE = 20;
/** One of so many requests is a write. */
const WRITE_EVERY = 4;
const BODY = JSON.stringify({ data: { name: 'x' } });

export interface Failure {
  /** The number of the client. */
  readonly client: number;
  readonly reason: string;
}

export interface ConnectionLoad {
  readonly failures: readonly Failure[];
  count(): number;
  /** Resolves after so many more requests. */
  more(requests: number): Promise<void>;
  stop(): Promise<void>;
}

/** Each client has one connection. It opens another one only if that ends. */
export function startConnections(url: string, clients: number): ConnectionLoad {
  const failures: Failure[] = [];
  let requests = 0;
  let isOver = false;
  const send = (client: number, agent: Agent): Promise<void> =>
    new Promise((resolve) => {
      requests += 1;
      const isWrite = requests % WRITE_EVERY === 0;
      const failed = (reason: unknown): void => {
        failures.push({ client, reason: String(reason) });
        resolve();
      };
      const headers = isWrite ? { 'content-type': 'application/json', 'content-length': BODY.length } : {};
      request(
        `${url}/api/things?pagination[pageSize]=1`,
        { agent, headers, method: isWrite ? 'POST' : 'GET' },
        (response) => {
          const isRight = response.statusCode === (isWrite ? 201 : 200);
          if (!isRight) failures.push({ client, reason: `status ${response.statusCode}` });
          response.once('error', failed).once('end', resolve).resume();
        },
      )
        .once('error', failed)
        .end(isWrite ? BODY : undefined);
    });
  const running = Array.from({ length: clients }, async (_, client) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      await send(client, agent);
      await pause();
    }
    agent.destroy();
  });
  return {
    failures,
    count: () => requests,
    async more(wanted) {
      const end = requests + wanted;
      while (requests < end) await pause();
    },
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
}

const pause = (): Promise<void> => new Promise((done) => setTimeout(done, PAUSE));
