// `npm run torture`: kills processes while they write, crashes servers under load, and lets crowds write the same documents.
// Prints one line per scenario and its failures; exits with 1 if there is one.
import { parseArgs } from 'node:util';
import type { TestDatabase } from '../../core/testing/databases';
import { crowd } from './crowd';
import { startTortureGalera } from './galera-nodes';
import { imports } from './imports';
import { jobs } from './jobs';
import { kills } from './kills';
import { model } from './model';
import { moves } from './moves';
import { nodes } from './nodes';
import { killForgotten, useNodes } from './processes';
import { promotions } from './promotions';
import { publishing } from './publishing';
import { restarts } from './restarts';
import type { Scenario } from './scenario';
import { schedule } from './schedule';
import { stalled } from './stalled';
import { starts } from './starts';
import { uploads } from './uploads';
import { versions } from './versions';
import { webhooks } from './webhooks';

const SCENARIOS: readonly Scenario[] = [
  kills,
  crowd,
  publishing,
  uploads,
  versions,
  imports,
  moves,
  jobs,
  schedule,
  webhooks,
  model,
  restarts,
  nodes,
  promotions,
  stalled,
  starts,
];
const DATABASES: readonly TestDatabase[] = ['sqlite', 'mysql', 'postgres'];
/** On SQLite a killed process is a killed database. A server only loses a client, so fewer kills are enough. */
const KILLS = { sqlite: 100, mysql: 10, postgres: 10 } as const;

/** Kills of scenarios that start a server in each round. */
const SERVER_KILLS = 20;
const WITH_SERVER: ReadonlySet<Scenario> = new Set([publishing, uploads]);

const HELP = `npm run torture -- [options]

  --db NAMES      sqlite (default), mysql, postgres; several with commas
  --only NAMES    these scenarios; several with commas
  --kills N       processes to kill (default 100 on sqlite, 10 on servers, 20 for publishing and uploads; at most 10 for schedule, 5 for webhooks)
  --seconds N     duration of a crowd, and least duration of jobs (default 8)
  --operations N  steps to compare with a model, at most one minute; number of jobs (default 2000)
  --seed N        seed of the first model (default: random)
  --galera        instead of --db: on three nodes of Galera, which it starts; processes use them in turn
  --help          this text

${SCENARIOS.map(({ name, summary, on, isLong }) => `  ${name.padEnd(12)}${summary} (${on.join(', ')})${isLong ? ' (only by name)' : ''}`).join('\n')}

The databases are those of the tests; QUIRE_TEST_DATABASES may name other servers. "restarts" starts its own server from the
programs of this machine.
Exit codes: 0 success, 1 failure, 2 wrong usage.`;

async function main(args: string[]): Promise<number> {
  const options = read(args);
  if (typeof options === 'string') {
    process.stdout.write(`${options}\n`);
    return options === HELP ? 0 : 2;
  }
  if (!options.galera) return runAll(options);
  const galera = await startTortureGalera();
  try {
    const ports = galera.nodes.map(({ config }) => config.port ?? 0);
    useNodes(ports);
    process.env.QUIRE_TEST_DATABASES = `mysql://root@127.0.0.1:${ports[0]}`;
    return await runAll(options);
  } finally {
    await galera.remove();
  }
}

type Options = Exclude<ReturnType<typeof read>, string>;

async function runAll(options: Options): Promise<number> {
  let failed = 0;
  for (const client of options.databases)
    for (const scenario of options.scenarios)
      if (scenario.on.includes(client) && !(await runScenario(scenario, client, options))) failed += 1;
  return failed > 0 ? 1 : 0;
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/** Prints the outcome. false: it has faults. */
async function runScenario(scenario: Scenario, client: TestDatabase, options: Options): Promise<boolean> {
  const began = performance.now();
  const { summary, faults: found } = await scenario
    .run({
      client,
      kills: options.kills ?? (WITH_SERVER.has(scenario) ? SERVER_KILLS : KILLS[client]),
      seconds: options.seconds,
      operations: options.operations,
      seed: options.seed,
      note: (line) => void process.stderr.write(`  ${line}\n`),
    })
    .catch((error: unknown) => ({ summary: 'ended by an error', faults: [textOf(error)] }));
  const forgotten = killForgotten();
  const faults = forgotten > 0 ? [...found, `the scenario left ${forgotten} processes`] : found;
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  const verdict = faults.length > 0 ? 'FAILED' : 'ok';
  const database = options.galera ? 'galera' : client;
  process.stdout.write(`${verdict.padEnd(7)}${scenario.name} on ${database} (${seconds} s): ${summary}\n`);
  for (const fault of faults.slice(0, 20)) process.stdout.write(`         - ${fault}\n`);
  return faults.length === 0;
}

function read(args: string[]) {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      db: option,
      only: option,
      kills: option,
      seconds: option,
      operations: option,
      seed: option,
      galera: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return HELP;
  const galera = values.galera ?? false;
  if (galera && values.db !== undefined) return '--galera stands in place of --db.';
  const names = galera ? ['mysql'] : (values.db ?? 'sqlite').split(',');
  const databases = DATABASES.filter((known) => names.includes(known));
  if (databases.length !== names.length) return `--db takes ${DATABASES.join(', ')}, not "${values.db}".`;
  const only = values.only?.split(',') ?? SCENARIOS.filter(({ isLong }) => !isLong).map(({ name }) => name);
  const scenarios = SCENARIOS.filter(({ name }) => only.includes(name));
  if (scenarios.length !== only.length)
    return `--only takes ${SCENARIOS.map(({ name }) => name).join(', ')}, not "${values.only}".`;
  const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
  const [count, seconds] = [numberOf(values.kills), numberOf(values.seconds)];
  const [operations, seed] = [numberOf(values.operations), numberOf(values.seed)];
  const numbers = [count, seconds, operations, seed];
  if (!numbers.every((value) => value === null || (Number.isInteger(value) && value > 0)))
    return '--kills, --seconds, --operations and --seed take whole numbers above 0.';
  return {
    databases,
    galera,
    scenarios,
    kills: count,
    seconds: seconds ?? 8,
    operations: operations ?? 2_000,
    seed,
  };
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${textOf(error)}\n`);
    process.exitCode =
      error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE') ? 2 : 1;
  },
);
