// Documents against a model in plain memory, for thousands of operations: plugins/draft-and-publish/tests/model, at length.
import { runModel } from '../../plugins/draft-and-publish/tests/model/run';
import type { Scenario } from './scenario';

/** Operations of one seed: then everything begins anew, with other content types. */
const LENGTH = 150;
/** At least. */
const SECONDS = 60;
const SEEDS = 2 ** 31;

export const model: Scenario = {
  name: 'model',
  summary: 'random histories of drafts, locales and links, compared with a model after every step',
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
