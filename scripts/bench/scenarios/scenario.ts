// A scenario, its input and its result.
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
  /** The database of `--db`, for scenarios with their own deployments. */
  readonly where: Where;
  /** The compiled tree. */
  readonly dist: string;
  readonly load: Load;
  /** A second client, for parallel load. */
  readonly otherLoad: Load;
  readonly peer: Server | null;
  /** Created at the first use. */
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
  /** The other side; null for a fixed bound. */
  readonly limit: number | null;
  /** The measured value: ours / limit, or ours. */
  readonly judged: number;
  /** The reason when there is no verdict. */
  readonly differs?: string;
  readonly skipped?: string;
  readonly rates?: { readonly ours: Measured; readonly limit: Measured; readonly peer: Measured | null };
}

export interface Scenario {
  readonly letter: string;
  readonly title: string;
  run(bench: Bench): Promise<Figure[]>;
  /** The same with so many articles, for `--scale`. Absent: the size is no part of it. */
  at?(bench: Bench, rows: number): Promise<Figure[]>;
}

/** 10_000 → `10k`, 1_000_000 → `1M`. */
export const shortSize = (rows: number): string =>
  rows >= 1_000_000 ? `${rows / 1_000_000}M` : `${rows / 1000}k`;

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
