// z: writes with work that happens later: a version of the history, a job. Each against the same write without.
import { createLaterDeployment, documentOf, type LaterDeployment } from '../app/later-deployment';
import type { WireRequest } from '../measure/connection';
import { sideBySide } from '../measure/side-by-side';
import { type Figure, ratioFigure, type Scenario, skippedFigure } from './scenario';

const ROWS = 100;
/** Milliseconds for each list of requests. */
const WARM_UP = 4_000;

interface Case {
  readonly label: string;
  readonly target: number;
  readonly failAbove: number;
  /** With the later work, and without. */
  requests(deployment: LaterDeployment): readonly [readonly WireRequest[], readonly WireRequest[]];
}

const CASES: readonly Case[] = [
  {
    label: 'PUT of a draft of 20 KB with history',
    target: 1.1,
    failAbove: 1.2,
    requests: ({ kept, plain }) => [
      puts('/api/kepts', kept, '?status=draft'),
      puts('/api/plains', plain, '?status=draft'),
    ],
  },
  {
    label: 'PUT that publishes 20 KB with history',
    target: 1.1,
    failAbove: 1.2,
    requests: ({ kept, plain }) => [puts('/api/kepts', kept, ''), puts('/api/plains', plain, '')],
  },
  {
    label: 'POST that adds a job',
    target: 1.15,
    failAbove: 1.3,
    requests: () => [posts('/api/queueds'), posts('/api/singles')],
  },
];

export const LATER: Scenario = {
  letter: 'z',
  title: 'writes with a history and with jobs, against the same without',
  async run(bench) {
    if (bench.self)
      return CASES.map((each) => skippedFigure('z', each.label, each, 'the limit has no plugins'));
    bench.note(`${bench.engine}: documents with a history`);
    const deployment = await createLaterDeployment(bench.where, { rows: ROWS, dist: bench.dist });
    try {
      const server = await deployment.application();
      // The cases share code. Without this, the compilation of it counts for the first case.
      for (const { requests } of CASES)
        for (const list of requests(deployment))
          await bench.load.run({
            target: server.target,
            requests: list,
            connections: 8,
            milliseconds: WARM_UP,
          });
      const figures: Figure[] = [];
      for (const { label, target, failAbove, requests } of CASES) {
        const sides = requests(deployment).map((list) => ({ server, requests: list }));
        const [later, plain] = await sideBySide(bench.load, sides, bench.rounds);
        const figure = { scenario: 'z', label, unit: 'µs', target, failAbove } as const;
        figures.push(ratioFigure(figure, later?.micros ?? Number.NaN, plain?.micros ?? Number.NaN));
      }
      return figures;
    } finally {
      await deployment.close();
    }
  },
};

/** Four requests for each document, far apart. Each one changes a paragraph. */
const puts = (path: string, documents: readonly string[], query: string): WireRequest[] =>
  [1, 2, 3, 4].flatMap((turn) =>
    documents.map((documentId) => ({
      method: 'PUT',
      path: `${path}/${documentId}${query}`,
      body: JSON.stringify({ data: documentOf(turn) }),
    })),
  );

const posts = (path: string): WireRequest[] => [
  { method: 'POST', path, body: JSON.stringify({ data: { title: 'a winter letter', rating: 3 } }) },
];
