// The report as JSON, for programs and for comparing two deployments.

import type { CaseResult, RunResult } from '../runner/run';
import { curlOf } from '../wire/client';
import { absenceLine } from './absence';
import { countRows, tookAnyRefusal } from './totals';

export function jsonReport(result: RunResult): string {
  const { rows, ...run } = result;
  return `${JSON.stringify(
    {
      ...run,
      applicability: absenceLine(result),
      totals: countRows(rows),
      rows: rows.map((one) => ({
        ...one.row,
        status: one.status,
        ...(one.reason === null ? {} : { reason: one.reason }),
        ...(tookAnyRefusal(one) ? { tookAnyRefusal: true } : {}),
        cases: one.cases.map(caseOf),
      })),
    },
    null,
    2,
  )}\n`;
}

function caseOf({ name, status, failure, records, milliseconds }: CaseResult): object {
  if (!failure) return { name, status, milliseconds, ...(records.length > 0 ? { records } : {}) };
  const { exchange, ...rest } = failure;
  return {
    name,
    status,
    milliseconds,
    failure: {
      ...rest,
      ...(exchange
        ? {
            curl: curlOf(exchange.request),
            answer: exchange.answer && {
              status: exchange.answer.status,
              text: exchange.answer.text.slice(0, 20_000),
            },
          }
        : {}),
    },
  };
}
