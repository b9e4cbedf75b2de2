// A Redis server of a test, on a port of its own. It keeps nothing on disk, except what SAVE writes.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

export interface TestRedis {
  readonly url: string;
  /** Kills the server with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again on the same port: with the snapshot of its folder, or empty. */
  restart(): Promise<void>;
}

/** Tests that need a Redis server are skipped on machines without the program. */
export const hasRedis = (): boolean => spawnSync('redis-server', ['--version']).status === 0;

/** `folder`: for the command SAVE. */
export async function startTestRedis(folder?: string): Promise<TestRedis> {
  const port = await freePort();
  let child = await start(port, folder);
  return {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async restart() {
      child = await start(port, folder);
    },
  };
}

async function start(port: number, folder: string | undefined): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    [
      ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
      ...(folder === undefined ? [] : ['--dir', folder]),
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream }))
    if (line.includes('eady to accept connections')) break;
  return child;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
