// The coverage of the suite: rows and cases by section, rows without a case, cases without a row.
import type { Case } from '../cases/case';
import { LEVELS, type Row } from '../spec/row';
import { isUnproven } from '../spec/unproven';

export interface Gaps {
  readonly rowsWithoutCase: readonly string[];
  readonly casesWithoutRow: readonly string[];
  readonly repeatedRows: readonly string[];
}

export function gapsOf(rows: readonly Row[], cases: readonly Case[]): Gaps {
  const ids = rows.map((row) => row.id);
  const known = new Set(ids);
  const covered = new Set(cases.flatMap((one) => one.rows));
  return {
    rowsWithoutCase: ids.filter((id) => !covered.has(id)),
    casesWithoutRow: [...covered].filter((id) => !known.has(id)),
    repeatedRows: ids.filter((id, index) => ids.indexOf(id) !== index),
  };
}

export function coverageText(rows: readonly Row[], cases: readonly Case[], withRows: boolean): string {
  const lines = [
    `${'section'.padEnd(24)}${['rows', ...LEVELS, 'cases', 'unproven'].map((head) => head.padStart(10)).join('')}`,
  ];
  for (const section of new Set(rows.map((row) => row.section))) {
    const own = rows.filter((row) => row.section === section);
    const ids = new Set(own.map((row) => row.id));
    const cells = [
      own.length,
      ...LEVELS.map((level) => own.filter((row) => row.level === level).length),
      cases.filter((one) => one.rows.some((id) => ids.has(id))).length,
      own.filter(isUnproven).length,
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
  lines.push(
    '',
    `${covered} of ${rows.length} rows have a case; ${cases.length} cases; ${rows.filter(isUnproven).length} rows are unproven`,
  );
  if (gaps.rowsWithoutCase.length > 0) lines.push(`without a case: ${gaps.rowsWithoutCase.join(', ')}`);
  if (gaps.casesWithoutRow.length > 0) lines.push(`cases of no row: ${gaps.casesWithoutRow.join(', ')}`);
  return lines.join('\n');
}
