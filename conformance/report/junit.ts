// The report as JUnit XML: a suite per section, a test per row. A failed should is a skipped test with a message, so that only a
// failed must or a 5xx breaks a build.
import type { RowResult, RunResult } from '../runner/run';
import { failureLines } from './terminal';
import { bySection, isBreach } from './totals';

export function junitReport(result: RunResult): string {
  const suites = [...bySection(result.rows)].map(([section, rows]) => {
    const failures = rows.filter(isBreach).length;
    const skipped = rows.filter((one) => one.status !== 'passed' && !isBreach(one)).length;
    return [
      `  <testsuite name="${xml(section)}" tests="${rows.length}" failures="${failures}" skipped="${skipped}" time="${seconds(rows)}">`,
      ...rows.map(testcase),
      '  </testsuite>',
    ].join('\n');
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conformance">\n${suites.join('\n')}\n</testsuites>\n`;
}

function testcase(one: RowResult): string {
  const head = `    <testcase classname="${xml(one.row.section)}" name="${xml(`${one.row.id}: ${one.row.says}`)}" time="${seconds([one])}"`;
  const text = one.cases
    .flatMap(({ name, failure }) => (failure ? [name, ...failureLines(failure)] : []))
    .join('\n');
  if (isBreach(one))
    return `${head}><failure message="${xml(firstLine(text))}">${xml(text)}</failure></testcase>`;
  if (one.status === 'passed') return `${head}/>`;
  const reason =
    one.status === 'failed'
      ? `${one.row.level}: ${text}`
      : (one.reason ?? one.cases.flatMap((c) => c.records).join('; '));
  return `${head}><skipped message="${xml(`${one.status}: ${reason}`)}"/></testcase>`;
}

const firstLine = (text: string): string => text.split('\n').slice(0, 2).join(': ');
const seconds = (rows: readonly RowResult[]): string =>
  (
    rows.flatMap(({ cases }) => cases).reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1000
  ).toFixed(3);

/** XML 1.0 does not allow these characters. */
const xml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
