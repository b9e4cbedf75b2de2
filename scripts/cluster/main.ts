// `node dist/scripts/cluster/main.js`: measures several processes on one database, with servers of its own. Prints one line per
// measurement and its failures; exits with 1 if there is one.
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import type { Measurement } from './measurement';
import { replicaReads } from './replica-reads';
import { killedWorker, rollingBalanced, rollingWorkers } from './rolling';
import { galeraStarts, pooledStarts } from './starts';
import { subscriptions } from './subscriptions';
import { workers } from './workers';

const MEASUREMENTS: readonly Measurement[] = [
  galeraStarts,
  pooledStarts,
  replicaReads,
  rollingWorkers,
  rollingBalanced,
  killedWorker,
  subscriptions,
  workers,
];

const HELP = `node dist/scripts/cluster/main.js [--only NAMES] [--long] [--folder FOLDER]

Measures several processes on one database. Starts the servers from the programs of this machine.

  --only NAMES     these measurements; several with commas
  --long           the long form: 20 rounds instead of one
  --folder FOLDER  where the files of the servers are (default: the temporary folder)
  --help           this text

${MEASUREMENTS.map(({ name, summary }) => `  ${name.padEnd(17)}${summary}`).join('\n')}`;

async function main(): Promise<void> {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { only: option, folder: option, long: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  if (values.help) {
    process.stdout.write(`${HELP}\n`);
    return;
  }
  const names = values.only?.split(',') ?? MEASUREMENTS.map(({ name }) => name);
  const chosen = MEASUREMENTS.filter(({ name }) => names.includes(name));
  if (chosen.length !== names.length) throw new Error(`--only takes names of --help, not "${values.only}".`);
  for (const { name, run } of chosen) {
    const began = performance.now();
    const { summary, faults } = await run({
      long: values.long ?? false,
      folder: values.folder ?? tmpdir(),
      note: (line) => void process.stderr.write(`  ${line}\n`),
    });
    const verdict = faults.length > 0 ? 'FAILED' : 'ok';
    const time = ((performance.now() - began) / 1000).toFixed(0);
    process.stdout.write(`${verdict.padEnd(7)}${name} (${time} s): ${summary}\n`);
    for (const fault of faults.slice(0, 20)) process.stdout.write(`         - ${fault}\n`);
    if (faults.length > 0) process.exitCode = 1;
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
