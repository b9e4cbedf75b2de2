// (a), (b) and (c) from one application, against the same from another one on the same database.

import type { Server } from '../app/processes';
import { documentIdOf } from '../data/rows';
import type { WireRequest } from '../measure/connection';
import { sideBySide } from '../measure/side-by-side';
import { LIST, ONE, POPULATED } from '../paths';
import { type Bench, type Bounds, type Figure, ratioFigure } from './scenario';

/** In turn, so that no result repeats at once. */
export const ONE_OF_HUNDRED: readonly WireRequest[] = Array.from({ length: 100 }, (_, index) => ({
  method: 'GET',
  path: ONE + documentIdOf('article', index + 1),
}));

const READS: readonly (readonly [label: string, requests: readonly WireRequest[]])[] = [
  ['GET one', ONE_OF_HUNDRED],
  ['list of 25', [{ method: 'GET', path: LIST }]],
  ['list of 25, author and tags', [{ method: 'GET', path: POPULATED }]],
];

/** `word`: what differs, for the labels. */
export async function compareReads(
  bench: Bench,
  { letter, word, bounds }: { readonly letter: string; readonly word: string; readonly bounds: Bounds },
  servers: readonly [Server, Server],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [read, requests] of READS) {
    const label = `${read}, ${word}`;
    bench.note(`${letter}: ${label}`);
    const sides = servers.map((server) => ({ server, requests }));
    const [ours, other] = await sideBySide(bench.load, sides, bench.rounds);
    const figure = { scenario: letter, label, unit: 'µs', ...bounds } as const;
    figures.push(ratioFigure(figure, ours?.micros ?? Number.NaN, other?.micros ?? Number.NaN));
  }
  return figures;
}
