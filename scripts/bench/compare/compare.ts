// `--compare REF`: two commits run side by side on databases with the same rows. Rounds are interleaved; each round gives a pair of
// costs, and the test of the pairs says whether a difference is more than noise.
import { join } from 'node:path';
import { createDeployment, type Deployment } from '../app/deployment';
import { type Load, startLoad } from '../measure/load';
import { median } from '../measure/median';
import { differenceOf } from '../measure/same-answer';
import { roundsOf } from '../measure/side-by-side';
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

export async function compareWith(
  ref: string,
  options: Options,
  note: (text: string) => void,
): Promise<Comparison> {
  note(`building ${ref}`);
  const other = checkOut(ref, join(options.dist, '..'));
  const deployments = new Map<string, Promise<Deployment>>();
  const deployment = (dist: string, side: string, rows: number): Promise<Deployment> => {
    const where = options.whereOf(options.engine);
    const key = `${side} ${rows}`;
    const known =
      deployments.get(key) ??
      createDeployment({
        where: { ...where, database: `${where.database}_${side}` },
        rows,
        dist,
        self: false,
        note,
      });
    deployments.set(key, known);
    return known;
  };
  const load = startLoad();
  const changes: Change[] = [];
  try {
    for (const [letter, , cases] of CASES) {
      if (!(options.only?.includes(letter) ?? true)) continue;
      for (const each of cases) {
        if (each.engine !== undefined) continue;
        for (const { label, rows } of sizesOf(each, options.rows)) {
          note(`${letter}: ${label}`);
          const before = await deployment(other.dist, 'before', rows);
          const now = await deployment(options.dist, 'now', rows);
          const sized = { ...each, label };
          changes.push({ scenario: letter, ...(await measure(sized, before, now, load, options.rounds)) });
        }
      }
    }
  } finally {
    load.stop();
    for (const made of deployments.values())
      await made.then(
        (running) => running.close(),
        () => {},
      );
    other.remove();
  }
  return { ref: other.name, changes };
}

async function measure(
  { label, requests: make }: Case,
  before: Deployment,
  now: Deployment,
  load: Load,
  rounds: number,
): Promise<Omit<Change, 'scenario'>> {
  const requests = await make(seededIds);
  const servers = [await before.application(), await now.application()] as const;
  const [first] = requests;
  const differs = first ? await differenceOf(...servers, first) : null;
  const sides = servers.map((server) => ({ server, requests }));
  const [old = [], own = []] = (await roundsOf(load, sides, rounds)).map((all) =>
    all.map(({ micros }) => micros ?? Number.NaN),
  );
  const ratios = own.map((micros, index) => micros / (old[index] ?? Number.NaN));
  return {
    label,
    before: median(old),
    now: median(own),
    ratio: median(ratios),
    probability: signRank(ratios.map(Math.log)),
    differs,
  };
}
