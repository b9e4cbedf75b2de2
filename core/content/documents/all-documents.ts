// Reads all documents of a type in pages, in the order of their documentIds. A page never splits a document.
import type { Row } from '../../database/database';
import { ROWS_PER_PAGE } from '../../database/rows-per-page';
import type { WritePlan } from './write/write-plan';
import type { StoredRow } from './write-action';

/** A document with all its visible rows; rows hidden by a dormant axis are left out. */
export interface StoredDocument {
  readonly documentId: string;
  readonly rows: readonly StoredRow[];
}

/** Runs one statement; rows are arrays. */
export type ReadAll = (text: string, params?: readonly unknown[]) => Promise<readonly Row[]>;

export async function* pagesOf(plan: WritePlan, all: ReadAll): AsyncIterable<readonly StoredDocument[]> {
  for (let after = ''; ; ) {
    const rows = (await all(plan.text.page, [after, ...pinsOf(plan)])).map(plan.toRow);
    const documents = grouped(rows);
    const last = documents.at(-1);
    if (!last) return;
    const isCut = rows.length === ROWS_PER_PAGE.read;
    if (isCut && documents.length > 1) documents.pop();
    else if (isCut)
      documents[0] = { documentId: last.documentId, rows: await rowsOf(plan, all, last.documentId) };
    yield documents;
    if (!isCut) return;
    after = documents.at(-1)?.documentId ?? after;
  }
}

export async function rowsOf(
  plan: WritePlan,
  all: ReadAll,
  documentId: string,
): Promise<readonly StoredRow[]> {
  return (await all(plan.text.rows, [documentId, ...pinsOf(plan)])).map(plan.toRow);
}

const pinsOf = (plan: WritePlan): (string | number)[] => plan.pinned.map(({ value }) => value);

function grouped(rows: readonly StoredRow[]): StoredDocument[] {
  const documents: { documentId: string; rows: StoredRow[] }[] = [];
  for (const row of rows) {
    const last = documents.at(-1);
    if (last?.documentId === row.documentId) last.rows.push(row);
    else documents.push({ documentId: row.documentId, rows: [row] });
  }
  return documents;
}
