// s: a list right after a write, against the same list and the same write by themselves. A total that is counted again after each
// write makes the pair dearer than its parts.
import type { Server } from '../app/processes';
import { documentIdOf } from '../data/rows';
import type { WireRequest } from '../measure/connection';
import { sideBySide } from '../measure/side-by-side';
import { BY_AUTHOR, LIST, ONE } from '../paths';
import { type Bench, type Figure, ratioFigure, type Scenario, shortSize, skippedFigure } from './scenario';

const ROWS = 100_000;
/** Not 1: after each commit the reader of SQLite drops its page cache. A recount would make it 5. */
const bounds = { target: 1.3, failAbove: 1.7 } as const;

const puts: readonly WireRequest[] = Array.from({ length: 100 }, (_, index) => ({
  method: 'PUT',
  path: ONE + documentIdOf('article', index + 1),
  body: JSON.stringify({ data: { summary: `the river under the bridge ${index}` } }),
}));

export const AFTER_WRITE: Scenario = {
  letter: 's',
  title: 'list after a write',
  run: (bench) => atSize(bench, ROWS, `, ${shortSize(ROWS)}`),
  at: (bench, rows) => atSize(bench, rows, ''),
};

async function atSize(bench: Bench, rows: number, size: string): Promise<Figure[]> {
  const label = 'list after a write';
  if (bench.self) return [skippedFigure('s', label, bounds, 'the limit changes no article')];
  const server = await (await bench.deployment(rows)).application();
  return [
    await measure(bench, server, `${label}${size}`, LIST),
    await measure(bench, server, `filtered ${label}${size}`, BY_AUTHOR),
  ];
}

async function measure(bench: Bench, server: Server, label: string, path: string): Promise<Figure> {
  bench.note(`s: ${label}`);
  const list: WireRequest = { method: 'GET', path };
  // The list first: a total is not cached during a commit.
  const sides = [[list], puts, puts.flatMap((put) => [put, list])].map((requests) => ({ server, requests }));
  const [alone, put, both] = (await sideBySide(bench.load, sides, bench.rounds)).map(
    ({ micros }) => micros ?? Number.NaN,
  );
  const figure = { scenario: 's', label, unit: 'µs', ...bounds } as const;
  return ratioFigure(figure, 2 * (both ?? Number.NaN), (put ?? Number.NaN) + (alone ?? Number.NaN));
}
