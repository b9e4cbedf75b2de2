// m: the first page and a page by id must cost the same with 100,000 documents as with 1,000.
import type { WireRequest } from '../measure/connection';
import { sideBySide } from '../measure/side-by-side';
import { after, LIST } from '../paths';
import { type Figure, ratioFigure, type Scenario } from './scenario';

const SMALL = 1_000;
const LARGE = 100_000;
const bounds = { target: 1.1, failAbove: 1.2 } as const;

/** Places all over the table. */
const pagesById = (rows: number): WireRequest[] =>
  Array.from({ length: 40 }, (_, index) => ({
    method: 'GET',
    path: after(Math.floor((rows / 50) * (index + 1))),
  }));

export const SIZE: Scenario = {
  letter: 'm',
  title: '100,000 documents against 1,000',
  async run(bench) {
    const large = await (await bench.deployment(LARGE)).application();
    const small = await (await bench.deployment(SMALL)).application();
    const measure = async (label: string, requests: (rows: number) => WireRequest[]): Promise<Figure> => {
      const sides = [
        { server: large, requests: requests(LARGE) },
        { server: small, requests: requests(SMALL) },
      ];
      const [a, b] = await sideBySide(bench.load, sides, bench.rounds);
      const figure = { scenario: 'm', label, unit: 'µs', ...bounds } as const;
      return ratioFigure(figure, a?.micros ?? Number.NaN, b?.micros ?? Number.NaN);
    };
    const figures = [await measure('first page, 100k / 1k', () => [{ method: 'GET', path: LIST }])];
    // The limit has no such page.
    if (!bench.self) figures.push(await measure('page by id, 100k / 1k', pagesById));
    return figures;
  },
};
