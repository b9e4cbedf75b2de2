// Compares the states of rows with a committed file. Arguments: FILE, then JSON reports; the name of a report without its ending is its
// title. `--write` writes these reports into the file. For each title, the file has the number of rows that passed, and the ids of the
// others by state.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { valueAt } from './wire/captures';

/** The state of each row, by id. */
export type States = Readonly<Record<string, string>>;

export interface Counts {
  readonly passed: number;
  /** The ids of the rows in each other state. */
  readonly others: Readonly<Record<string, readonly string[]>>;
}
export type CountsByTitle = Readonly<Record<string, Counts>>;

const PASSED = 'passed';

export function countsOf(states: States): Counts {
  const all = Object.entries(states);
  const others: Record<string, string[]> = {};
  for (const [id, state] of all) if (state !== PASSED) others[state] = [...(others[state] ?? []), id].sort();
  return { passed: all.filter(([, state]) => state === PASSED).length, others };
}

/** Each difference as one line. A title without a report is a difference: its check did not run. */
export function differences(expected: CountsByTitle, found: Readonly<Record<string, States>>): string[] {
  return keysOf(expected, found).flatMap((title) => {
    const before = expected[title] ?? { passed: 0, others: {} };
    const states = found[title];
    if (!states) return [`${title}: no report`];
    const now = countsOf(states);
    const [wanted, seen] = [stateById(before), stateById(now)];
    const rows = keysOf(wanted, seen).flatMap((id) =>
      wanted[id] === seen[id]
        ? []
        : [`${title}: ${id} is ${states[id] ?? 'absent'}, expected ${wanted[id] ?? PASSED}`],
    );
    const count =
      now.passed === before.passed ? [] : [`${title}: ${now.passed} rows passed, expected ${before.passed}`];
    return [...rows, ...count];
  });
}

const stateById = ({ others }: Counts): States =>
  Object.fromEntries(Object.entries(others).flatMap(([state, ids]) => ids.map((id) => [id, state])));

const keysOf = (...all: readonly object[]): string[] => [...new Set(all.flatMap((one) => Object.keys(one)))];

function statesIn(report: string): States {
  const rows = valueAt(JSON.parse(readFileSync(report, 'utf8')), 'rows');
  return Object.fromEntries(
    (Array.isArray(rows) ? rows : []).map((row: unknown) => [
      String(valueAt(row, 'id')),
      String(valueAt(row, 'status')),
    ]),
  );
}

function main(args: readonly string[]): number {
  const [file = '', ...reports] = args.filter((arg) => arg !== '--write');
  const found = Object.fromEntries(reports.map((report) => [basename(report, '.json'), statesIn(report)]));
  const expected: CountsByTitle = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  if (args.includes('--write')) {
    const own = Object.fromEntries(Object.entries(found).map(([title, states]) => [title, countsOf(states)]));
    writeFileSync(file, `${JSON.stringify({ ...expected, ...own }, null, 2)}\n`);
    return 0;
  }
  const lines = differences(expected, found);
  for (const line of lines) console.error(line);
  if (lines.length > 0)
    console.error(
      `The rows differ from ${file}. When they are right: node dist/conformance/compare-counts.js --write ${args.join(' ')}`,
    );
  return lines.length > 0 ? 1 : 0;
}

if (require.main === module) process.exitCode = main(process.argv.slice(2));
