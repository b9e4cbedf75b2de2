// Binds a plan: gives the marks of its statements the values of one request. Counts the rows that may still be read.

import type { Row, Run } from '../../../database/database';
import type { Dialect } from '../../../database/dialect';
import { AppError } from '../../../kernel/errors/app-error';
import { coreErrors } from '../../../kernel/errors/core-errors';
import type { RowBudget } from '../../query/query-limits';
import type { Branch, CompiledStatement } from '../compile/plan-types';

export interface Bindings {
  readonly dialect: Dialect;
  readonly values: readonly unknown[];
  readonly documentId: string | null;
  /** Rows that may still be read. */
  budget: number;
  readonly maxRows: number;
  /** Of all reads of the request. */
  readonly rows: RowBudget | null;
  /** Of the answer. Texts are counted in characters, of which no answer has more than bytes. */
  readonly answerBytes: number;
  /** Rows of branches that were read in the round trip of their parents. */
  readonly known: Map<Branch, readonly Row[]>;
}

export function bind(
  { statement, sources }: CompiledStatement,
  bindings: Bindings,
  keys?: readonly unknown[],
): Run {
  const params: unknown[] = new Array(sources.length);
  for (let i = 0; i < sources.length; i++) {
    const source = sources[i];
    if (!source) continue;
    switch (source.kind) {
      case 'value':
        params[i] = source.bind(bindings.values[source.index]);
        if (source.isLimit) params[i] = atMost(params[i], bindings);
        break;
      case 'keys':
        params[i] = bindings.dialect.toListParam((keys ?? []) as string[], source.spec);
        break;
      case 'budget':
        params[i] = bindings.dialect.toParam(rowsLeft(bindings) + 1, { kind: 'integer' });
        break;
      case 'document':
        params[i] = bindings.documentId;
        break;
      case 'constant':
        params[i] = source.value;
    }
  }
  return { statement, params };
}

export function spend(bindings: Bindings, rows: number, path: string): void {
  bindings.budget -= rows;
  if (bindings.budget < 0) throw coreErrors.QUERY_TOO_COSTLY(path, 'rows', bindings.maxRows);
  if (bindings.rows === null) return;
  bindings.rows.left -= rows;
  if (bindings.rows.left < 0) throw bindings.rows.refuse();
}

const rowsLeft = ({ budget, rows }: Bindings): number =>
  rows === null ? budget : Math.max(0, Math.min(budget, rows.left));

/** One row more than may be read shows that there are too many. */
function atMost(limit: unknown, bindings: Bindings): unknown {
  const most = rowsLeft(bindings) + 1;
  return Number(limit) <= most ? limit : bindings.dialect.toParam(most, { kind: 'integer' });
}

/** More rows or more text than one read may have. In pieces it may be possible. */
export const isTooCostly = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'QUERY_TOO_COSTLY' || error.code === 'ANSWER_TOO_LARGE');

/** The answer is longer than a client may get, also in pieces. */
export const isTooLarge = (error: unknown, answerBytes: number): boolean =>
  error instanceof AppError && error.code === 'ANSWER_TOO_LARGE' && error.details?.limit === answerBytes;
