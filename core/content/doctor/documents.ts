// Locks documents, reads their rows, counts the rows of a type.
import type { Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { type ReadAll, rowsOf, type StoredDocument } from '../documents/all-documents';
import type { WritePlan } from '../documents/write/write-plan';

export async function rowsOfDocuments(
  plan: WritePlan,
  tx: Tx,
  documentIds: readonly string[],
): Promise<StoredDocument[]> {
  const documents: StoredDocument[] = [];
  for (const documentId of documentIds) {
    const rows = await rowsOf(plan, (text, params) => tx.all(text, params), documentId);
    if (rows.length > 0) documents.push({ documentId, rows });
  }
  return documents;
}

/** `documentIds` must be sorted: every write locks in this order. */
export async function lockDocuments(plan: WritePlan, tx: Tx, documentIds: readonly string[]): Promise<void> {
  if (!plan.text.lock) return;
  for (const documentId of documentIds) await tx.all(plan.text.lock, [documentId]);
}

export async function countRows(
  plan: WritePlan,
  dialect: Pick<Dialect, 'id'>,
  all: ReadAll,
): Promise<number> {
  const [row] = await all(`SELECT COUNT(*) FROM ${dialect.id(plan.type.table)}`);
  return Number(row?.[0] ?? 0);
}
