// Compares the state of each row with a committed file. Arguments: FILE, then JSON reports; the name of a report without its ending
// is its title. `--write` writes the states of these reports into the file. The first title has all its rows in the file; the
// others have the rows whose state differs from the first.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { valueAt } from './runner/captures';

/** The state of each row, by id. */
export type States = Readonly<Record<string, string>>;
export type StatesByTitle = Readonly<Record<string, States>>;

const ABSENT = 'not selected';

/** Each difference as one line. A title without a report is a difference: its check did not run. */
export function differences(expected: StatesByTitle, found: StatesByTitle): string[] {
  return keysOf(expected, found).flatMap((title) => {
    const [before = {}, now] = [expected[title], found[title]];
    if (!now) return [`${title}: no report`];
    return keysOf(before, now).flatMap((id) =>
      before[id] === now[id]
        ? []
        : [`${title}: ${id} is ${now[id] ?? ABSENT}, expected ${before[id] ?? ABSENT}`],
    );
  });
}

/** With all rows of the first title, and the differences of the others. */
export function packed(states: StatesByTitle): StatesByTitle {
  const [first, ...others] = Object.entries(states);
  if (!first) return {};
  const [, base] = first;
  return Object.fromEntries([
    first,
    ...others.map(([title, own]): [string, States] => [
      title,
      Object.fromEntries(
        keysOf(base, own).flatMap((id) => (base[id] === own[id] ? [] : [[id, own[id] ?? ABSENT]])),
      ),
    ]),
  ]);
}

export function unpacked(file: StatesByTitle): StatesByTitle {
  const [first, ...others] = Object.entries(file);
  if (!first) return {};
  const [, base] = first;
  return Object.fromEntries([
    first,
    ...others.map(([title, own]): [string, States] => [
      title,
      Object.fromEntries(Object.entries({ ...base, ...own }).filter(([, state]) => state !== ABSENT)),
    ]),
  ]);
}

const keysOf = (...all: readonly object[]): string[] => [...new Set(all.flatMap((one) => Object.keys(one)))];

function statesIn(report: string): States {
  const rows = valueAt(JSON.parse(readFileSync(report, 'utf8')), 'rows');
  return Object.fromEntries(
    (Array.isArray(rows) ? rows : [])
      .map((row: unknown) => [String(valueAt(row, 'id')), String(valueAt(row, 'status'))] as const)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}

function main(args: readonly string[]): number {
  const [file = '', ...reports] = args.filter((arg) => arg !== '--write');
  const found = Object.fromEntries(reports.map((report) => [basename(report, '.json'), statesIn(report)]));
  const expected = existsSync(file) ? unpacked(JSON.parse(readFileSync(file, 'utf8'))) : {};
  if (args.includes('--write')) {
    writeFileSync(file, `${JSON.stringify(packed({ ...expected, ...found }), null, 2)}\n`);
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
