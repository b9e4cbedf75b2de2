// `node dist/scripts/servers/main.js`: starts MariaDB and PostgreSQL for tests, and stops them when a signal or the end of the input
// comes. It prints their ports as variables of the shell: the programs of both databases read the same variables.
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { startPrivateServer } from './private-server';

const HELP = `node dist/scripts/servers/main.js [--folder FOLDER]

Starts MariaDB and PostgreSQL from the programs of this machine, on free ports. They keep nothing: they do not wait for the disk, and
their files are removed at the end. Prints the ports, and runs until Ctrl-C or the end of the input:

  MYSQL_TCP_PORT=40001
  PGPORT=40002

  --folder FOLDER  where their files are (default: the temporary folder). A folder in memory is faster.
  --help           this text`;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { folder: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(`${HELP}\n`);
    return;
  }
  const folder = values.folder ?? tmpdir();
  const ended = Promise.race([
    once(process, 'SIGINT'),
    once(process, 'SIGTERM'),
    once(process.stdin.resume(), 'end'),
  ]);
  const starting = (['mysql', 'postgres'] as const).map((client) =>
    startPrivateServer({ client, folder, isDurable: false }),
  );
  try {
    const [mysql, postgres] = await Promise.all(starting);
    process.stdout.write(`MYSQL_TCP_PORT=${mysql?.config.port}\nPGPORT=${postgres?.config.port}\n`);
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
