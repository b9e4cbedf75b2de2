// The coverage of the suite: rows and cases by section, and what is wrong with them.
import type { Case } from '../cases/case';
import { CAPABILITIES, LEVELS, type Row } from '../spec/row';

export interface Gaps {
  readonly rowsWithoutCase: readonly string[];
  readonly casesWithoutRow: readonly string[];
  readonly repeatedRows: readonly string[];
  /** Needs that are no capability: their row would never run. */
  readonly unknownNeeds: readonly string[];
  /** Needs that every case of a row has, and the row does not declare. */
  readonly hiddenNeeds: readonly string[];
}

/** Needs that only a deployment of the suite meets. */
const STARTS = ['config', 'production', 'files', 'extension', 'array'];

export function gapsOf(rows: readonly Row[], cases: readonly Case[]): Gaps {
  const ids = rows.map((row) => row.id);
  const known = new Set(ids);
  const covered = new Set(cases.flatMap((one) => one.rows));
  return {
    rowsWithoutCase: ids.filter((id) => !covered.has(id)),
    casesWithoutRow: [...covered].filter((id) => !known.has(id)),
    repeatedRows: ids.filter((id, index) => ids.indexOf(id) !== index),
    unknownNeeds: [
      ...rows.flatMap(({ id, needs }) => unknownIn(id, needs)),
      ...cases.flatMap(({ rows: [id = ''], needs = [] }) => unknownIn(id, needs)),
    ],
    hiddenNeeds: rows.flatMap((row) => hiddenNeeds(row, cases)),
  };
}

/** The faults of the suite itself, as lines. Any of them makes a run meaningless. */
export function problemsOf(rows: readonly Row[], cases: readonly Case[]): string[] {
  const gaps = gapsOf(rows, cases);
  const lines: [string, readonly string[]][] = [
    ['rows without a case', gaps.rowsWithoutCase],
    ['cases of no row', gaps.casesWithoutRow],
    ['ids that two rows share', gaps.repeatedRows],
    ['unknown needs', gaps.unknownNeeds],
    ['needs of all cases that the row does not declare', gaps.hiddenNeeds],
  ];
  return lines.flatMap(([title, found]) => (found.length > 0 ? [`${title}: ${found.join(', ')}`] : []));
}

const unknownIn = (id: string, needs: readonly string[]): string[] =>
  needs
    .filter((need) => !Object.hasOwn(CAPABILITIES, need.replace(/^no-/, '')))
    .map((need) => `${id}: ${need}`);

function hiddenNeeds({ id, needs }: Row, cases: readonly Case[]): string[] {
  const own = cases.filter((one) => one.rows.includes(id));
  const [first] = own;
  const shared = (first?.needs ?? []).filter((need) => own.every((one) => one.needs?.includes(need)));
  const starts = own.length > 0 && own.every((one) => one.deploy ?? one.refuses);
  const hidden = shared.filter((need) => !needs.includes(need)).map((need) => `${id}: ${need}`);
  return starts && !STARTS.some((start) => needs.includes(start))
    ? [...hidden, `${id}: a separate start`]
    : hidden;
}

export function coverageText(rows: readonly Row[], cases: readonly Case[], withRows: boolean): string {
  const lines = [
    `${'section'.padEnd(24)}${['rows', ...LEVELS, 'cases'].map((head) => head.padStart(10)).join('')}`,
  ];
  for (const section of new Set(rows.map((row) => row.section))) {
    const own = rows.filter((row) => row.section === section);
    const ids = new Set(own.map((row) => row.id));
    const cells = [
      own.length,
      ...LEVELS.map((level) => own.filter((row) => row.level === level).length),
      cases.filter((one) => one.rows.some((id) => ids.has(id))).length,
    ];
    lines.push(section.padEnd(24) + cells.map((cell) => String(cell || '·').padStart(10)).join(''));
    if (withRows)
      for (const row of own)
        lines.push(
          `  ${row.id}  ${row.at} ${row.level}${row.needs.length > 0 ? ` [${row.needs.join(' ')}]` : ''}  ${row.says}`,
        );
  }
  const gaps = gapsOf(rows, cases);
  const covered = rows.length - gaps.rowsWithoutCase.length;
  lines.push('', `${covered} of ${rows.length} rows have a case; ${cases.length} cases`);
  return [...lines, ...problemsOf(rows, cases)].join('\n');
}
