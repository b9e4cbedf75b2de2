// f: a PUT that publishes a page, against the same rows written by hand. n: lists of documents with two axes, against lists
// without axes.
import { createVersionsDeployment, type VersionsDeployment } from '../app/versions-deployment';
import type { WireRequest } from '../measure/connection';
import { differenceOf } from '../measure/same-answer';
import { sideBySide } from '../measure/side-by-side';
import { type Bench, type Figure, ratioFigure, type Scenario, skippedFigure } from './scenario';

const PUBLISHING = {
  sqlite: { target: 1.8, failAbove: 2.3 },
  mysql: { target: 2, failAbove: 2.6 },
  postgres: { target: 2, failAbove: 2.6 },
} as const;
const axes = { target: 1.1, failAbove: 1.25 } as const;
const ROWS = 2_000;

async function withVersions(
  bench: Bench,
  work: (on: VersionsDeployment) => Promise<Figure[]>,
): Promise<Figure[]> {
  bench.note(`${bench.where.engine}: documents with versions`);
  const deployment = await createVersionsDeployment(bench.where, {
    rows: Math.min(bench.rows, ROWS),
    dist: bench.dist,
  });
  try {
    return await work(deployment);
  } finally {
    await deployment.close();
  }
}

export const PUBLISH: Scenario = {
  letter: 'f',
  title: 'PUT that publishes a page with components, a zone and links',
  async run(bench) {
    const label = 'PUT that publishes a page';
    const publishing = PUBLISHING[bench.engine];
    if (bench.self) return [skippedFigure('f', label, publishing, 'its limit is not compared with itself')];
    return withVersions(bench, async (on) => {
      const [ours, limit] = [await on.application(), await on.limit()];
      const requests = on.pages.flatMap((page, index) =>
        [0, 1].map((turn) => put(on, page, index + turn * 17)),
      );
      const figure = { scenario: 'f', label, unit: 'µs', ...publishing } as const;
      for (const request of requests.slice(0, 3)) {
        const differs = await differenceOf(ours, limit, request);
        if (differs !== null)
          return [{ ...figure, ours: Number.NaN, limit: null, judged: Number.NaN, differs }];
      }
      return [await compare(bench, figure, { server: ours, requests }, { server: limit, requests })];
    });
  },
};

export const AXES: Scenario = {
  letter: 'n',
  title: 'lists with drafts and locales, against the same without',
  async run(bench) {
    if (bench.self) return [skippedFigure('n', 'list, both axes', axes, 'the limit knows no axes')];
    return withVersions(bench, async (on) => {
      const server = await on.application();
      const lists: readonly (readonly [string, string])[] = [
        ['list of 25, total', ''],
        ['list of 25, to-one and to-many populated', '?populate[0]=writer&populate[1]=labels'],
        ['list of 25, in one locale', '?locale=fr'],
      ];
      const figures: Figure[] = [];
      for (const [label, query] of lists)
        figures.push(
          await compare(
            bench,
            { scenario: 'n', label, unit: 'µs', ...axes },
            { server, requests: [get(`/api/stories${query}`)] },
            { server, requests: [get(`/api/plainstories${query}`)] },
          ),
        );
      return figures;
    });
  },
};

type Side = Parameters<typeof sideBySide>[1][number];

async function compare(
  bench: Bench,
  figure: Parameters<typeof ratioFigure>[0],
  one: Side,
  other: Side,
): Promise<Figure> {
  const [a, b] = await sideBySide(bench.load, [one, other], bench.rounds);
  return ratioFigure(figure, a?.micros ?? Number.NaN, b?.micros ?? Number.NaN);
}

const get = (path: string): WireRequest => ({ method: 'GET', path });

function put({ tags, files }: VersionsDeployment, page: string, number: number): WireRequest {
  const file = (step: number): string | undefined => files[(number + step) % files.length];
  const data = {
    title: `page ${number}`,
    slug: `page-${number}`,
    cover: file(0),
    tags: [0, 1, 2].map((step) => tags[(number + step * 5) % tags.length]),
    seo: { title: 'winter letter', text: 'a copper lantern over the meadow' },
    zone: [
      { __component: 'zone.hero', heading: 'the harbour', image: file(1) },
      { __component: 'zone.quote', text: 'no answer at all', source: 'the river' },
      { __component: 'zone.hero', heading: 'the bridge', image: file(2) },
    ],
  };
  return { method: 'PUT', path: `/api/pages/${page}`, body: JSON.stringify({ data }) };
}
