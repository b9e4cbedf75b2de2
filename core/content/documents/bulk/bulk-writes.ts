// Writes whole documents in batches: rows, links, unique values. A batch that the database refuses is halved until the one document
// that cannot be stored is known; this one is refused, the others are written.

import type { Database, Tx } from '../../../database/database';
import type { TableSpec } from '../../../database/tables';
import { DOCUMENT_ID_COLUMN } from '../../model/compiled/column-specs';
import { LINK, type Schema } from '../../model/compiled/content-type';
import type { DormantColumn } from '../../sql/axis-ledger';
import { createUniqueValues, UNIQUE_TABLE } from '../../sql/unique';
import { pagesOf } from '../all-documents';
import { linkedWith } from '../links/link-store';
import { linksOf } from '../links/row-links';
import { createWritePlans, type WritePlan } from '../write/write-plan';
import { claimBatch } from './batch-claims';
import { type Cells, cellsOf, keepExclusive } from './bulk-cells';
import { openBulkReader } from './bulk-reads';
import {
  missedDocuments,
  releaseDocuments,
  removeDocuments,
  removeLostLinks,
  storedDocuments,
} from './bulk-removes';
import type { BulkDocument, BulkOutcome, BulkWrites, WrittenBulkRow } from './bulk-rows';
import { insertMany } from './insert-many';

export interface BulkDeps {
  readonly schema: Schema;
  readonly database: Database;
  readonly tables: readonly TableSpec[];
  readonly dormant: (uid: string) => readonly DormantColumn[];
}

type Mutable = { [K in keyof BulkOutcome]: BulkOutcome[K][number][] };

