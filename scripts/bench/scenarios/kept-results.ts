// A: requests whose results are kept in memory, against the same requests that read.
import { documentIdOf } from '../data/rows';
import type { WireRequest } from '../measure/connection';
import { sideBySide } from '../measure/side-by-side';
import { LIST, ONE, POPULATED } from '../paths';
import { type Figure, ratioFigure, type Scenario, skippedFigure } from './scenario';

const BOUNDS = { target: 0.6, failAbove: 0.8 } as const;
const CASES: readonly (readonly [label: string, requests: readonly WireRequest[]])[] = [
  [
    'GET one, kept',
    Array.from({ length: 100 }, (_, index) => ({
      method: 'GET',
      path: ONE + documentIdOf('article', index + 1),
    })),
  ],
  ['list of 25, kept', [{ method: 'GET', path: LIST }]],
  ['list of 25, author and tags, kept', [{ method: 'GET', path: POPULATED }]],
];

export const KEPT_RESULTS: Scenario = {
  letter: 'A',
  title: 'results that are kept in memory, against reads',
  async run(bench) {
    if (bench.self) return [skippedFigure('A', 'kept results', BOUNDS, 'the limit keeps nothing')];
    const deployment = await bench.deployment(bench.rows);
    const servers = [await deployment.withKeptResults(), await deployment.application()];
    const figures: Figure[] = [];
    for (const [label, requests] of CASES) {
      bench.note(`A: ${label}`);
      const sides = servers.map((server) => ({ server, requests }));
      const [kept, read] = await sideBySide(bench.load, sides, bench.rounds);
      const figure = { scenario: 'A', label, unit: 'µs', ...BOUNDS } as const;
      figures.push(ratioFigure(figure, kept?.micros ?? Number.NaN, read?.micros ?? Number.NaN));
    }
    return figures;
  },
};
