// The counts of a run and its verdict: green means that no must failed and something ran.
import type { RowStatus, RunResult } from '../runner/run';
import type { Level } from '../spec/row';

export type Counts = Readonly<Record<RowStatus, number>>;

export function countRows(rows: RunResult['rows']): Counts {
  const counts: Record<RowStatus, number> = { passed: 0, failed: 0, recorded: 0, 'not applicable': 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
}

export function failedOf(result: RunResult, level: Level): RunResult['rows'] {
  return result.rows.filter((one) => one.status === 'failed' && one.row.level === level);
}

export function isGreen(result: RunResult): boolean {
  return (
    failedOf(result, 'must').length === 0 && result.rows.some((one) => one.status === 'passed') && !result.cut
  );
}

/** The results of a section, in the order of the rows. */
export function bySection(rows: RunResult['rows']): Map<string, RunResult['rows'][number][]> {
  const sections = new Map<string, RunResult['rows'][number][]>();
  for (const one of rows) sections.set(one.row.section, [...(sections.get(one.row.section) ?? []), one]);
  return sections;
}