export function createBulkWrites({ schema, database, tables, dormant }: BulkDeps): BulkWrites {
  const { dialect } = database;
  const { id } = dialect;
  const planOf = createWritePlans({ schema, dialect, dormant });
  const removal = { schema, planOf };
  const unique = createUniqueValues(database);
  const tableOf = (name: string): TableSpec => {
    const table = tables.find((each) => each.name === name);
    if (!table) throw new Error(`The schema has no table ${name}`);
    return table;
  };

  async function presentIn(
    tx: Tx,
    { type }: WritePlan,
    documents: readonly Pick<BulkDocument, 'documentId'>[],
    pinned: WritePlan['pinned'] = [],
  ): Promise<Set<string>> {
    const visible = pinned.map(({ column }) => ` AND ${id(column)} = ?`).join('');
    const found = await tx.all(
      `SELECT DISTINCT document_id FROM ${id(type.table)} WHERE ${dialect.inList('document_id', DOCUMENT_ID_COLUMN)}${visible}`,
      [
        dialect.toListParam(
          documents.map(({ documentId }) => documentId),
          DOCUMENT_ID_COLUMN,
        ),
        ...pinned.map(({ value }) => value),
      ],
    );
    return new Set(found.map(([documentId]) => String(documentId)));
  }

  /** The ids among these that rows have. */
  async function usedIds(tx: Tx, { type }: WritePlan, ids: readonly number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set();
    const found = await tx.all(
      `SELECT id FROM ${id(type.table)} WHERE ${dialect.inList('id', { kind: 'integer' })}`,
      [dialect.toListParam(ids, { kind: 'integer' })],
    );
    return new Set(found.map(([used]) => Number(used)));
  }

  async function insertRows(tx: Tx, plan: WritePlan, rows: readonly Cells[]): Promise<WrittenBulkRow[]> {
    const { table } = plan.type;
    const ids = rows.flatMap(({ row }) => (row.id === null ? [] : [row.id]));
    const used = await usedIds(tx, plan, ids);
    const written: WrittenBulkRow[] = [];
    const kept: Cells[] = [];
    for (const each of rows) {
      const own = each.row.id;
      if (own === null || used.has(own)) continue;
      used.add(own);
      kept.push(each);
      written.push({ documentId: each.documentId, row: each.row, id: own });
    }
    const [first] = rows;
    if (!first) return [];
    await insertMany(
      tx,
      dialect,
      table,
      ['id', ...first.columns],
      kept.map(({ row, values }) => [row.id, ...values]),
    );
    const highest = kept.reduce((most, { row }) => Math.max(most, row.id ?? 0), 0);
    if (highest > 0 && dialect.raiseIds) await tx.all(dialect.raiseIds(table), [highest, highest]);
    const head = `INSERT INTO ${id(table)} (${first.columns.map(id).join(', ')}) VALUES (${first.columns.map(() => '?').join(', ')})`;
    for (const { documentId, row, values } of rows)
      if (!kept.some((each) => each.row === row))
        written.push({ documentId, row, id: (await tx.run(head, values)).id });
    return written;
  }

  async function insertLinks(tx: Tx, plan: WritePlan, rows: readonly WrittenBulkRow[]): Promise<void> {
    for (const relation of plan.linkTables) {
      const pins = plan.pinsOf(relation);
      const names = Object.keys(pins.none);
      const { table, typed } = relation.storage;
      const links = rows.flatMap(({ id: source, row }) =>
        row.links
          .filter(({ attribute }) => attribute === relation.name)
          .map((link) => {
            const held = pins.toColumns({ ...link, rowId: 0 });
            const typeOf = typed ? [link.type] : [];
            return [
              source,
              link.document,
              ...typeOf,
              ...names.map((name) => held[name] ?? ''),
              link.order,
              link.inverseOrder,
            ];
          }),
      );
      if (links.length === 0) continue;
      const columns = [
        LINK.source,
        LINK.target,
        ...(typed ? [LINK.type] : []),
        ...names,
        LINK.order,
        LINK.inverseOrder,
      ];
      await insertMany(tx, dialect, table, columns, links);
      tx.touch(table);
    }
  }

  async function writeBatch(
    tx: Tx,
    plan: WritePlan,
    documents: readonly BulkDocument[],
    outcome: Mutable,
  ): Promise<void> {
    const { refused, claims } = await claimBatch(tx, unique, schema, plan, documents);
    const isRefused = new Set(refused.map(({ row }) => row));
    const left = documents
      .map((each) => ({ ...each, rows: each.rows.filter((row) => !isRefused.has(row)) }))
      .filter(({ rows }) => rows.length > 0);
    const { rows, unlinked } = await keepExclusive(tx, plan, left);
    const written = await insertRows(
      tx,
      plan,
      rows.map(({ documentId, row }) => cellsOf(plan, tableOf(plan.type.table), documentId, row)),
    );
    await insertLinks(tx, plan, written);
    await insertMany(tx, dialect, UNIQUE_TABLE.name, ['scope', 'value_hash', 'document_id'], claims);
    tx.touch(plan.type.table);
    outcome.refused.push(...refused);
    outcome.unlinked.push(...unlinked);
    const givenOf = new Map(rows.map(({ row, given }) => [row, given]));
    outcome.written.push(...written.map((each) => ({ ...each, row: givenOf.get(each.row) ?? each.row })));
  }

  /** A nested transaction is a savepoint, which a refused half rolls back. */
  async function halving(
    plan: WritePlan,
    documents: readonly BulkDocument[],
    outcome: Mutable,
  ): Promise<void> {
    const part: Mutable = { present: [], written: [], refused: [], unlinked: [] };
    try {
      await database.transaction((tx) => writeBatch(tx, plan, documents, part));
    } catch (error) {
      const fault = dialect.classify(error);
      if (fault.kind !== 'duplicate' && fault.kind !== 'other' && fault.kind !== 'overflow') throw error;
      const [only, ...others] = documents;
      if (!only) throw error;
      if (others.length === 0) {
        const reason = `the database refuses it: ${error instanceof Error ? error.message : String(error)}`;
        outcome.refused.push(...only.rows.map((row) => ({ documentId: only.documentId, row, reason })));
        return;
      }
      const middle = Math.ceil(documents.length / 2);
      await halving(plan, documents.slice(0, middle), outcome);
      await halving(plan, documents.slice(middle), outcome);
      return;
    }
    outcome.written.push(...part.written);
    outcome.refused.push(...part.refused);
    outcome.unlinked.push(...part.unlinked);
  }

  return {
    write: (type, documents) =>
      database.transaction(async (tx) => {
        const plan = planOf(type);
        // Rows that a dormant axis hides stay beside the written ones.
        const present = await presentIn(tx, plan, documents, plan.pinned);
        const outcome: Mutable = { present: [...present], written: [], refused: [], unlinked: [] };
        const missing = documents.filter(({ documentId }) => !present.has(documentId));
        if (missing.length > 0) await halving(plan, missing, outcome);
        return outcome;
      }),
    unlink: (target, given) =>
      database.transaction(async (tx) => {
        const asked = given.map((documentId) => ({ documentId }));
        const there = new Set(await presentIn(tx, planOf(target), asked));
        const documentIds = given.filter((documentId) => !there.has(documentId));
        let removed = 0;
        for (const type of schema.types.values())
          for (const store of linksOf(planOf(type)).all) {
            const { relation, at } = store;
            if (relation.target !== null && relation.target !== target.uid) continue;
            for (const documentId of documentIds) {
              const { text, params } = store.remove(linkedWith(at, target.uid, documentId));
              removed += (await tx.run(text, params)).changes;
            }
            tx.touch(relation.storage.kind === 'table' ? relation.storage.table : type.table);
          }
        return removed;
      }),
    stored: (type, documentIds) =>
      database.transaction((tx) => storedDocuments(tx, planOf(type), documentIds)),
    holdsAlone: (type) => planOf(type).hasUnique || planOf(type).exclusive.length > 0,
    release: (type, documents, attributes) =>
      database.transaction((tx) => releaseDocuments(tx, removal, planOf(type), documents, attributes)),
    remove: (type, documents) =>
      database.transaction((tx) => removeDocuments(tx, removal, planOf(type), documents)),
    clear: (type) =>
      database.transaction(async (tx) => {
        const removed: string[] = [];
        const plan = planOf(type);
        for await (const page of pagesOf(plan, (text, params) => tx.all(text, params))) {
          await removeDocuments(tx, removal, plan, page);
          removed.push(...page.map(({ documentId }) => documentId));
        }
        return removed;
      }),
    missed: (type, documentIds) =>
      database.transaction((tx) => missedDocuments(tx, removal, type, documentIds)),
    unlinkLost: () => database.transaction((tx) => removeLostLinks(tx, removal)),
    open: () => openBulkReader(database, planOf),
    async reserveEntryIds(highest) {
      await database.transaction(async (tx) => {
        await tx.run(
          `UPDATE quire_counters SET ${id('value')} = CASE WHEN ${id('value')} < ? THEN ? ELSE ${id('value')} END WHERE ${id('name')} = 'entries'`,
          [highest, highest],
        );
      });
    },
  };
}
