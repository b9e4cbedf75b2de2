// `--compare REF`: two commits run side by side on databases with the same rows. Each round starts both anew and gives a pair of costs:
// two processes of one commit differ by up to a fifth. The test of the pairs says whether a difference is more than noise.
import { join } from 'node:path';
import { createDeployment, type Deployment } from '../app/deployment';
import type { Server } from '../app/processes';
import { type Load, startLoad } from '../measure/load';
import { median } from '../measure/median';
import { differenceOf } from '../measure/same-answer';
import { sideBySide } from '../measure/side-by-side';
import type { Options } from '../options';
import { CASES, type Case, sizesOf } from '../scenarios/against-limit';
import { seededIds } from '../scenarios/ids';
import { checkOut } from './other-commit';
import { signRank } from './sign-rank';

export interface Change {
  readonly scenario: string;
  readonly label: string;
  /** µs per request. */
  readonly before: number;
  readonly now: number;
  /** The median of the ratios of all pairs. */
  readonly ratio: number;
  /** That both cost the same. */
  readonly probability: number;
  /** The first difference between the answers. */
  readonly differs: string | null;
}

export interface Comparison {
  readonly ref: string;
  readonly changes: readonly Change[];
}

/** A case on tables of one size, with the costs of all rounds. */
interface Measured {
  readonly scenario: string;
  readonly of: Case;
  readonly rows: number;
  readonly before: number[];
  readonly now: number[];
  differs: string | null;
}

/** Measurements of one pair of processes. */
const PER_ROUND = 2;

export async function compareWith(
  ref: string,
  options: Options,
  note: (text: string) => void,
): Promise<Comparison> {
  note(`building ${ref}`);
  const other = checkOut(ref, join(options.dist, '..'));
  const where = options.whereOf(options.engine);
  const deploy = (dist: string, side: string, rows: number): Promise<Deployment> =>
    createDeployment({
      where: { ...where, database: `${where.database}_${side}` },
      rows,
      dist,
      self: false,
      note,
    });
  const load = startLoad();
  const all = measuredCases(options);
  try {
    for (const rows of new Set(all.map((each) => each.rows))) {
      const deployments: Deployment[] = [];
      try {
        deployments.push(await deploy(other.dist, 'before', rows));
        deployments.push(await deploy(options.dist, 'now', rows));
        const cases = all.filter((each) => each.rows === rows);
        for (let round = 1; round <= options.rounds; round++) {
          note(`${rows} articles: round ${round} of ${options.rounds}`);
          await runRound(deployments, cases, load, round);
        }
      } finally {
        for (const made of deployments) await made.close();
      }
    }
  } finally {
    load.stop();
    other.remove();
  }
  return { ref: other.name, changes: all.map(changeOf) };
}

const measuredCases = ({ only, rows: asked }: Options): Measured[] =>
  CASES.flatMap(([scenario, , cases]) =>
    (only?.includes(scenario) ?? true)
      ? cases
          .filter(({ engine, isGraphql }) => engine === undefined && !isGraphql)
          .flatMap((of) =>
            sizesOf(of, asked).map(({ label, rows }) => ({
              scenario,
              of: { ...of, label },
              rows,
              before: [],
              now: [],
              differs: null,
            })),
          )
      : [],
  );

/** Starts both commits, and measures each case once. In every second round the later commit goes first. */
async function runRound(
  deployments: readonly Deployment[],
  cases: readonly Measured[],
  load: Load,
  round: number,
): Promise<void> {
  const isReversed = round % 2 === 0;
  const inOrder = <T>(pair: readonly T[]): T[] => (isReversed ? [...pair].reverse() : [...pair]);
  const servers: Server[] = [];
  try {
    for (const deployment of inOrder(deployments)) servers.push(await deployment.anotherApplication());
    for (const each of cases) {
      const requests = await each.of.requests(seededIds);
      const [before, now] = inOrder(servers);
      if (round === 1 && requests[0] && before && now)
        each.differs = await differenceOf(before, now, requests[0]);
      const sides = servers.map((server) => ({ server, requests }));
      const [old, own] = inOrder(await sideBySide(load, sides, PER_ROUND));
      each.before.push(old?.micros ?? Number.NaN);
      each.now.push(own?.micros ?? Number.NaN);
    }
  } finally {
    for (const server of servers) await server.stop();
  }
}

function changeOf({ scenario, of, before, now, differs }: Measured): Change {
  const ratios = now.map((micros, round) => micros / (before[round] ?? Number.NaN));
  return {
    scenario,
    label: of.label,
    before: median(before),
    now: median(now),
    ratio: median(ratios),
    probability: signRank(ratios.map(Math.log)),
    differs,
  };
}
