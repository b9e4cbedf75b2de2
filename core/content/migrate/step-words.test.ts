// The log line that names the steps of a startup.
import { logSteps } from './step-words';

it.each([
  [1, '1 change'],
  [2, '2 changes'],
])('counts %i step as "%s"', (count, words) => {
  const lines: string[] = [];
  const step = { kind: 'add', sentence: 'adds a table' } as never;
  logSteps({ info: (line) => lines.push(line), warn: () => undefined }, Array(count).fill(step), []);
  expect(lines).toEqual([`The database was migrated to the current schema (${words})`]);
});
