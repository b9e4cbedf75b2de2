// Runs a plan: reads the rows of the root, then all rows below them. The outcome is one JSON text per document.

import type { Row, Run, Steps } from '../../../database/database';
import type { CompiledStatement, RootPlan } from '../compile/plan-types';
import { type Bindings, bind, spend } from './bind';
import { writeRows } from './write-rows';

export interface PageOutcome {
  /** One text per document. */
  readonly texts: readonly string[];
  readonly rows: readonly Row[];
  /** null: this run did not count. */
  readonly total: number | null;
  /** Of one document: the time of the last write of its row. */
  readonly updatedAt: string | null;
}

/** `withTotal`: counts in the same round trip. */
export function* runPlan(plan: RootPlan, bindings: Bindings, withTotal: boolean): Steps<PageOutcome> {
  const page = bind(plan.page, bindings);
  const total = withTotal && plan.total ? [bind(plan.total, bindings)] : [];
  const [rows = [], ...others] = yield [
    page,
    ...total,
    ...plan.prefetched.map(({ read }) => bindPrefetch(read, bindings)),
  ];
  const counted = total.length > 0 ? others.shift() : undefined;
  for (const { branch } of plan.prefetched) {
    const read = others.shift();
    if (read) bindings.known.set(branch, read);
  }
  spend(bindings, rows.length, 'the list itself');
  const texts = yield* writeRows(plan.node, rows, bindings);
  return {
    texts,
    rows,
    total: counted ? Number(counted[0]?.[0]) : null,
    updatedAt:
      plan.updatedAtAt === null ? null : ((rows[0]?.[plan.updatedAtAt] as string | undefined) ?? null),
  };
}

/** A plan of several documents: the text of each one that the plan finds, by its documentId. */
export function* runEach(
  { page, node, documentIdAt }: RootPlan,
  bindings: Bindings,
  documentIds: readonly string[],
): Steps<Map<string, string>> {
  if (documentIdAt === null) throw new Error('The plan reads no documents by their ids');
  const [rows = []] = yield [bind(page, bindings, documentIds)];
  spend(bindings, rows.length, 'the documents themselves');
  const texts = yield* writeRows(node, rows, bindings);
  const found = new Map<string, string>();
  rows.forEach((row, index) => {
    const documentId = String(row[documentIdAt]);
    // The first row, as in a read of one document.
    if (!found.has(documentId)) found.set(documentId, texts[index] as string);
  });
  return found;
}

function bindPrefetch(read: CompiledStatement, bindings: Bindings): Run {
  const { statement, params } = bind(read, bindings);
  return { statement, params, optional: true };
}

export function* runTotal(plan: RootPlan, bindings: Bindings): Steps<number> {
  if (!plan.total) throw new Error('A read of one document has no total');
  const [rows = []] = yield [bind(plan.total, bindings)];
  return Number(rows[0]?.[0]);
}
