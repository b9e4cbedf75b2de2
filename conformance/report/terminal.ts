// The report for a terminal: progress while it runs, then each failure with its request, then a table.

import type { Failure } from '../runner/case-work';
import type { CaseResult, RunResult } from '../runner/run';
import { curlOf } from '../wire/client';
import { absenceLine } from './absence';
import { type Earlier, redLine } from './diff';
import { bySection, countRows, failedOf, isGreen, tookAnyRefusal } from './totals';

const SHORT = 600;

export function createProgress(
  out: NodeJS.WriteStream,
): (result: CaseResult, done: number, all: number) => void {
  let failed = 0;
  return ({ status, name }, done, all) => {
    if (status === 'failed') failed += 1;
    if (out.isTTY)
      out.write(`\r\u001b[K${done}/${all}${failed > 0 ? `, ${failed} failed` : ''}  ${name.slice(0, 60)}`);
    else if (done % 100 === 0) out.write(`${done}/${all} cases${failed > 0 ? `, ${failed} failed` : ''}\n`);
    if (out.isTTY && done === all) out.write('\r\u001b[K');
  };
}

export function terminalReport(
  result: RunResult,
  colours: boolean,
  history: readonly Earlier[] = [],
): string {
  const paint = (code: number, text: string): string => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
  const lines: string[] = [absenceLine(result)];
  const failures = new Map<CaseResult, string[]>();
  for (const { row, cases } of result.rows)
    for (const one of cases)
      if (one.status === 'failed')
        failures.set(one, [
          ...(failures.get(one) ?? []),
          `${row.level} ${row.id}: ${row.says}`,
          ...[redLine(row.id, history) ?? []].flat(),
        ]);
  for (const [one, rows] of failures) {
    lines.push('', paint(31, `✗ ${one.name}`), ...rows.map((row) => `  ${row}`));
    if (one.failure) lines.push(...failureLines(one.failure).map((line) => `    ${line}`));
  }
  lines.push('', ...table(result, paint), '', ...absent(result), ...refusals(result));
  const counts = countRows(result.rows);
  const must = failedOf(result, 'must').length;
  lines.push(
    `${result.target}, profile ${result.profile}, ${(result.milliseconds / 1000).toFixed(1)} s${result.cut ? ', ended early' : ''}`,
    paint(
      isGreen(result) ? 32 : 31,
      `${counts.passed} passed, ${counts.failed} failed (${must} must, ${failedOf(result, 'should').length} should), ${counts.recorded} recorded, ${counts['not applicable']} not applicable`,
    ),
  );
  return lines.join('\n');
}

export function failureLines(failure: Failure): string[] {
  const { message, path, expected, received, exchange } = failure;
  const lines = [message];
  if (path !== undefined)
    lines.push(`${'expected'} ${path ? `at ${path} ` : ''}${shown(expected)}`, `received ${shown(received)}`);
  if (exchange) {
    const { request, answer } = exchange;
    lines.push(
      `${request.method} ${request.url}${request.body === null ? '' : `  ${clip(request.body.toString())}`}`,
    );
    if (answer) lines.push(`→ ${answer.status} ${clip(answer.text)}`);
    lines.push(curlOf(request));
  }
  return lines;
}

function table(result: RunResult, paint: (code: number, text: string) => string): string[] {
  const lines = [row('section', 'rows', 'passed', 'failed', 'recorded', 'n/a')];
  for (const [section, rows] of bySection(result.rows)) {
    const counts = countRows(rows);
    const text = row(
      section,
      rows.length,
      counts.passed,
      counts.failed,
      counts.recorded,
      counts['not applicable'],
    );
    lines.push(counts.failed > 0 ? paint(31, text) : text);
  }
  return lines;
}

const row = (first: string, ...rest: (string | number)[]): string =>
  first.padEnd(24) + rest.map((cell) => String(cell === 0 ? '·' : cell).padStart(10)).join('');

/** Rows that did not run, by reason. */
function absent(result: RunResult): string[] {
  const reasons = new Map<string, number>();
  for (const one of result.rows)
    if (one.status === 'not applicable')
      reasons.set(one.reason ?? '', (reasons.get(one.reason ?? '') ?? 0) + 1);
  return [...reasons].map(([reason, count]) => `not applicable (${count}): ${reason}`);
}

/** Rows whose status the specification leaves open. */
function refusals({ rows }: RunResult): string[] {
  const ids = rows.filter(tookAnyRefusal).map(({ row: { id } }) => id);
  return ids.length === 0
    ? []
    : [`passed, and any other 4xx would pass too (${ids.length}): ${ids.join(', ')}`];
}

const shown = (value: unknown): string => clip(JSON.stringify(value) ?? 'nothing');
const clip = (text: string): string =>
  text.length > SHORT ? `${text.slice(0, SHORT)}… (${text.length} characters)` : text;
