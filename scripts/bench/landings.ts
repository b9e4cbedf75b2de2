// The recorded ratios: what a run adds to them. No figure of a machine is kept, so runs of several machines are comparable.
import type { Engine } from './data/model';
import type { Figure } from './scenarios/scenario';

export interface Measure {
  readonly ratio: number;
  readonly target: number;
  readonly failAbove: number;
}

export interface Landing {
  readonly commit: string;
  /** The day of the commit: 2026-03-14. */
  readonly day: string;
  readonly engine: Engine;
  /** By scenario and label: `a GET one`. */
  readonly ratios: Readonly<Record<string, Measure>>;
}

/** The ratios of figures that have another side and an answer. */
export const ratiosOf = (figures: readonly Figure[]): Record<string, Measure> =>
  Object.fromEntries(
    figures
      .filter(({ limit, judged }) => limit !== null && !Number.isNaN(judged))
      .map(({ scenario, label, judged, target, failAbove }) => [
        `${scenario} ${label}`,
        { ratio: Math.round(judged * 100) / 100, target, failAbove },
      ]),
  );

/** A commit that is measured again replaces its ratios. */
export function withRun(landings: readonly Landing[], run: Landing): Landing[] {
  const isSame = ({ commit, engine }: Landing): boolean => commit === run.commit && engine === run.engine;
  const known = landings.find(isSame);
  if (!known) return [...landings, run];
  return landings.map((each) =>
    each === known ? { ...run, ratios: { ...known.ratios, ...run.ratios } } : each,
  );
}
