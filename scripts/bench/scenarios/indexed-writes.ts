// y: a PUT that publishes a document of a type with a search index, against the same PUT without the index.
import { createIndexedDeployment, textsOf } from '../app/indexed-deployment';
import type { WireRequest } from '../measure/connection';
import { sideBySide } from '../measure/side-by-side';
import { type Figure, ratioFigure, type Scenario, skippedFigure } from './scenario';

const ROWS = 1_000;
const CASES = [
  { label: 'PUT that changes indexed texts', isChange: true, target: 1.15, failAbove: 1.6 },
  { label: 'PUT that keeps indexed texts', isChange: false, target: 1.05, failAbove: 1.2 },
] as const;

export const INDEXED_WRITES: Scenario = {
  letter: 'y',
  title: 'PUT with a search index, against the same without',
  async run(bench) {
    if (bench.self)
      return CASES.map((each) => skippedFigure('y', each.label, each, 'the limit has no index'));
    bench.note(`${bench.engine}: documents with a search index`);
    const deployment = await createIndexedDeployment(bench.where, {
      rows: Math.min(bench.rows, ROWS),
      dist: bench.dist,
    });
    try {
      const server = await deployment.application();
      const figures: Figure[] = [];
      for (const { label, isChange, target, failAbove } of CASES) {
        const sides = (['indexed', 'plain'] as const).map((name) => ({
          server,
          requests: puts(`/api/${name}s`, deployment[name], isChange),
        }));
        const [indexed, plain] = await sideBySide(bench.load, sides, bench.rounds);
        const figure = { scenario: 'y', label, unit: 'µs', target, failAbove } as const;
        figures.push(ratioFigure(figure, indexed?.micros ?? Number.NaN, plain?.micros ?? Number.NaN));
      }
      return figures;
    } finally {
      await deployment.close();
    }
  },
};

/** Two requests for each document, far apart. With `isChange`, each one changes both texts. */
function puts(path: string, documents: readonly string[], isChange: boolean): WireRequest[] {
  return [1, 2].flatMap((turn) =>
    documents.map((documentId, index) => ({
      method: 'PUT',
      path: `${path}/${documentId}`,
      body: JSON.stringify({
        data: { ...textsOf(isChange ? index + turn * 1_000_003 : index), rating: turn },
      }),
    })),
  );
}
