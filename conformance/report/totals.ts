// The counts of a run and its verdict: green means that no must failed, nothing answered 5xx, and something ran.
import { answeredWithFault } from '../runner/perform-case';
import type { RowResult, RowStatus, RunResult } from '../runner/run';
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

/** A failed must, or a 5xx on a row of any level. */
export const isBreach = ({ row, status, cases }: RowResult): boolean =>
  status === 'failed' && (row.level === 'must' || cases.some(({ failure }) => answeredWithFault(failure)));

/** Passed rows that any other 4xx would have satisfied too. */
export const tookAnyRefusal = ({ status, cases }: RowResult): boolean =>
  status === 'passed' && cases.some((one) => one.tookAnyRefusal);

export const breachesOf = ({ rows }: RunResult): RunResult['rows'] => rows.filter(isBreach);

export function isGreen(result: RunResult): boolean {
  return breachesOf(result).length === 0 && result.rows.some((one) => one.status === 'passed') && !result.cut;
}

/** For --strict: rows that are not applicable fail. Rows about a missing feature stay as they are. */
export function strictly(result: RunResult): RunResult {
  const isOut = ({ status, absence }: RowResult): boolean =>
    status === 'not applicable' && absence?.missing.every((need) => need.startsWith('no-')) !== true;
  const rows = result.rows.map((one): RowResult => {
    if (!isOut(one)) return one;
    const failure = { message: `not applicable: ${one.reason}` };
    return {
      ...one,
      status: 'failed',
      cases: one.cases.map((own) => ({ ...own, status: 'failed', failure })),
    };
  });
  return { ...result, rows };
}

/** The results of a section, in the order of the rows. */
export function bySection(rows: RunResult['rows']): Map<string, RunResult['rows'][number][]> {
  const sections = new Map<string, RunResult['rows'][number][]>();
  for (const one of rows) sections.set(one.row.section, [...(sections.get(one.row.section) ?? []), one]);
  return sections;
}
