// A Galera cluster: three nodes of MariaDB on free ports, each with its own data and temporary folder. Two nodes that share a temporary
// folder remove files of each other, and crash. Later nodes begin with a copy of the first node's files.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { env as environment } from 'node:process';
import { promisify } from 'node:util';
import type { DatabaseOptions } from '../../core/database/config-types';
import type { Database } from '../../core/database/database';
import { createDatabase, untilConnects, untilWorks, withDatabase } from './connections';
import { freePorts } from './free-ports';
import { asUser, isRoot, mariadbd, programOf } from './programs';
import { createServerProcess } from './server-process';

const run = promisify(execFile);
const DATABASE = 'quire';
const NODES = 3;
const PROVIDERS = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib64/galera-4/libgalera_smm.so'];

export interface GaleraNode {
  readonly config: DatabaseOptions;
  crash(): Promise<void>;
  /** Resolves when the node has all writes of the others. */
  start(): Promise<void>;
}

export interface Galera {
  readonly nodes: readonly GaleraNode[];
  remove(): Promise<void>;
}

export async function startGalera(folder: string): Promise<Galera> {
  const provider = programOf('Galera', PROVIDERS);
  const dir = mkdtempSync(join(folder, 'quire-galera-'));
  const places = await Promise.all(
    Array.from({ length: NODES }, async (_, index) => {
      const [port = 0, group = 0, changes = 0, state = 0] = await freePorts(4);
      return { name: `n${index + 1}`, dir: join(dir, `n${index + 1}`), port, group, changes, state };
    }),
  );
  const address = `gcomm://${places.map(({ group }) => `127.0.0.1:${group}`).join(',')}`;
  const members = places.map((place) => createMember(place, provider, address));
  const galera: Galera = {
    nodes: members,
    async remove() {
      await Promise.all(members.map((member) => member.crash()));
      await rm(dir, { recursive: true, force: true });
    },
  };
  try {
    for (const place of places) mkdirSync(join(place.dir, 'tmp'), { recursive: true });
    if (isRoot) await run('chown', ['-R', 'mysql:mysql', dir]);
    await bootstrap(members);
    return galera;
  } catch (error) {
    await galera.remove();
    throw error;
  }
}

async function bootstrap([first, ...others]: readonly Member[]): Promise<void> {
  if (!first) return;
  await first.install();
  await first.begin('--wsrep-new-cluster');
  await createDatabase({ ...first.config, database: 'information_schema' }, DATABASE);
  // A clean end stores the position of the files, so a copy needs only the changes since then.
  await first.end();
  for (const other of others) await other.copy(first);
  await first.begin('--wsrep-new-cluster');
  // One after the other: a node gives its state to one other node at a time.
  for (const other of others) await other.start();
}

interface Place {
  readonly name: string;
  readonly dir: string;
  /** Of clients. */
  readonly port: number;
  /** Between nodes: messages, changes that a node has missed, all files. */
  readonly group: number;
  readonly changes: number;
  readonly state: number;
}

interface Member extends GaleraNode {
  readonly data: string;
  install(): Promise<void>;
  copy(from: Member): Promise<void>;
  begin(...more: readonly string[]): Promise<void>;
  end(): Promise<void>;
}

function createMember(place: Place, provider: string, address: string): Member {
  const { dir, port } = place;
  const data = join(dir, 'data');
  const config: DatabaseOptions = {
    client: 'mysql',
    host: '127.0.0.1',
    port,
    user: 'root',
    password: '',
    database: DATABASE,
    poolWait: 1_000,
  };
  const server = { ...config, database: 'information_schema' };
  const process = (more: readonly string[]) =>
    createServerProcess(
      asUser('mysql', mariadbd(), [...optionsOf(place, data, provider, address), ...more]),
      port,
      join(dir, 'log'),
    );
  let child = process([]);
  const begin = async (...more: readonly string[]): Promise<void> => {
    child = process(more);
    await child.start();
    await untilConnects(server);
    await untilWorks(() => withDatabase(server, requireSynced), 600);
  };
  return {
    data,
    config,
    async install() {
      const { file, args } = asUser('mysql', 'mariadb-install-db', [
        '--no-defaults',
        `--datadir=${data}`,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
      ]);
      // The folder of temporary files of this process may be closed to the other user.
      await run(file, args, { cwd: dir, env: { ...environment, TMPDIR: join(dir, 'tmp') } });
    },
    async copy(from) {
      await cp(from.data, data, { recursive: true });
      // They name the other node.
      for (const file of ['gvwstate.dat', 'galera.cache']) await rm(join(data, file), { force: true });
      if (isRoot) await run('chown', ['-R', 'mysql:mysql', dir]);
    },
    begin,
    start: () => begin(),
    crash: () => child.end('SIGKILL'),
    end: () => child.end('SIGTERM'),
  };
}

async function requireSynced(database: Database): Promise<void> {
  const rows = await database.knex.raw("SHOW STATUS LIKE 'wsrep_local_state_comment'");
  if (!JSON.stringify(rows).includes('Synced')) throw new Error('The node has not joined the cluster yet');
}

const optionsOf = (
  { name, dir, port, group, changes, state }: Place,
  data: string,
  provider: string,
  address: string,
): string[] => [
  '--no-defaults',
  `--datadir=${data}`,
  `--tmpdir=${join(dir, 'tmp')}`,
  `--socket=${join(dir, 's')}`,
  `--port=${port}`,
  '--bind-address=127.0.0.1',
  '--innodb-buffer-pool-size=64M',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-doublewrite=0',
  '--innodb-autoinc-lock-mode=2',
  '--binlog-format=ROW',
  '--wsrep-on=ON',
  `--wsrep-provider=${provider}`,
  `--wsrep-cluster-address=${address}`,
  `--wsrep-node-name=${name}`,
  `--wsrep-node-address=127.0.0.1:${group}`,
  `--wsrep-provider-options=base_port=${group};gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${changes};gcache.size=64M`,
  '--wsrep-sst-method=rsync',
  `--wsrep-sst-receive-address=127.0.0.1:${state}`,
];
