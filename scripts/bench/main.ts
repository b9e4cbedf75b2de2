// `npm run bench`: reads the command line, runs the scenarios, prints the figures. Progress goes to standard error.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createDeployment, type Deployment } from './app/deployment';
import { peerAt } from './app/processes';
import { compareWith } from './compare/compare';
import { comparisonTable, isWorse } from './compare/comparison-table';
import { checkOut } from './compare/other-commit';
import { queriesReport, sameQueries } from './compare/same-queries';
import { recordRun } from './history';
import { startLoad } from './measure/load';
import { HELP, type Options, readOptions } from './options';
import { figuresTable, isBad, ratesTable, verdictOf } from './report';
import { measureScale, scaleTable } from './scale';
import { SCENARIOS } from './scenarios/all';
import type { Bench, Figure, Scenario } from './scenarios/scenario';

async function main(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if ('help' in options) {
    process.stdout.write(
      `${HELP}\n\n${SCENARIOS.map(({ letter, title }) => `  ${letter}  ${title}`).join('\n')}\n`,
    );
    return 0;
  }
  if ('wrong' in options) return refuse(options.wrong);
  const chosen = SCENARIOS.filter(({ letter }) => options.only?.includes(letter) ?? true);
  if (options.compare !== null && options.queries !== null)
    return askTheSame(options.compare, options.queries, options);
  if (options.compare !== null) {
    const comparison = await compareWith(options.compare, options, note);
    process.stdout.write(
      `${options.json ? JSON.stringify(comparison, null, 2) : comparisonTable(comparison)}\n`,
    );
    return isWorse(comparison) ? 1 : 0;
  }
  const figures = await (options.scale ? runScale(chosen, options.scale, options) : run(chosen, options));
  if (options.record !== null && !options.self)
    note(`drawn: ${recordRun(options.record, options.engine, figures, join(options.dist, '..'))}`);
  return figures.some((figure) => isBad(verdictOf(figure, options.self))) ? 1 : 0;
}

async function run(scenarios: readonly Scenario[], options: Options): Promise<Figure[]> {
  const figures: Figure[] = [];
  await withBench(options, async (bench) => {
    for (const scenario of scenarios) {
      note(`${scenario.letter}: ${scenario.title}`);
      figures.push(...(await scenario.run(bench)));
    }
  });
  print(figures, options);
  return figures;
}

async function runScale(
  scenarios: readonly Scenario[],
  sizes: readonly number[],
  options: Options,
): Promise<Figure[]> {
  const curves = await measureScale(scenarios, sizes, (work) => withBench(options, work));
  const figures = curves.flatMap((curve) => curve.figures);
  if (options.json) print(figures, options);
  else process.stdout.write(`${scaleTable(curves, sizes)}\n`);
  return figures;
}

/** The exit code: 1 when an answer differs. */
async function askTheSame(ref: string, count: number, options: Options): Promise<number> {
  const { dist, engine, seed, json } = options;
  note(`building ${ref}`);
  const other = checkOut(ref, join(dist, '..'));
  try {
    const result = await sameQueries(other.dist, dist, { count, seed, engine, note });
    process.stdout.write(
      `${json ? JSON.stringify({ ref: other.name, ...result }, null, 2) : queriesReport(result, other.name)}\n`,
    );
    return result.different.length > 0 ? 1 : 0;
  } finally {
    other.remove();
  }
}

async function withBench(options: Options, work: (bench: Bench) => Promise<void>): Promise<void> {
  const { engine, rows, rounds, self, dist, peer } = options;
  const deployments = new Map<string, Promise<Deployment>>();
  const load = startLoad();
  const otherLoad = startLoad();
  const bench: Bench = {
    engine,
    rows,
    rounds,
    self,
    where: options.whereOf(engine),
    dist,
    load,
    otherLoad,
    peer: peer === null ? null : peerAt(peer, process.env.BENCH_PEER_TOKEN),
    deployment(count, on = engine) {
      const key = `${on} ${count}`;
      const known =
        deployments.get(key) ??
        createDeployment({ where: options.whereOf(on), rows: count, dist, self, note });
      deployments.set(key, known);
      return known;
    },
    note,
  };
  const closeAll = async (): Promise<void> => {
    for (const deployment of deployments.values())
      await deployment.then(
        (made) => made.close(),
        () => {},
      );
    deployments.clear();
  };
  const interrupted = (): void => void closeAll().finally(() => process.exit(130));
  process.once('SIGINT', interrupted);
  process.once('SIGTERM', interrupted);
  try {
    await work(bench);
  } finally {
    load.stop();
    otherLoad.stop();
    await closeAll();
    process.off('SIGINT', interrupted);
    process.off('SIGTERM', interrupted);
  }
}

function print(figures: readonly Figure[], { engine, rows, rounds, self, json }: Options): void {
  if (json) {
    const about = { engine, rows, rounds, self, node: process.version, cores: availableParallelism() };
    const judged = figures.map((figure) => ({ ...figure, verdict: verdictOf(figure, self) }));
    process.stdout.write(`${JSON.stringify({ ...about, figures: judged }, null, 2)}\n`);
    return;
  }
  const rates = ratesTable(figures);
  process.stdout.write(`${figuresTable(figures, self)}\n${rates === null ? '' : `\n${rates}\n`}`);
}

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

function refuse(reason: string): number {
  note(`${reason}\nSee npm run bench -- --help.`);
  return 2;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    note(error instanceof Error ? (error.stack ?? error.message) : String(error));
    process.exitCode = 1;
  },
);
