// The documents that lose values by a step, for `--details`. A step says where they are; they are read only when asked for.
import type { Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { ROWS_PER_PAGE } from '../../database/rows-per-page';
import type { Uid } from '../model/compiled/content-type';
import type { LosingDocument, LosingDocuments, MigrationContext, MigrationStep } from './migration-step';

export interface Losing {
  readonly documents: readonly LosingDocument[];
  /** There are more. */
  readonly isCut: boolean;
}

/** Documents that are listed for one step. */
const MOST = 1_000;

/** null: the step cannot say which documents lose values, or none does. In the transaction of the plan. */
export async function losingOf({ losing }: MigrationStep): Promise<Losing | null> {
  if (!losing) return null;
  const found = new Map<string, LosingDocument>();
  for await (const document of losing()) {
    if (found.size === MOST && !found.has(keyOf(document))) return { documents: sorted(found), isCut: true };
    found.set(keyOf(document), document);
  }
  return { documents: sorted(found), isCut: false };
}

const keyOf = ({ type, documentId }: LosingDocument): string => `${type} ${documentId}`;

const sorted = (found: ReadonlyMap<string, LosingDocument>): LosingDocument[] =>
  [...found].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, document]) => document);

/** The documents whose rows meet a condition. */
export const documentsWith = (
  { tx, dialect }: Pick<MigrationContext, 'tx' | 'dialect'>,
  type: Uid,
  table: string,
  condition: (id: Dialect['id']) => string,
): LosingDocuments => {
  const { id } = dialect;
  const text = `SELECT DISTINCT document_id FROM ${id(table)} WHERE document_id > ? AND (${condition(id)}) ORDER BY document_id LIMIT ${ROWS_PER_PAGE.read}`;
  return () => pages(tx, type, text);
};

async function* pages(tx: Tx, type: Uid, text: string): AsyncIterable<LosingDocument> {
  for (let after = ''; ; ) {
    const rows = await tx.all(text, [after]);
    for (const [documentId] of rows) yield { type, documentId: String(documentId) };
    if (rows.length < ROWS_PER_PAGE.read) return;
    after = String(rows.at(-1)?.[0]);
  }
}

/** Those of several places. */
export const allOf = (parts: readonly LosingDocuments[]): LosingDocuments =>
  async function* () {
    for (const part of parts) yield* part();
  };
