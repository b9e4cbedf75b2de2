// Processes are replaced while fifty clients write and read. The clients must not notice it: workers of one process at SIGHUP, and three
// processes behind HAProxy one by one. A worker that is killed costs each client at most the request that it had there.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { ENV, folder, MAIN, removeFolders } from '../../core/kernel/cli/testing-command-line';
import { type ConnectionLoad, startConnections } from '../../core/kernel/cli/testing-load';
import { freePort } from '../servers/free-ports';
import { startBalancer } from '../servers/front-servers';
import { startPrivateServer } from '../servers/private-server';
import type { Measurement, Result } from './measurement';
import { endProcess } from './pair';

const CLIENTS = 50;
const REQUESTS = { long: 10_000, short: 1_000 } as const;
const KILLS = { long: 5, short: 1 } as const;
const PROCESSES = 3;
/** HAProxy asks each second (docs/deploy/postgres/haproxy.cfg). */
const DRAIN = 3_000;
const LISTENING = /"a worker listens"/;

export const rollingWorkers: Measurement = {
  name: 'rolling-workers',
  summary: 'two workers are replaced at SIGHUP under fifty connections: no request fails',
  run: ({ long, note }) =>
    withWorkers(async (workers, load) => {
      let rounds = 0;
      do {
        workers.child.kill('SIGHUP');
        rounds += 1;
        await workers.said(/all workers were replaced/, rounds);
        note(`round ${rounds}: ${load.count()} requests, ${load.failures.length} failed`);
      } while (load.count() < requestsOf(long));
      await load.stop();
      return noneFailed(load, `${rounds} rounds`);
    }),
};

export const killedWorker: Measurement = {
  name: 'killed-worker',
  summary: 'one of two workers is killed under fifty connections: each loses at most one request',
  run: ({ long, note }) =>
    withWorkers(async (workers, load) => {
      const kills = long ? KILLS.long : KILLS.short;
      const faults: string[] = [];
      for (let kill = 1; kill <= kills; kill += 1) {
        await load.more(CLIENTS);
        const before = load.failures.length;
        // The oldest worker has most of the connections.
        process.kill(workers.pids()[kill - 1] ?? 0, 'SIGKILL');
        await workers.said(LISTENING, 2 + kill);
        await load.more(CLIENTS);
        const clients = load.failures.slice(before).map(({ client }) => client);
        const twice = clients.filter((client, at) => clients.indexOf(client) !== at);
        if (twice.length > 0)
          faults.push(`kill ${kill}: clients that lost two requests: ${twice.join(', ')}`);
        note(`kill ${kill}: ${clients.length} of ${CLIENTS} connections lost a request`);
      }
      await load.stop();
      const { failures } = load;
      if (failures.length === 0) faults.push('no client lost a request: the run proves nothing');
      return { summary: `${kills} kills, ${load.count()} requests, ${failures.length} lost`, faults };
    }),
};

export const rollingBalanced: Measurement = {
  name: 'rolling-balanced',
  summary: 'three processes behind HAProxy are replaced one by one under fifty connections: no request fails',
  async run({ long, folder: files, note }) {
    const server = await startPrivateServer({ client: 'postgres', folder: files, isDurable: false });
    const dir = folder({
      'config/database.json': JSON.stringify({ ...server.config, poolWait: 20_000 }),
      'config/server.json': JSON.stringify({ timeouts: { drain: DRAIN } }),
    });
    const ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
    const balancer = await startBalancer(files, 'http', [
      'balance leastconn',
      'option redispatch',
      'retries 2',
      'option httpchk GET /_ready',
      'http-check expect status 204',
      'default-server inter 1s fall 1 rise 1',
      ...ports.map((port) => `server app${port} 127.0.0.1:${port} check`),
    ]);
    const url = `http://127.0.0.1:${balancer.port}`;
    const children: ChildProcess[] = [];
    let load: ConnectionLoad | null = null;
    try {
      for (const port of ports) children.push(startOn(dir, port));
      for (const port of ports) await untilReady(port);
      await untilServes(url);
      load = startConnections(url, CLIENTS);
      let rounds = 0;
      do {
        rounds += 1;
        for (const [at, port] of ports.entries()) {
          const former = children[at];
          if (former) await endProcess(former);
          children[at] = startOn(dir, port);
          await untilReady(port);
        }
        note(`round ${rounds}: ${load.count()} requests, ${load.failures.length} failed`);
      } while (load.count() < requestsOf(long));
      await load.stop();
      return noneFailed(load, `${rounds} rounds of ${PROCESSES} processes`);
    } finally {
      await load?.stop();
      await Promise.all(children.map(endProcess));
      await balancer.remove();
      await server.remove();
      removeFolders();
    }
  },
};

const requestsOf = (long: boolean): number => (long ? REQUESTS.long : REQUESTS.short);

function noneFailed(load: ConnectionLoad, rounds: string): Result {
  const { failures } = load;
  return {
    summary: `${rounds}, ${failures.length} of ${load.count()} requests failed`,
    faults: failures.map(({ client, reason }) => `connection ${client}: ${reason}`),
  };
}

const startOn = (dir: string, port: number): ChildProcess =>
  spawn(process.execPath, [MAIN, 'start', '--anonymous', 'full', '--port', String(port), '--dir', dir], {
    env: { ...ENV, NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

interface Workers {
  readonly child: ChildProcess;
  /** In the order of their starts. */
  pids(): readonly number[];
  /** Resolves when the output has the text so many times. */
  said(text: RegExp, times: number): Promise<void>;
}

async function withWorkers(
  work: (workers: Workers, load: ConnectionLoad) => Promise<Result>,
): Promise<Result> {
  const args = ['start', '--workers', '2', '--anonymous', 'full', '--port', '0', '--dir', folder()];
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...ENV, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
  const workers: Workers = {
    child,
    pids: () =>
      lines.filter((line) => LISTENING.test(line)).map((line) => Number(/"worker":(\d+)/.exec(line)?.[1])),
    async said(text, times) {
      while (lines.filter((line) => text.test(line)).length < times) {
        if (child.exitCode !== null) throw new Error(`The process ended: ${lines.slice(-3).join(' / ')}`);
        await pause(20);
      }
    },
  };
  let load: ConnectionLoad | null = null;
  try {
    await workers.said(LISTENING, 2);
    const found = lines.flatMap((line) => /is running at (http:\/\/[^/\s]+)/.exec(line)?.[1] ?? []);
    const url = found[0]?.replace('localhost', '127.0.0.1');
    if (url === undefined) throw new Error(`No line names the address: ${lines.join(' / ')}`);
    load = startConnections(url, CLIENTS);
    return await work(workers, load);
  } finally {
    await load?.stop();
    await endProcess(child);
    removeFolders();
  }
}

async function untilReady(port: number): Promise<void> {
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${port}/_ready`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 204) return;
    await pause(50);
  }
}

/** HAProxy has asked all processes. */
async function untilServes(url: string): Promise<void> {
  while ((await fetch(`${url}/api/things`)).status !== 200) await pause(50);
}
