// The table of unique values says what complete rows hold, no more and no less.
import { sameKey, type UniqueKey } from '../../database/unique';
import { storedClaims } from '../../documents/stored-claims';
import { isShown } from '../../documents/target';
import { DOCUMENT_ID_COLUMN } from '../../schema/column-specs';
import type { ContentType } from '../../schema/content-type';
import type { DoctorCheck, DoctorContext, DocumentFinding, Finding, StoredDocument } from '../check';
import type { CheckSources } from './check-sources';

const PAGE = 500;

export const uniqueCheck = (sources: CheckSources): DoctorCheck => ({
  name: 'unique',
  plugin: 'core',
  summary: 'unique values are held by one document, and all of them are written down',
  run: (context) => lostHolders(sources, context),
  documents: {
    of: (type) => sources.planOf(type).hasUnique,
    check: (type, documents, context) => claimsBesideHeld(sources, type, documents, context),
  },
});

async function claimsBesideHeld(
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
        if (claims.findIndex((other) => sameKey(other, claim)) < index)
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
              message: `nothing keeps others from taking the value ${shown(value)} of ${documentId}`,
              fix: async (tx) => {
                await tx.run('INSERT INTO quire_unique (scope, value_hash, document_id) VALUES (?, ?, ?)', [
                  key.scope,
                  key.hash,
                  documentId,
                ]);
              },
            },
      );
    }
    for (const key of own) {
      if (wanted.some((other) => sameKey(other.key, key))) continue;
      found.push({
        documentId,
        where: `${type.uid}, ${key.scope}`,
        message: `${documentId} keeps others from a value that it does not have`,
        fix: async (tx) => {
          await tx.run('DELETE FROM quire_unique WHERE scope = ? AND value_hash = ? AND document_id = ?', [
            key.scope,
            key.hash,
            documentId,
          ]);
        },
      });
    }
  }
  return found;
}

/** Values of documents that have no row anywhere; types of plugins that are off count too. */
async function* lostHolders(
  { state }: CheckSources,
  { all, dialect }: DoctorContext,
): AsyncIterable<Finding> {
  const tables = [...new Set([...state.stored.values()].map(({ table }) => table))].filter((table) =>
    state.found.has(table),
  );
  const isLost = tables
    .map(
      (table) =>
        ` AND NOT EXISTS (SELECT 1 FROM ${dialect.id(table)} t WHERE t.document_id = quire_unique.document_id)`,
    )
    .join('');
  const text = `SELECT document_id, COUNT(*) FROM quire_unique WHERE document_id > ?${isLost} GROUP BY document_id ORDER BY document_id LIMIT ${PAGE}`;
  for (let after = ''; ; ) {
    const rows = await all(text, [after]);
    for (const [documentId, count] of rows)
      yield {
        where: 'quire_unique',
        message: `${count} values are kept for the document ${documentId}, which does not exist`,
        fix: async (tx) => {
          await tx.run(`DELETE FROM quire_unique WHERE document_id = ?${isLost}`, [documentId]);
        },
      };
    if (rows.length < PAGE) return;
    after = String(rows.at(-1)?.[0]);
  }
}

const shown = (value: unknown): string =>
  typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null');
