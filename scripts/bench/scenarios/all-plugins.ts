// t: the same requests with every built-in plugin enabled except `upload`, against `rest` alone. Anonymous callers have the permissions
// of the public role. The answers differ in `publishedAt`.
import { documentIdOf } from '../data/rows';
import type { WireRequest } from '../measure/connection';
import { sideBySide } from '../measure/side-by-side';
import { LIST, ONE, POPULATED } from '../paths';
import { type Figure, ratioFigure, type Scenario, skippedFigure } from './scenario';

const bounds = { target: 1.15, failAbove: 1.4 } as const;

const CASES: readonly (readonly [label: string, requests: readonly WireRequest[]])[] = [
  [
    'GET one, all plugins',
    Array.from({ length: 100 }, (_, index) => ({
      method: 'GET',
      path: ONE + documentIdOf('article', index + 1),
    })),
  ],
  ['list of 25, all plugins', [{ method: 'GET', path: LIST }]],
  ['list of 25, author and tags, all plugins', [{ method: 'GET', path: POPULATED }]],
];

export const ALL_PLUGINS: Scenario = {
  letter: 't',
  title: 'all plugins on',
  async run(bench) {
    if (bench.self) return [skippedFigure('t', 'all plugins', bounds, 'the limit has no plugins')];
    const deployment = await bench.deployment(bench.rows);
    const servers = [await deployment.allPlugins(), await deployment.application()];
    const figures: Figure[] = [];
    for (const [label, requests] of CASES) {
      bench.note(`t: ${label}`);
      const figure = { scenario: 't', label, unit: 'µs', ...bounds } as const;
      const sides = servers.map((server) => ({ server, requests }));
      const [a, b] = await sideBySide(bench.load, sides, bench.rounds);
      figures.push(ratioFigure(figure, a?.micros ?? Number.NaN, b?.micros ?? Number.NaN));
    }
    return figures;
  },
};
