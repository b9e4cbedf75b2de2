// A database server in a folder of its own on a free port. A test may crash it; servers of the machine stay untouched.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { DatabaseOptions } from '../../core/database/config-types';
import { connectDatabase } from '../../core/database/run/connect';

const run = promisify(execFile);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const isRoot = process.getuid?.() === 0;
const DATABASE = 'quire';

export interface PrivateServer {
  readonly config: DatabaseOptions;
  /** Ends the server at once, as a power cut would. */
  crash(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

export interface ServerOptions {
  readonly client: 'mysql' | 'postgres';
  /** The server has a folder in this one. */
  readonly folder: string;
  /** Whether a commit is on the disk when it is answered. Without this, a server is faster. */
  readonly isDurable: boolean;
}

export async function startPrivateServer(options: ServerOptions): Promise<PrivateServer> {
  const { client } = options;
  const dir = mkdtempSync(join(options.folder, 'quire-server-'));
  const port = await freePort();
  const place = { dir, port, isDurable: options.isDurable };
  const programs = client === 'mysql' ? mariadb(place) : postgres(place);
  let child: ChildProcess | null = null;
  const config: DatabaseOptions = {
    client,
    host: '127.0.0.1',
    port,
    user: client === 'mysql' ? 'root' : 'postgres',
    password: '',
    database: DATABASE,
    // Short, so that requests fail during the outage instead of waiting for its end.
    poolWait: 1_000,
  };
  const first = { ...config, database: client === 'mysql' ? 'information_schema' : 'postgres' };
  const server: PrivateServer = {
    config,
    async start() {
      child = spawn(programs.serve.file, programs.serve.args, { stdio: 'ignore' });
      await untilPort(port, child);
      // The port opens before the recovery ends.
      await untilWorks(async () => (await connectDatabase(first, { log, dir: tmpdir() })).close());
    },
    async crash() {
      const running = child;
      child = null;
      // Ctrl-C also reaches the server.
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = once(running, 'exit');
      running.kill(programs.crash);
      await ended;
    },
    async remove() {
      await server.crash();
      await rm(dir, { recursive: true, force: true });
    },
  };
  try {
    await programs.prepare();
    await server.start();
    await createDatabase(first);
  } catch (error) {
    await server.remove();
    throw error;
  }
  return server;
}

interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

interface Programs {
  prepare(): Promise<void>;
  readonly serve: Program;
  /** The signal that ends the server at once. */
  readonly crash: 'SIGKILL' | 'SIGQUIT';
}

interface Place {
  readonly dir: string;
  readonly port: number;
  readonly isDurable: boolean;
}

function mariadb({ dir, port, isDurable }: Place): Programs {
  const data = join(dir, 'data');
  const user = isRoot ? ['--user=root'] : [];
  const serve = ['/usr/sbin/mariadbd', '/usr/sbin/mysqld', '/usr/libexec/mariadbd'].find(existsSync);
  if (!serve) throw new Error('There is no mariadbd on this machine; install MariaDB');
  return {
    async prepare() {
      await run('mariadb-install-db', [
        '--no-defaults',
        `--datadir=${data}`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
        ...user,
      ]);
    },
    serve: {
      file: serve,
      args: [
        '--no-defaults',
        `--datadir=${data}`,
        `--socket=${join(dir, 's')}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        '--innodb-buffer-pool-size=32M',
        ...(isDurable ? [] : ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0']),
        ...user,
      ],
    },
    crash: 'SIGKILL',
  };
}

/** PostgreSQL refuses to run as root; then it runs as the user of its package. */
function postgres({ dir, port, isDurable }: Place): Programs {
  const home = '/usr/lib/postgresql';
  const version = existsSync(home) ? readdirSync(home).sort().at(-1) : undefined;
  if (!version) throw new Error('There is no PostgreSQL on this machine; install it');
  const bin = (name: string): string => join(home, version, 'bin', name);
  const data = join(dir, 'data');
  const as = (file: string, args: readonly string[]): Program =>
    isRoot
      ? {
          file: 'setpriv',
          args: ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--', file, ...args],
        }
      : { file, args };
  const initialise = as(bin('initdb'), [
    '-D',
    data,
    '-A',
    'trust',
    '-U',
    'postgres',
    '--no-sync',
    '-E',
    'UTF8',
  ]);
  return {
    async prepare() {
      chmodSync(dir, 0o777);
      await run(initialise.file, initialise.args, { cwd: dir });
    },
    serve: as(bin('postgres'), [
      ...['-D', data, '-p', String(port), '-k', dir, '-h', '127.0.0.1'],
      ...(isDurable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off']),
    ]),
    crash: 'SIGQUIT',
  };
}

async function createDatabase(first: DatabaseOptions): Promise<void> {
  const database = await connectDatabase(first, { log, dir: tmpdir() });
  try {
    await database.knex.raw(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await database.close();
  }
}

async function untilWorks<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (attempt === 300) throw error;
      await pause(100);
    }
}

async function untilPort(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the database server ended with code ${child.exitCode}`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await pause(50);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
