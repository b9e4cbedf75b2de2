// Compares the counts of rows per state with a committed file. Arguments: FILE, then JSON reports; the name of a report without
// its ending is its title. `--write` writes the counts of these reports into the file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { valueAt } from './runner/captures';

type Counts = Readonly<Record<string, unknown>>;

/** Each difference as one line. A title without a report is a difference: its check did not run. */
export function differences(expected: Counts, found: Counts): string[] {
  return [...new Set([...Object.keys(expected), ...Object.keys(found)])].flatMap((title) => {
    if (!Object.hasOwn(found, title)) return [`${title}: no report`];
    const states = new Set([expected[title], found[title]].flatMap((counts) => Object.keys(Object(counts))));
    return [...states].flatMap((state) => {
      const [before, now] = [valueAt(expected, title), valueAt(found, title)].map((of) => valueAt(of, state));
      return before === now ? [] : [`${title}: ${now ?? 'no'} rows ${state}, expected ${before ?? 'none'}`];
    });
  });
}

function main(args: readonly string[]): number {
  const [file = '', ...reports] = args.filter((arg) => arg !== '--write');
  const found = Object.fromEntries(
    reports.map((report) => [
      basename(report, '.json'),
      valueAt(JSON.parse(readFileSync(report, 'utf8')), 'totals'),
    ]),
  );
  const expected = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  if (args.includes('--write')) {
    writeFileSync(file, `${JSON.stringify({ ...expected, ...found }, null, 2)}\n`);
    return 0;
  }
  const lines = differences(expected, found);
  for (const line of lines) console.error(line);
  if (lines.length > 0)
    console.error(
      `The counts differ from ${file}. When they are right: node dist/conformance/compare-counts.js --write ${args.join(' ')}`,
    );
  return lines.length > 0 ? 1 : 0;
}

if (require.main === module) process.exitCode = main(process.argv.slice(2));
