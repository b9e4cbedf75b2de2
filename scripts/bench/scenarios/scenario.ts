// What a scenario is, what it is given and what it gives.
import type { Deployment } from '../app/deployment';
import type { Server } from '../app/processes';
import type { Engine } from '../data/model';
import type { Where } from '../data/store';
import type { Load } from '../measure/load';
import type { Measured } from '../measure/side-by-side';

export interface Bench {
  readonly engine: Engine;
  readonly rows: number;
  readonly rounds: number;
  readonly self: boolean;
  /** The database of `--db`, for deployments of a scenario's own. */
  readonly where: Where;
  /** The compiled tree. */
  readonly dist: string;
  readonly load: Load;
  /** A second client, for what happens at the same time. */
  readonly otherLoad: Load;
  readonly peer: Server | null;
  /** Made when first asked for. */
  deployment(rows: number, engine?: Engine): Promise<Deployment>;
  note(text: string): void;
}

export interface Bounds {
  readonly target: number;
  readonly failAbove: number;
}

export interface Figure extends Bounds {
  readonly scenario: string;
  readonly label: string;
  readonly unit: 'µs' | 'ms' | 's' | 'MB';
  readonly ours: number;
  /** What it is measured against; null where a bound of its own is all there is. */
  readonly limit: number | null;
  /** What the bounds hold for: ours / limit, or ours. */
  readonly judged: number;
  /** Why there is nothing to judge. */
  readonly differs?: string;
  readonly skipped?: string;
  readonly rates?: { readonly ours: Measured; readonly limit: Measured; readonly peer: Measured | null };
}

export interface Scenario {
  readonly letter: string;
  readonly title: string;
  run(bench: Bench): Promise<Figure[]>;
}

export const ratioFigure = (
  figure: Pick<Figure, 'scenario' | 'label' | 'unit'> & Bounds,
  ours: number,
  limit: number,
): Figure => ({ ...figure, ours, limit, judged: ours / limit });

export const plainFigure = (
  figure: Pick<Figure, 'scenario' | 'label' | 'unit'> & Bounds,
  ours: number,
): Figure => ({
  ...figure,
  ours,
  limit: null,
  judged: ours,
});

export const skippedFigure = (scenario: string, label: string, bounds: Bounds, reason: string): Figure => ({
  scenario,
  label,
  unit: 'µs',
  ...bounds,
  ours: Number.NaN,
  limit: null,
  judged: Number.NaN,
  skipped: reason,
});
