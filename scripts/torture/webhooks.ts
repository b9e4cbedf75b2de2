// Kills processes while they write and deliver events to a receiver that is often down. Each acknowledged write must reach the receiver,
// and the events of a document in their order.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Kernel } from '../../core';
import { examine } from '../../core/testing/examine';
import { startWorker, type Worker } from './processes';
import type { Scenario } from './scenario';
import { withApplication } from './test-application';
import { notesFor, SECRET } from './webhook-work';

const PROCESSES = { sqlite: 2, mysql: 3, postgres: 3 } as const;
const LOOPS = 4;
const MOST_KILLS = 5;
/** Milliseconds between two kills. */
const PAUSE = 1_000;
/** Milliseconds for which the receiver works, and then for which it is down. */
const WORKS = 1_200;
const DOWN = 400;
/** Milliseconds without a further event after which the run has failed. */
const STALL = 60_000;

export const webhooks: Scenario = {
  name: 'webhooks',
  summary:
    'processes killed while they send events to a receiver that is often down lose no event, and keep the order',
  on: ['sqlite', 'mysql', 'postgres'],
  run: async ({ client, kills: most, note }) => {
    const receiver = await openReceiver();
    try {
      return await withApplication(notesFor(receiver.url), client, async ({ kernel, dir, database }) => {
        await kernel.start();
        const wrote = new Map<string, Set<string>>();
        const start = (): Worker =>
          startWorker(([word, id = '', at = '']) => {
            if (word === 'wrote') wrote.set(id, (wrote.get(id) ?? new Set()).add(at));
          });
        const task = {
          kind: 'webhooks',
          dir,
          database,
          loops: LOOPS,
          milliseconds: 0,
          receiver: receiver.url,
        } as const;
        const workers = Array.from({ length: PROCESSES[client] }, start);
        const kills = Math.min(most, MOST_KILLS);
        let left = 0;
        try {
          await Promise.all(workers.map((worker) => worker.begin(task)));
          for (let kill = 1; kill <= kills; kill += 1) {
            await pause(PAUSE);
            await workers.shift()?.kill();
            const next = start();
            workers.push(next);
            await next.begin(task);
            if (kill % 5 === 0) note(`${kill} kills, ${receiver.heard.length} events`);
          }
          await Promise.all(workers.splice(0).map((worker) => worker.kill()));
          // Writes nothing, and delivers what is left.
          const last = start();
          workers.push(last);
          await last.begin({ ...task, loops: 0 });
          receiver.stayUp();
          left = await untilDelivered(kernel, receiver);
        } finally {
          await Promise.allSettled(workers.map((worker) => worker.kill()));
        }
        const { heard, refused, unsigned } = receiver;
        const faults = [...missing(wrote, heard), ...wrongOrders(heard), ...(await examine(kernel))];
        if (left > 0) faults.push(`${left} deliveries did not end`);
        if (unsigned > 0) faults.push(`${unsigned} requests had no right signature`);
        if (refused === 0) faults.push('the receiver was never down: the run proves little');
        const events = new Set(heard.map(({ id }) => id)).size;
        const writes = [...wrote.values()].reduce((sum, times) => sum + times.size, 0);
        const counts = `${kills} kills, ${writes} acknowledged writes, ${events} events`;
        return { summary: `${counts}, ${heard.length - events} twice, ${refused} refused`, faults };
      });
    } finally {
      receiver.close();
    }
  },
};

interface Heard {
  readonly id: string;
  readonly documentId: string;
  readonly at: string;
}

interface Receiver {
  readonly url: string;
  /** Events that it took, in order. */
  readonly heard: readonly Heard[];
  /** Requests while it was down. */
  readonly refused: number;
  readonly unsigned: number;
  /** From now on. */
  stayUp(): void;
  close(): void;
}

/** It is down in turns, in another way each time: an error, no answer within the time limit, a closed connection, no server. */
async function openReceiver(): Promise<Receiver> {
  const heard: Heard[] = [];
  const receiver = { url: '', heard, refused: 0, unsigned: 0, stayUp: nothing, close: nothing };
  const ways: ((response: ServerResponse) => void)[] = [
    (response) => void response.writeHead(503).end(),
    () => undefined,
    (response) => void response.destroy(),
  ];
  let way: (typeof ways)[number] | undefined;
  const take = (request: IncomingMessage, text: string, response: ServerResponse): void => {
    if (!isSigned(String(request.headers['x-quire-signature']), text)) receiver.unsigned += 1;
    if (way) {
      receiver.refused += 1;
      way(response);
      return;
    }
    const { id, documentId, at } = JSON.parse(text) as Heard;
    heard.push({ id, documentId, at });
    response.end();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => take(request, Buffer.concat(chunks).toString('utf8'), response));
  });
  const port = await listen(server, 0);
  receiver.url = `http://127.0.0.1:${port}/`;
  let turn = 0;
  let isOpen = false;
  let timer = setTimeout(goDown, WORKS);
  function goDown(): void {
    if (isOpen) return;
    way = ways[turn % (ways.length + 1)];
    // After the last way, nothing listens.
    if (!way) server.close().closeAllConnections();
    turn += 1;
    timer = setTimeout(comeBack, DOWN);
  }
  async function comeBack(): Promise<void> {
    if (!server.listening) await listen(server, port);
    way = undefined;
    if (!isOpen) timer = setTimeout(goDown, WORKS);
  }
  receiver.stayUp = () => {
    isOpen = true;
  };
  receiver.close = () => {
    clearTimeout(timer);
    server.close().closeAllConnections();
  };
  return receiver;
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

/** Shares no code with the plugin. */
function isSigned(header: string, text: string): boolean {
  const [, time = '', sent] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  return createHmac('sha256', SECRET).update(`${time}.${text}`).digest('hex') === sent;
}

/** Returns the number of deliveries that did not end. */
async function untilDelivered(kernel: Kernel, { heard }: Receiver): Promise<number> {
  let [known, moved] = [heard.length, performance.now()];
  for (;;) {
    const [[count] = []] = await kernel.database.transaction((tx) => tx.all('SELECT COUNT(*) FROM jobs'));
    if (Number(count) === 0) return 0;
    if (heard.length > known) [known, moved] = [heard.length, performance.now()];
    if (performance.now() - moved > STALL) return Number(count);
    await pause(100);
  }
}

function missing(wrote: ReadonlyMap<string, ReadonlySet<string>>, heard: readonly Heard[]): string[] {
  const known = new Set(heard.map(({ documentId, at }) => `${documentId} ${at}`));
  return [...wrote].flatMap(([id, times]) =>
    [...times]
      .filter((at) => !known.has(`${id} ${at}`))
      .map((at) => `no event of the write of ${id} at ${at}`),
  );
}

/** A repeated event may only be the last one. */
function wrongOrders(heard: readonly Heard[]): string[] {
  const last = new Map<string, string>();
  return heard.flatMap(({ documentId, at }) => {
    const before = last.get(documentId) ?? '';
    last.set(documentId, at);
    return at < before ? [`${documentId}: the event of ${at} came after that of ${before}`] : [];
  });
}

const nothing = (): void => undefined;
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
