// The measured servers, each in its own process: the application, a limit, and a foreign deployment.
import { type ChildProcess, execFile, fork, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Where } from '../data/store';
import type { LimitKind } from '../limit/server';
import { encodeRequest, openConnection, type Target } from '../measure/connection';

export interface Server {
  readonly target: Target;
  /** Null: the bench cannot read the figures of its process. */
  readonly pid: number | null;
  /** Seconds from spawn to the first 200. */
  readonly startSeconds: number;
  stop(): Promise<void>;
}

export interface Application {
  /** The compiled tree. */
  readonly dist: string;
  readonly dir: string;
  /** Of `quire start`. */
  readonly flags?: readonly string[];
}

const HOST = '127.0.0.1';
/** All commits have this file: the place of the compiled program has changed. */
const commandLineOf = (dist: string): string => join(dist, '..', 'bin', 'quire.js');
const PATIENCE = 60_000;

/** `probe`: a path that answers 200 when the server is ready. */
export const startApplication = ({ dist, dir, flags = [] }: Application, probe: string): Promise<Server> =>
  startProgram(dir, probe, (port) => [
    commandLineOf(dist),
    ...['start', '--dir', dir, '--port', port],
    ...flags,
  ]);

/** A node server that does nothing: what a start costs at least. */
export const startBareServer = (dir: string): Promise<Server> =>
  startProgram(dir, '/', (port) => ['-e', BARE_SERVER, port]);

const BARE_SERVER = `require('node:http').createServer((_, response) => response.end('{}')).listen(Number(process.argv[1]), '${HOST}')`;

async function startProgram(
  dir: string,
  probe: string,
  argumentsOf: (port: string) => string[],
): Promise<Server> {
  const port = await freePort();
  const log = join(dir, 'server.log');
  const output = openSync(log, 'a');
  const begin = performance.now();
  const child = spawn(process.execPath, argumentsOf(String(port)), {
    stdio: ['ignore', output, output],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const target = { host: HOST, port };
  const explain = (): string =>
    `The application did not start. Its output:\n${readFileSync(log, 'utf8').slice(-2000)}`;
  const startSeconds = await untilServed(child, target, probe, begin, explain);
  return { target, pid: child.pid ?? null, startSeconds, stop: () => end(child) };
}

/** Runs a command of the application to its end. */
export async function runCommand({ dist, dir }: Application, args: readonly string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [commandLineOf(dist), ...args, '--dir', dir]);
}

export async function startLimit(kind: LimitKind, where: Where): Promise<Server> {
  const begin = performance.now();
  const child = fork(join(__dirname, '..', 'limit', 'server.js'), [kind, JSON.stringify(where)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { readonly port: number }) => resolve(message.port));
    child.once('exit', (code) =>
      reject(new Error(`The ${kind} server ended with code ${code} before it listened`)),
    );
  });
  const startSeconds = (performance.now() - begin) / 1000;
  return { target: { host: HOST, port }, pid: child.pid ?? null, startSeconds, stop: () => end(child) };
}

/** A deployment on another machine. */
export function peerAt(url: string, token: string | undefined): Server {
  const { hostname, port, pathname, protocol } = new URL(url);
  if (protocol !== 'http:') throw new Error(`--peer takes an address that starts with http://, not ${url}`);
  const target: Target = {
    host: hostname,
    port: Number(port || 80),
    prefix: pathname.replace(/\/$/, ''),
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  };
  return { target, pid: null, startSeconds: Number.NaN, stop: async () => {} };
}

async function untilServed(
  child: ChildProcess,
  target: Target,
  probe: string,
  begin: number,
  explain: () => string,
): Promise<number> {
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  const request = encodeRequest({ method: 'GET', path: probe }, target);
  let last = '';
  while (!ended && performance.now() - begin < PATIENCE) {
    try {
      const connection = await openConnection(target);
      const { status, body } = await connection.send(request).finally(() => connection.close());
      if (status === 200) return (performance.now() - begin) / 1000;
      last = `\nGET ${probe} answers ${status} ${body.toString('utf8', 0, 300)}`;
      await pause(50);
    } catch {
      await pause(2);
    }
  }
  await end(child);
  throw new Error(explain() + last);
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const hard = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(hard);
      resolve();
    });
    if (child.connected) child.disconnect();
    child.kill('SIGTERM');
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, HOST, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));
