// `node dist/scripts/servers/main.js`: starts servers for tests, and stops them when a signal or the end of the input comes. It prints
// their ports as variables of the shell.
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { startPooler, startRedis } from './front-servers';
import { startGalera } from './galera';
import { startPrivateServer } from './private-server';
import { startPostgresPair } from './standby';

const HELP = `node dist/scripts/servers/main.js [--folder FOLDER] [--with NAMES]

Starts MariaDB and PostgreSQL from the programs of this machine, on free ports. They keep nothing: they do not wait for the disk, and
their files are removed at the end. Prints the ports, and runs until Ctrl-C or the end of the input:

  MYSQL_TCP_PORT=40001
  PGPORT=40002

  --folder FOLDER  where their files are (default: the temporary folder). A folder in memory is faster.
  --with NAMES     these servers instead; several with commas:
                     mysql     MYSQL_TCP_PORT
                     postgres  PGPORT
                     redis     REDIS_PORT
                     galera    GALERA_PORTS: three nodes, with commas
                     standby   PRIMARY_PORT and STANDBY_PORT: PostgreSQL and its synchronous standby
                     pooler    POOLER_PORT: pgbouncer with 4 connections, before PostgreSQL of PGPORT
  --help           this text`;

interface Started {
  /** NAME=value */
  readonly lines: readonly string[];
  remove(): Promise<void>;
}

const STARTS: Readonly<Record<string, (folder: string) => Promise<Started>>> = {
  async mysql(folder) {
    const server = await startPrivateServer({ client: 'mysql', folder, isDurable: false });
    return { ...server, lines: [`MYSQL_TCP_PORT=${server.config.port}`] };
  },
  async postgres(folder) {
    const server = await startPrivateServer({ client: 'postgres', folder, isDurable: false });
    return { ...server, lines: [`PGPORT=${server.config.port}`] };
  },
  async redis(folder) {
    const server = await startRedis(folder);
    return { ...server, lines: [`REDIS_PORT=${server.port}`] };
  },
  async galera(folder) {
    const galera = await startGalera(folder);
    return { ...galera, lines: [`GALERA_PORTS=${galera.nodes.map(({ config }) => config.port).join(',')}`] };
  },
  async standby(folder) {
    const { primary, standby, remove } = await startPostgresPair(folder);
    return { remove, lines: [`PRIMARY_PORT=${primary.config.port}`, `STANDBY_PORT=${standby.config.port}`] };
  },
  async pooler(folder) {
    const server = await startPrivateServer({ client: 'postgres', folder, isDurable: false });
    const pooler = await startPooler(folder, server.config, { size: 4 });
    return {
      lines: [`PGPORT=${server.config.port}`, `POOLER_PORT=${pooler.port}`],
      async remove() {
        await pooler.remove();
        await server.remove();
      },
    };
  },
};

async function main(): Promise<void> {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({ options: { folder: option, with: option, help: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(`${HELP}\n`);
    return;
  }
  const starts = (values.with ?? 'mysql,postgres').split(',').map((name) => {
    const start = STARTS[name];
    if (!start) throw new Error(`--with takes ${Object.keys(STARTS).join(', ')}, not "${name}".`);
    return start;
  });
  const folder = values.folder ?? tmpdir();
  const ended = new Promise<void>((resolve) => {
    // A second signal must not end the process before its servers.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
    process.stdin.resume().once('end', resolve);
  });
  const starting = starts.map((start) => start(folder));
  try {
    const started = await Promise.all(starting);
    for (const line of started.flatMap(({ lines }) => lines)) process.stdout.write(`${line}\n`);
    await ended;
  } finally {
    for (const started of await Promise.allSettled(starting))
      if (started.status === 'fulfilled') await started.value.remove();
  }
  process.stdin.destroy();
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
