// Removes whole documents, so that others can take their place, and links whose target is gone. No hook runs.
import type { Tx } from '../../../database/database';
import { DOCUMENT_ID_COLUMN } from '../../model/compiled/column-specs';
import { type ContentType, LINK, type Schema } from '../../model/compiled/content-type';
import { type ReadAll, rowsOf, type StoredDocument } from '../all-documents';
import { linkedWith, type RowLinks } from '../links/link-store';
import { linksOf } from '../links/row-links';
import { storedClaims } from '../unique/stored-claims';
import type { WritePlan } from '../write/write-plan';
import { linksOfRows } from './bulk-reads';
import type { HeldDocument, MissedDocument } from './bulk-rows';

export interface RemovalDeps {
  readonly schema: Schema;
  planOf(type: ContentType): WritePlan;
}

/** Locks the documents and reads their rows with their links. `documentIds` that do not exist are left out. */
export async function storedDocuments(
  tx: Tx,
  plan: WritePlan,
  documentIds: readonly string[],
): Promise<readonly HeldDocument[]> {
  const { dialect, text } = plan;
  const all: ReadAll = (statement, params) => tx.all(statement, params);
  const sorted = [...documentIds].sort();
  if (text.lock !== '') await tx.all(text.lockMany, [dialect.toListParam(sorted, DOCUMENT_ID_COLUMN)]);
  const documents: StoredDocument[] = [];
  for (const documentId of sorted) {
    const rows = await rowsOf(plan, all, documentId);
    if (rows.length > 0) documents.push({ documentId, rows });
  }
  const links = await linksOfRows(
    plan,
    all,
    documents.flatMap(({ rows }) => rows),
  );
  return documents.map(({ documentId, rows }) => ({
    documentId,
    // A row reads its values when they are asked for, so a spread would lose them.
    rows: rows.map((row) => ({
      id: row.id,
      documentId,
      axes: row.axes,
      updatedAt: row.updatedAt,
      values: row.values,
      links: links.get(row.id) ?? [],
    })),
  }));
}

/** Links of other documents to these stay, and so do rows that a dormant axis hides. */
export async function removeDocuments(
  tx: Tx,
  { schema }: RemovalDeps,
  plan: WritePlan,
  documents: readonly StoredDocument[],
): Promise<void> {
  const { dialect, type } = plan;
  const { id } = dialect;
  const rows = documents.flatMap((document) => document.rows);
  if (rows.length === 0) return;
  const rowIds = dialect.toListParam(
    rows.map((row) => row.id),
    { kind: 'integer' },
  );
  for (const { storage } of plan.linkTables) {
    await tx.run(
      `DELETE FROM ${id(storage.table)} WHERE ${dialect.inList(id(LINK.source), { kind: 'integer' })}`,
      [rowIds],
    );
    tx.touch(storage.table);
  }
  await releaseClaims(tx, schema, plan, documents);
  await tx.run(`DELETE FROM ${id(type.table)} WHERE ${dialect.inList('id', { kind: 'integer' })}`, [rowIds]);
  tx.touch(type.table);
}

/** Gives up what only one document may hold: unique values, and links of one-to-one relations that are `attributes`. */
export async function releaseDocuments(
  tx: Tx,
  { schema }: RemovalDeps,
  plan: WritePlan,
  documents: readonly StoredDocument[],
  attributes: ReadonlySet<string>,
): Promise<void> {
  const { dialect, type } = plan;
  const rowIds = documents.flatMap(({ rows }) => rows.map((row) => row.id));
  if (rowIds.length === 0) return;
  await releaseClaims(tx, schema, plan, documents);
  for (const relation of plan.exclusive) {
    if (!attributes.has(relation.name)) continue;
    const { column, orderColumn } = relation.storage;
    await tx.run(
      `UPDATE ${dialect.id(type.table)} SET ${dialect.id(column)} = NULL, ${dialect.id(orderColumn)} = NULL WHERE ${dialect.inList('id', { kind: 'integer' })}`,
      [dialect.toListParam(rowIds, { kind: 'integer' })],
    );
  }
  tx.touch(type.table);
}

async function releaseClaims(
  tx: Tx,
  schema: Schema,
  plan: WritePlan,
  documents: readonly StoredDocument[],
): Promise<void> {
  if (!plan.hasUnique) return;
  for (const { documentId, rows } of documents)
    for (const { scope, hash } of rows.flatMap((row) => storedClaims(schema, plan, row)))
      await tx.run('DELETE FROM quire_unique WHERE scope = ? AND value_hash = ? AND document_id = ?', [
        scope,
        hash,
        documentId,
      ]);
}

/** Removes links to documents that do not exist; returns their number. */
export async function removeLostLinks(tx: Tx, { schema, planOf }: RemovalDeps): Promise<number> {
  let removed = 0;
  for (const type of schema.types.values())
    for (const store of linksOf(planOf(type)).all)
      for (const target of targetsOf(store, schema))
        removed += await removeLost(tx, planOf(type), store, target);
  return removed;
}

/** Of these documents, those that are gone although a link restricts it, or should have taken its document along. */
export async function missedDocuments(
  tx: Tx,
  { schema, planOf }: RemovalDeps,
  target: ContentType,
  documentIds: readonly string[],
): Promise<readonly MissedDocument[]> {
  const asked = new Set(documentIds);
  const missed: MissedDocument[] = [];
  for (const type of schema.types.values())
    for (const store of linksOf(planOf(type)).all) {
      const { onDelete, name } = store.relation;
      if (onDelete === 'setNull' || !targetsOf(store, schema).includes(target)) continue;
      for (const documentId of await lostTargets(tx, planOf(type), store, target))
        if (asked.has(documentId)) missed.push({ documentId, type: type.uid, attribute: name, onDelete });
    }
  return missed;
}

/** Empty for the type of a disabled plugin: its links stay. */
function targetsOf({ relation: { target } }: RowLinks, schema: Schema): readonly ContentType[] {
  if (target === null) return [...schema.types.values()];
  const type = schema.types.get(target);
  return type ? [type] : [];
}

async function lostTargets(
  tx: Tx,
  { dialect }: WritePlan,
  { at }: RowLinks,
  target: ContentType,
): Promise<readonly string[]> {
  // The alias `r` is needed because a table may link to itself.
  const lost = await tx.all(
    `SELECT DISTINCT r.${at.target} FROM ${at.table} r WHERE r.${at.target} IS NOT NULL${at.type ? ` AND r.${at.type} = ?` : ''} AND NOT EXISTS (SELECT 1 FROM ${dialect.id(target.table)} t WHERE t.document_id = r.${at.target})`,
    at.type ? [target.uid] : [],
  );
  return lost.map(([document]) => String(document));
}

async function removeLost(tx: Tx, plan: WritePlan, store: RowLinks, target: ContentType): Promise<number> {
  const { at, relation } = store;
  let removed = 0;
  for (const document of await lostTargets(tx, plan, store, target)) {
    const { text, params } = store.remove(linkedWith(at, target.uid, document));
    removed += (await tx.run(text, params)).changes;
  }
  if (removed > 0) tx.touch(relation.storage.kind === 'table' ? relation.storage.table : plan.type.table);
  return removed;
}
