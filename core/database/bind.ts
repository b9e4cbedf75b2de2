// Binding a plan: the values of one request go to the marks of its statements; the row budget is kept here.
import { coreErrors } from '../errors/core-errors';
import type { Branch, CompiledStatement, NodePlan } from './compile/plan-types';
import type { Row, Run, Steps } from './database';
import type { Dialect } from './dialect';

export interface Bindings {
  readonly dialect: Dialect;
  readonly values: readonly unknown[];
  readonly documentId: string | null;
  /** Rows that may still be read. */
  budget: number;
  readonly maxRows: number;
  /** Rows of branches that were read beside their parents. */
  readonly known: Map<Branch, readonly Row[]>;
}

/** What a part wants to read, and how it goes on once it has. */
export interface PartWork {
  readonly runs: readonly Run[];
  finish(results: readonly Row[][]): Steps<void>;
  /** Once finished: what the part writes into the text of a row. */
  text(row: Row, index: number): string;
}

/** The texts of rows below a part. */
export type Glue = (plan: NodePlan, rows: readonly Row[], bindings: Bindings) => Steps<string[]>;

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
        break;
      case 'keys':
        params[i] = bindings.dialect.toListParam((keys ?? []) as string[], source.spec);
        break;
      case 'budget':
        params[i] = bindings.dialect.toParam(bindings.budget + 1, { kind: 'integer' });
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
}
