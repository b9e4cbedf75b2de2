// A database server in a folder of its own on a free port. A test may crash it; servers of the machine stay untouched.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DatabaseOptions } from '../../core/database/config-types';
import { createDatabase, untilConnects } from './connections';
import { freePort } from './free-ports';
import { asUser, isRoot, mariadbd, type Program, postgresProgram } from './programs';
import { createServerProcess } from './server-process';

const run = promisify(execFile);
const DATABASE = 'quire';

export interface PrivateServer {
  /** Of its files. */
  readonly dir: string;
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
  /** More arguments of the server. */
  readonly more?: readonly string[];
}

export async function startPrivateServer(options: ServerOptions): Promise<PrivateServer> {
  const { client } = options;
  const dir = mkdtempSync(join(options.folder, 'quire-server-'));
  const port = await freePort();
  const place = { dir, port, isDurable: options.isDurable, more: options.more ?? [] };
  const programs = client === 'mysql' ? mariadb(place) : postgres(place);
  const child = createServerProcess(programs.serve, port);
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
    dir,
    config,
    async start() {
      await child.start();
      // The port opens before the recovery ends.
      await untilConnects(first);
    },
    crash: () => child.end(programs.crash),
    async remove() {
      await server.crash();
      await rm(dir, { recursive: true, force: true });
    },
  };
  try {
    await programs.prepare();
    await server.start();
    await createDatabase(first, DATABASE);
  } catch (error) {
    await server.remove();
    throw error;
  }
  return server;
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
  readonly more: readonly string[];
}

function mariadb({ dir, port, isDurable, more }: Place): Programs {
  const data = join(dir, 'data');
  const user = isRoot ? ['--user=root'] : [];
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
      file: mariadbd(),
      args: [
        '--no-defaults',
        `--datadir=${data}`,
        `--socket=${join(dir, 's')}`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        '--innodb-buffer-pool-size=32M',
        ...(isDurable ? [] : ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0']),
        ...user,
        ...more,
      ],
    },
    crash: 'SIGKILL',
  };
}

function postgres({ dir, port, isDurable, more }: Place): Programs {
  const data = join(dir, 'data');
  const initialise = asUser('postgres', postgresProgram('initdb'), [
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
    serve: asUser('postgres', postgresProgram('postgres'), [
      ...['-D', data, '-p', String(port), '-k', dir, '-h', '127.0.0.1'],
      ...(isDurable ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off']),
      ...more,
    ]),
    crash: 'SIGQUIT',
  };
}
