// Compares the table of claims (`quire_unique`) with the unique values of shown rows.

import type { Tx } from '../../../database/database';
import { ROWS_PER_PAGE } from '../../../database/rows-per-page';
import { storedClaims } from '../../documents/unique/stored-claims';
import { repeats } from '../../documents/unique/unique-claims';
import { isShown } from '../../model/compiled/axis-kind';
import { DOCUMENT_ID_COLUMN } from '../../model/compiled/column-specs';
import type { ContentType } from '../../model/compiled/content-type';
import { sameKey, type UniqueKey } from '../../sql/unique';
import type { DoctorCheck, DoctorContext, DocumentFinding, Finding, StoredDocument } from '../check';
import type { CheckSources } from '../examination';

const CLAIM = 'INSERT INTO quire_unique (scope, value_hash, document_id) VALUES (?, ?, ?)';
const RELEASE = 'DELETE FROM quire_unique WHERE scope = ? AND value_hash = ? AND document_id = ?';

const write = (text: string, key: UniqueKey, documentId: string) => async (tx: Tx) => {
  await tx.run(text, [key.scope, key.hash, documentId]);
};

export const uniqueCheck = (sources: CheckSources): DoctorCheck => ({
  name: 'unique',
  description: 'each unique value has one claim, of the document that has the value',
  run: (context) => claimsWithoutDocument(sources, context),
  documents: {
    of: (type) => sources.planOf(type).hasUnique,
    check: (type, documents, context) => compareClaims(sources, type, documents, context),
  },
});

async function compareClaims(
  { planOf, schema }: CheckSources,
  type: ContentType,
  documents: readonly StoredDocument[],
  { all, dialect }: DoctorContext,
): Promise<DocumentFinding[]> {
  const ids = documents.map(({ documentId }) => documentId);
  const held = new Map<string, UniqueKey[]>();
  const rows = await all(
    `SELECT document_id, scope, value_hash FROM quire_unique WHERE ${dialect.inList('document_id', DOCUMENT_ID_COLUMN)}`,
    [dialect.toListParam(ids, DOCUMENT_ID_COLUMN)],
  );
  for (const [documentId, scope, hash] of rows) {
    const key = { scope: String(scope), hash: String(hash) };
    held.set(String(documentId), [...(held.get(String(documentId)) ?? []), key]);
  }
  const found: DocumentFinding[] = [];
  for (const { documentId, rows: stored } of documents) {
    const own = held.get(documentId) ?? [];
    const wanted: { readonly key: UniqueKey; readonly at: string; readonly value: unknown }[] = [];
    for (const row of stored.filter(({ axes }) => isShown(type, axes))) {
      const claims = storedClaims(schema, planOf(type), row);
      for (const [index, claim] of claims.entries()) {
        const at = `${type.uid}, ${claim.path.filter((step) => typeof step === 'string').join('.')}`;
        if (claims.slice(0, index).some((other) => repeats(other, claim)))
          found.push({
            documentId,
            where: at,
            message: `${documentId} has the value ${shown(claim.value)} twice; change one of them`,
          });
        else if (!wanted.some(({ key }) => sameKey(key, claim)))
          wanted.push({ key: claim, at, value: claim.value });
      }
    }
    for (const { key, at, value } of wanted) {
      if (own.some((other) => sameKey(other, key))) continue;
      const [other] = await all('SELECT document_id FROM quire_unique WHERE scope = ? AND value_hash = ?', [
        key.scope,
        key.hash,
      ]);
      found.push(
        other
          ? {
              documentId,
              where: at,
              message: `${documentId} and ${other[0]} have the same value ${shown(value)}; change one of them`,
            }
          : {
              documentId,
              where: at,
              message: `${documentId} has no claim on its value ${shown(value)}`,
              fix: write(CLAIM, key, documentId),
            },
      );
    }
    for (const key of own) {
      if (wanted.some((other) => sameKey(other.key, key))) continue;
      found.push({
        documentId,
        where: `${type.uid}, ${key.scope}`,
        message: `${documentId} has a claim on a value that it does not have`,
        fix: write(RELEASE, key, documentId),
      });
    }
  }
  return found;
}

/** Claims of documents without a row. A row in the table of a disabled plugin counts. */
async function* claimsWithoutDocument(
  { state }: CheckSources,
  { all, dialect }: DoctorContext,
): AsyncIterable<Finding> {
  const known = [...state.models.values()].flatMap(({ type }) => type?.table ?? []);
  const tables = [...new Set(known)].filter((table) => state.found.has(table));
  const isLost = tables
    .map(
      (table) =>
        ` AND NOT EXISTS (SELECT 1 FROM ${dialect.id(table)} t WHERE t.document_id = quire_unique.document_id)`,
    )
    .join('');
  const text = `SELECT document_id, COUNT(*) FROM quire_unique WHERE document_id > ?${isLost} GROUP BY document_id ORDER BY document_id LIMIT ${ROWS_PER_PAGE.read}`;
  for (let after = ''; ; ) {
    const rows = await all(text, [after]);
    for (const [documentId, count] of rows)
      yield {
        where: 'quire_unique',
        message: `the document ${documentId} does not exist; claims of it: ${count}`,
        fix: async (tx) => {
          await tx.run(`DELETE FROM quire_unique WHERE document_id = ?${isLost}`, [documentId]);
        },
      };
    if (rows.length < ROWS_PER_PAGE.read) return;
    after = String(rows.at(-1)?.[0]);
  }
}

const shown = (value: unknown): string =>
  typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null');
