// Compares the service with a model in memory after every step of random histories. scripts/torture (`--only model`) runs longer ones.
import { testDatabases } from '../../../../core/testing';
import { runModel } from './run';

const SEEDS = [1, 2, 3, 4, 5, 6];
const OPERATIONS = 70;
const MILLISECONDS = 8_000;

test.each(testDatabases())('documents on %s are what the model says', async (database) => {
  const until = performance.now() + MILLISECONDS;
  let steps = 0;
  for (const seed of SEEDS) {
    const result = await runModel({ database, seed, operations: OPERATIONS, until, shrinkFor: 10_000 });
    if (result.failure !== null) throw new Error(result.failure);
    steps += result.steps - result.refused;
  }
  expect(steps).toBeGreaterThan(0);
});
