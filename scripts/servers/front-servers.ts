// Servers in front of databases and applications, and Redis: one process with one file of settings, on a free port.
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseOptions } from '../../core/database/config-types';
import { freePort } from './free-ports';
import { asUser, type Program, programOf } from './programs';
import { createServerProcess } from './server-process';

export interface FrontServer {
  readonly port: number;
  crash(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

async function startServer(
  folder: string,
  settingsOf: (port: number, dir: string) => string,
  programFor: (file: string, port: number, dir: string) => Program,
): Promise<FrontServer> {
  const dir = mkdtempSync(join(folder, 'quire-front-'));
  chmodSync(dir, 0o777);
  const port = await freePort();
  const file = join(dir, 'settings');
  writeFileSync(file, settingsOf(port, dir));
  const child = createServerProcess(programFor(file, port, dir), port, join(dir, 'log'));
  const server: FrontServer = {
    port,
    start: () => child.start(),
    crash: () => child.end('SIGKILL'),
    async remove() {
      await child.end('SIGKILL');
      await rm(dir, { recursive: true, force: true });
    },
  };
  try {
    await server.start();
    return server;
  } catch (error) {
    await server.remove();
    throw error;
  }
}

export const startRedis = (folder: string): Promise<FrontServer> =>
  startServer(
    folder,
    (port, dir) => `port ${port}\nbind 127.0.0.1\nsave ""\nappendonly no\ndir ${dir}\n`,
    (file) => ({
      file: programOf('Redis', ['/usr/bin/redis-server', '/usr/local/bin/redis-server']),
      args: [file],
    }),
  );

export interface PoolerOptions {
  /** Connections to the server. */
  readonly size: number;
  /** More lines of the section `pgbouncer`. */
  readonly settings?: readonly string[];
}

/** pgbouncer in transaction mode, as Debian installs it. */
export const startPooler = (
  folder: string,
  { host, port: of }: DatabaseOptions,
  { size, settings = [] }: PoolerOptions,
): Promise<FrontServer> =>
  startServer(
    folder,
    (port) =>
      [
        '[databases]',
        `* = host=${host} port=${of} user=postgres`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = any',
        'pool_mode = transaction',
        'max_client_conn = 500',
        `default_pool_size = ${size}`,
        ...settings,
        '',
      ].join('\n'),
    (file) =>
      asUser('postgres', programOf('pgbouncer', ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer']), [file]),
  );

/** HAProxy: one frontend for one backend with these lines. */
export const startBalancer = (
  folder: string,
  mode: 'http' | 'tcp',
  backend: readonly string[],
): Promise<FrontServer> =>
  startServer(
    folder,
    (port) =>
      [
        'global',
        '  maxconn 2000',
        'defaults',
        `  mode ${mode}`,
        '  timeout connect 2s',
        '  timeout client 120s',
        '  timeout server 120s',
        'frontend in',
        `  bind 127.0.0.1:${port}`,
        '  default_backend all',
        'backend all',
        ...backend.map((line) => `  ${line}`),
        '',
      ].join('\n'),
    (file) => ({
      file: programOf('HAProxy', ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy']),
      args: ['-db', '-f', file],
    }),
  );
