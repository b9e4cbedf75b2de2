// The columns of a row that a bulk write stores. A one-to-one relation with two sides keeps one row per target.

import type { Tx } from '../../../database/database';
import type { Stored } from '../../../database/sql-dialect';
import type { TableSpec } from '../../../database/tables';
import { pendingColumn, stagesOf } from '../../model/compiled/axis-kind';
import { DOCUMENT_ID_COLUMN } from '../../model/compiled/column-specs';
import type { ColumnRelation } from '../../model/compiled/columns';
import type { WritePlan } from '../write/write-plan';
import type { BulkDocument, BulkLink, BulkOutcome, BulkRow } from './bulk-rows';

export interface Cells {
  readonly documentId: string;
  readonly row: BulkRow;
  readonly columns: readonly string[];
  readonly values: readonly unknown[];
}

/** All columns of the table but the id, so that the rows of a batch have one statement. */
export function cellsOf(plan: WritePlan, table: TableSpec, documentId: string, row: BulkRow): Cells {
  const stages = stagesOf(plan.type);
  const given = new Map<string, Stored>([
    ...(stages ? [[pendingColumn(stages), 0] as const] : []),
    ...row.columns,
    ['document_id', documentId],
    ...plan.axisCells(row.axes),
    ...plan.pinned.map(({ column, value }) => [column, value] as const),
  ]);
  for (const relation of plan.columnRelations) {
    const link = row.links.find(({ attribute }) => attribute === relation.name);
    const { column, orderColumn, typeColumn } = relation.storage;
    given.set(column, link?.document ?? null);
    given.set(orderColumn, link ? link.inverseOrder : null);
    if (typeColumn) given.set(typeColumn, link?.type ?? null);
    const held = plan.pinsOf(relation).toColumns(link ? { ...link, rowId: 0 } : null);
    for (const [name, value] of Object.entries(held)) given.set(name, value);
  }
  const columns = table.columns.filter(({ name }) => name !== 'id');
  const stored = columns.map(({ name, spec, notNull, default: usual }) => {
    const value = given.get(name) ?? (notNull ? (usual ?? null) : null);
    return value === null || spec.kind === 'id' ? value : plan.dialect.toParam(value, spec);
  });
  return { documentId, row, columns: columns.map(({ name }) => name), values: stored };
}

interface OwnRow {
  readonly documentId: string;
  /** As it is written: without links that another document holds. */
  readonly row: BulkRow;
  readonly given: BulkRow;
}

export async function keepExclusive(
  tx: Tx,
  plan: WritePlan,
  documents: readonly BulkDocument[],
): Promise<{ readonly rows: readonly OwnRow[]; readonly unlinked: BulkOutcome['unlinked'] }> {
  const rows = documents.flatMap(({ documentId, rows: own }) =>
    own.map((row) => ({ documentId, row, given: row })),
  );
  if (plan.exclusive.length === 0) return { rows, unlinked: [] };
  const lost = new Map<BulkRow, Set<BulkLink>>();
  for (const relation of plan.exclusive) {
    const held = await holdersOf(tx, plan, relation, rows);
    for (const { row } of rows) {
      const link = row.links.find(({ attribute }) => attribute === relation.name);
      if (!link) continue;
      const key = placeOf(plan, link, row);
      if (held.has(key)) lost.set(row, (lost.get(row) ?? new Set()).add(link));
      held.add(key);
    }
  }
  return {
    rows: rows.map(({ documentId, row }) => {
      const gone = lost.get(row);
      const kept = gone ? { ...row, links: row.links.filter((link) => !gone.has(link)) } : row;
      return { documentId, row: kept, given: row };
    }),
    unlinked: [...lost].flatMap(([row, links]) => [...links].map((link) => ({ row, link }))),
  };
}

/** One place of the unique index: the target, its pins, and the axis values of the row. */
function placeOf(plan: WritePlan, link: BulkLink, { axes }: BulkRow): string {
  const pins = Object.entries(link.pins).sort();
  return JSON.stringify([link.document, pins, plan.axisCells(axes).map(([, value]) => String(value))]);
}

async function holdersOf(
  tx: Tx,
  plan: WritePlan,
  relation: ColumnRelation,
  rows: readonly OwnRow[],
): Promise<Set<string>> {
  const { dialect, type } = plan;
  const targets = rows.flatMap(({ row }) =>
    row.links.filter(({ attribute }) => attribute === relation.name).map(({ document }) => document),
  );
  if (targets.length === 0) return new Set();
  const pins = Object.entries(relation.storage.pins);
  const axes = type.axes.map(({ axis }) => axis.column);
  const columns = [relation.storage.column, ...pins.map(([, column]) => column), ...axes].map(dialect.id);
  // Rows that a dormant axis hides keep their links.
  const visible = plan.pinned.map(({ column }) => ` AND ${dialect.id(column)} = ?`).join('');
  const found = await tx.all(
    `SELECT ${columns.join(', ')} FROM ${dialect.id(type.table)} WHERE ${dialect.inList(dialect.id(relation.storage.column), DOCUMENT_ID_COLUMN)}${visible}`,
    [dialect.toListParam(targets, DOCUMENT_ID_COLUMN), ...plan.pinned.map(({ value }) => value)],
  );
  return new Set(
    found.map(([document, ...others]) => {
      const named = pins
        .map(([name], at): [string, string] => [name, String(others[at] ?? '')])
        .filter(([, value]) => value !== '' && value !== '-1')
        .sort();
      return JSON.stringify([document, named, others.slice(pins.length).map(String)]);
    }),
  );
}
