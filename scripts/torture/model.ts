// Runs plugins/draft-and-publish/tests/model for thousands of operations: documents are compared with a model in memory.
import { runModel } from '../../plugins/draft-and-publish/tests/model/run';
import type { Scenario } from './scenario';

/** Operations per seed. The next seed has other content types and an empty database. */
const LENGTH = 150;
/** The least duration. */
const SECONDS = 60;
const SEEDS = 2 ** 31;

export const model: Scenario = {
  name: 'model',
  summary: 'random histories of drafts, locales and links; compares each step with a model',
  on: ['sqlite', 'mysql', 'postgres'],
  async run({ client, operations, seconds, seed, note }) {
    const until = performance.now() + Math.max(SECONDS, seconds) * 1000;
    const first = seed ?? Math.floor(Math.random() * SEEDS);
    const counts = { seeds: 0, steps: 0, refused: 0 };
    const summary = (): string =>
      `${counts.steps} operations, ${counts.refused} refused by both, seeds ${first} to ${first + counts.seeds - 1}`;
    while (counts.steps < operations && performance.now() < until) {
      const length = Math.min(LENGTH, operations - counts.steps);
      const result = await runModel({
        database: client,
        seed: first + counts.seeds,
        operations: length,
        until,
        shrinkFor: 60_000,
      });
      counts.seeds += 1;
      counts.steps += result.steps;
      counts.refused += result.refused;
      if (result.failure !== null) return { summary: summary(), faults: [result.failure] };
      if (counts.seeds % 10 === 0) note(summary());
    }
    return { summary: summary(), faults: [] };
  },
};
