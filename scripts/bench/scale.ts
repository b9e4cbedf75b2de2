// `--scale`: the scenarios whose ratio must be the same at every size, from 1,000 articles to a million.
import { columns } from './report';
import type { Bench, Figure, Scenario } from './scenarios/scenario';
import { shortSize } from './scenarios/scenario';

export const SIZES: readonly number[] = [1_000, 10_000, 100_000, 1_000_000];

export interface Curve {
  readonly scenario: string;
  readonly label: string;
  /** One for each size, in the order of the sizes. */
  readonly figures: readonly Figure[];
}

/** Size by size, so that the databases of one size are gone before the next ones are made. */
export async function measureScale(
  scenarios: readonly Scenario[],
  sizes: readonly number[],
  withBench: (work: (bench: Bench) => Promise<void>) => Promise<void>,
): Promise<Curve[]> {
  const curves = new Map<string, { scenario: string; label: string; figures: Figure[] }>();
  for (const rows of sizes)
    await withBench(async (bench) => {
      for (const scenario of scenarios) {
        bench.note(`${scenario.letter} at ${shortSize(rows)}`);
        for (const figure of (await scenario.at?.(bench, rows)) ?? []) {
          const { label } = figure;
          const key = `${scenario.letter} ${label}`;
          const curve = curves.get(key) ?? { scenario: scenario.letter, label, figures: [] };
          curve.figures.push({ ...figure, label: `${label}, ${shortSize(rows)}` });
          curves.set(key, curve);
        }
      }
    });
  return [...curves.values()];
}

/** Ratios only: a row per scenario, a column per size, and by how much our cost and the limit's grow from the first to the last. */
export function scaleTable(curves: readonly Curve[], sizes: readonly number[]): string {
  const head = ['', 'ratio at', ...sizes.map(shortSize), 'ours grows', 'limit grows'];
  const rows = curves.map(({ scenario, label, figures }) => [
    scenario,
    label,
    ...figures.map(({ judged }) => judged.toFixed(2)),
    growth(figures.map(({ ours }) => ours)),
    growth(figures.map(({ limit }) => limit ?? Number.NaN)),
  ]);
  return columns([head, ...rows]);
}

const growth = (costs: readonly number[]): string =>
  `×${((costs.at(-1) ?? Number.NaN) / (costs[0] ?? Number.NaN)).toFixed(1)}`;
