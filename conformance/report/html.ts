// The report as one HTML file: figures, rows by section, a filter. Each failure shows the expected and the actual answer.

import type { CaseResult, RowResult, RunResult } from '../runner/run';
import { curlOf } from '../wire/client';
import { absenceLine } from './absence';
import { type Earlier, redLine } from './diff';
import { PAGE_SCRIPT, PAGE_STYLE } from './html-page';
import { breachesOf, bySection, countRows, isGreen, tookAnyRefusal } from './totals';

export function htmlReport(result: RunResult, history: readonly Earlier[] = []): string {
  const counts = countRows(result.rows);
  const figures: [string, number, string][] = [
    ['passed', counts.passed, 'passed'],
    ['failed', counts.failed, 'failed'],
    ['recorded', counts.recorded, 'recorded'],
    ['not applicable', counts['not applicable'], 'na'],
  ];
  const verdict = isGreen(result)
    ? 'Conforms: no must failed, and nothing answered 5xx.'
    : `Does not conform: ${breachesOf(result).length} rows failed that must hold.`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Conformance of ${text(result.target)}</title><style>${PAGE_STYLE}</style></head><body>
<header><h1>Conformance</h1>
<p>${text(result.target)} · profile ${text(result.profile)} · ${text(result.began.slice(0, 16).replace('T', ' '))} UTC · ${(result.milliseconds / 1000).toFixed(1)} s</p>
<p>${text(absenceLine(result))}</p>
<p class="verdict ${isGreen(result) ? 'passed' : 'failed'}">${verdict}</p>
<nav>${figures.map(([label, count, kind]) => `<button type="button" data-status="${kind}"><b class="${kind}">${count}</b> ${label}</button>`).join('')}
<input type="search" placeholder="filter: id, sentence, level …" aria-label="filter rows"></nav></header>
<main>${failedRows(result, history)}${contents(result)}
<p class="reason">recorded: the specification leaves the behaviour open. The report shows it, and it is never a failure.</p>
${[...bySection(result.rows.filter(({ status }) => status !== 'failed'))].map(([section, rows]) => sectionHtml(section, rows, history)).join('\n')}</main>
<script>${PAGE_SCRIPT}</script></body></html>
`;
}

/** The failed rows of all sections, before the others. */
function failedRows({ rows }: RunResult, history: readonly Earlier[]): string {
  const failed = rows.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return '';
  return `<details class="section" id="failed-rows" open><summary><h2>Failed rows</h2> <span>${failed.length} rows</span></summary>
${failed.map((one) => rowHtml(one, history)).join('\n')}</details>`;
}

/** Links to the sections. */
function contents({ rows }: RunResult): string {
  const items = [...bySection(rows.filter(({ status }) => status !== 'failed'))].map(
    ([section, own]) => `<li><a href="#${text(section)}">${text(own[0]?.row.title ?? section)}</a></li>`,
  );
  return `<details class="contents"><summary>Sections</summary><ul>${items.join('')}</ul></details>`;
}

function sectionHtml(section: string, rows: readonly RowResult[], history: readonly Earlier[]): string {
  const counts = countRows(rows);
  const bar = (['passed', 'recorded', 'not applicable'] as const)
    .map(
      (status) =>
        `<i class="${kindOf(status)}" style="flex:${counts[status]}" title="${counts[status]} ${status}"></i>`,
    )
    .join('');
  return `<details class="section" id="${text(section)}"><summary><h2>${text(rows[0]?.row.title ?? section)}</h2>
<code>${text(section)}</code> <span>${rows.length} rows</span><div class="bar">${bar}</div></summary>
${rows.map((one) => rowHtml(one, history)).join('\n')}</details>`;
}

function rowHtml(one: RowResult, history: readonly Earlier[]): string {
  const { row, status, reason, cases } = one;
  const words = `${row.id} ${row.says} ${row.level} ${row.needs.join(' ')}`.toLowerCase();
  const notes = [
    reason,
    status === 'failed' ? redLine(row.id, history) : null,
    tookAnyRefusal(one) ? 'Any other 4xx would pass too: the specification names no status.' : null,
  ];
  const note = notes.map((line) => (line === null ? '' : `<p class="reason">${text(line)}</p>`)).join('');
  const records = cases.flatMap((one) => one.records).map((line) => `<p class="record">${text(line)}</p>`);
  const failures = cases.filter((one) => one.failure).map(failureHtml);
  return `<article id="${text(row.id)}" data-status="${kindOf(status)}" data-words="${text(words)}"><span class="mark ${kindOf(status)}">${status}</span>
<div><a href="#${text(row.id)}"><code>${text(row.id)}</code></a> <small>${row.level} · ${text(row.at)}${row.needs.length > 0 ? ` · ${text(row.needs.join(', '))}` : ''}</small>
<p>${text(row.says)}</p>${note}${records.join('')}${failures.join('')}</div></article>`;
}

function failureHtml({ name, failure }: CaseResult): string {
  if (!failure) return '';
  const { message, path, expected, received, exchange } = failure;
  const sides =
    path === undefined
      ? ''
      : `<div class="sides"><div><h4>expected${path ? ` at ${text(path)}` : ''}</h4><pre>${json(expected)}</pre></div><div><h4>received</h4><pre>${json(received)}</pre></div></div>`;
  const sent = exchange
    ? `<h4>request</h4><pre>${text(curlOf(exchange.request))}</pre>${exchange.answer ? `<h4>answer ${exchange.answer.status}</h4><pre>${text(exchange.answer.text.slice(0, 4000))}</pre>` : ''}`
    : '';
  return `<details class="failure"><summary>${text(name)}: ${text(message)}</summary>${sides}${sent}</details>`;
}

const kindOf = (status: string): string => (status === 'not applicable' ? 'na' : status);
const json = (value: unknown): string => text(JSON.stringify(value, null, 2) ?? 'nothing');
const text = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
