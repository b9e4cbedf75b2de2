// A: requests whose results are kept in memory, against the same requests that read.
import { compareReads } from './same-reads';
import { type Scenario, skippedFigure } from './scenario';

const bounds = { target: 0.6, failAbove: 0.8 } as const;

export const KEPT_RESULTS: Scenario = {
  letter: 'A',
  title: 'results that are kept in memory, against reads',
  async run(bench) {
    if (bench.self) return [skippedFigure('A', 'kept', bounds, 'the limit keeps nothing')];
    const deployment = await bench.deployment(bench.rows);
    return compareReads(bench, { letter: 'A', word: 'kept', bounds }, [
      await deployment.withKeptResults(),
      await deployment.application(),
    ]);
  },
};
