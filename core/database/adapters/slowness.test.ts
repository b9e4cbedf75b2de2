// When a plan becomes slow, and when it becomes quick again.
import { createSlownessMemory } from './slowness';

const statement = { sql: 'SELECT 1', name: 'q' };

test.each([
  ['never measured', [], false],
  ['quick', [1, 2, 1], false],
  ['interrupted once', [1, 400], false],
  ['interrupted now and then', [400, 1, 400, 1, 400], false],
  ['slow twice running', [400, 300], true],
  ['slow twice, then quick once', [400, 300, 1], false],
] as [string, number[], boolean][])('a plan that was %s', (_name, times, expected) => {
  const memory = createSlownessMemory(15);
  for (const milliseconds of times) memory.took(statement, milliseconds);
  expect(memory.isSlow(statement)).toBe(expected);
});
