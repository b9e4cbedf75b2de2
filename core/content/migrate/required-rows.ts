// Working rows of an axis of stages. Startup inserts missing ones, and updates those whose shown rows were written meanwhile.

import { constant } from '../../database/dialects/marks';
import { type AxisUse, axisValueToStored, type StagesAxis } from '../model/compiled/axis';
import { pendingColumn } from '../model/compiled/axis-kind';
import { LINK } from '../model/compiled/content-type';
import type { LedgerEntry } from '../sql/axis-ledger';
import {
  type AxisRows,
  columnsOfTable,
  noLink,
  pairsThatDiffer,
  partsOf,
  samePlace,
  sameVariant,
  takeOver,
  withoutLink,
} from './copy-rows';

interface StagesUse extends AxisUse {
  readonly axis: StagesAxis;
}

/** Makes missing working rows as copies of their shown rows; returns their number. */
export async function makeWorkingRows(rows: AxisRows, use: StagesUse, entry: LedgerEntry): Promise<number> {
  const { tx, dialect, table, tables, type } = rows;
  const { id } = dialect;
  const value = axisValueToStored(use.axis, use.axis.working);
  const pending = pendingColumn(use.axis);
  const name = id(table.name);
  const own = id(entry.column);
  const [highest] = await tx.all(`SELECT max(id) FROM ${name}`);
  const before = Number(highest?.[0] ?? 0);
  const isMissing = `b.${own} = ${constant(entry.base)} AND NOT EXISTS (SELECT 1 FROM ${name} c WHERE ${sameVariant(rows, entry.column, 'c', 'b')} AND c.${own} = ${constant(value)})`;
  const parts = partsOf(rows, type.attributes.values());

  // The shown row may have taken a one-to-one target while the axis was dormant: the new working row takes it, too. Where the relation is
  // shared and the document has working rows already, their target stays.
  const takesShared = `EXISTS (SELECT 1 FROM ${name} k WHERE k.document_id = b.document_id AND k.${own} = ${constant(value)})`;
  const none = new Map<string, string>();
  for (const relation of parts.exclusive) {
    const target = id(relation.storage.column);
    const isShared = type.axes.some(({ shared }) => shared.has(relation.name));
    const same = `h.${target} = b.${target} AND ${samePlace(rows, relation, 'h', 'b', [entry.column])}`;
    const takes = isShared ? `${isMissing} AND NOT ${takesShared}` : isMissing;
    const holders = await tx.all(
      `SELECT h.id FROM ${name} h JOIN ${name} b ON ${same} WHERE h.${own} = ${constant(value)} AND ${takes}`,
    );
    for (const [row] of holders)
      await tx.run(`UPDATE ${name} SET ${withoutLink(rows, relation)} WHERE id = ?`, [row]);
    if (isShared) for (const [column, empty] of noLink(rows, relation)) none.set(column, empty);
  }

  const copied = table.columns
    .filter((column) => column.spec.kind !== 'id' && column.name !== entry.column)
    .map((column) => column.name);
  const valueAt = (column: string): string => {
    if (column === pending) return '0';
    const empty = none.get(column);
    return empty ? `CASE WHEN ${takesShared} THEN ${empty} ELSE b.${id(column)} END` : `b.${id(column)}`;
  };
  const made = await tx.run(
    `INSERT INTO ${name} (${[own, ...copied.map(id)].join(', ')}) SELECT ${[constant(value), ...copied.map(valueAt)].join(', ')} FROM ${name} b WHERE ${isMissing} ORDER BY b.id`,
  );
  if (made.changes === 0) return 0;
  const isMade = `n.id > ${before} AND n.${own} = ${constant(value)}`;
  for (const linkTable of parts.linkTables) {
    const [links, source] = [id(linkTable), id(LINK.source)];
    const columns = columnsOfTable(tables, linkTable).map(id);
    await tx.run(
      `INSERT INTO ${links} (${[source, ...columns].join(', ')}) SELECT n.id, ${columns.map((column) => `l.${column}`).join(', ')} FROM ${links} l JOIN ${name} b ON b.id = l.${source} JOIN ${name} n ON ${sameVariant(rows, entry.column, 'n', 'b')} WHERE b.${own} = ${constant(entry.base)} AND ${isMade}`,
    );
  }
  await takeShared(rows, use, isMade, before);
  return made.changes;
}

/** A new working row takes shared values from the working rows that the document has already. */
async function takeShared(rows: AxisRows, use: StagesUse, isMade: string, before: number): Promise<void> {
  const { tx, dialect, table, type } = rows;
  const pending = dialect.id(pendingColumn(use.axis));
  for (const { axis, shared } of type.axes) {
    if (axis === use.axis || shared.size === 0) continue;
    const parts = partsOf(
      rows,
      [...shared].flatMap((name) => type.attributes.get(name) ?? []),
    );
    for (const pair of await pairsThatDiffer(rows, axis.column, `${isMade} AND b.id <= ${before}`, parts)) {
      await takeOver(rows, pair, parts);
      await tx.run(`UPDATE ${dialect.id(table.name)} SET ${pending} = 1 WHERE id = ?`, [pair.row]);
    }
  }
}

/**
 * Working rows of a document without pending changes get the values that its shown rows got while the axis was dormant. Of a
 * document with pending changes, all working rows keep their values and have pending changes.
 */
export async function followBase(
  rows: AxisRows,
  axis: StagesAxis,
  entry: LedgerEntry,
  since: string,
): Promise<void> {
  const { tx, dialect, table, type } = rows;
  const { id } = dialect;
  const name = id(table.name);
  const [pending, updated] = [id(pendingColumn(axis)), id('updated_at')];
  const isWorking = `${id(entry.column)} = ${constant(axisValueToStored(axis, axis.working))}`;
  const parts = partsOf(rows, type.attributes.values());
  const condition = `b.${id(entry.column)} = ${constant(entry.base)} AND n.${isWorking}`;

  const follows = new Map<string, boolean>();
  for (const pair of await pairsThatDiffer(rows, entry.column, condition, parts)) {
    const { documentId, row, base } = pair;
    const [state] = await tx.all(
      `SELECT (SELECT ${pending} FROM ${name} WHERE id = ?), (SELECT COUNT(*) FROM ${name} WHERE id = ? AND ${updated} >= ?), (SELECT COUNT(*) FROM ${name} WHERE document_id = ? AND ${isWorking} AND ${pending} = 1)`,
      [row, base, since, documentId],
    );
    const [isPending, isWritten, pendingRows] = (state ?? []).map(Number);
    // A working row with pending changes differs whether or not its shown row was written.
    if (isPending && !isWritten) continue;
    if (!follows.has(documentId)) follows.set(documentId, pendingRows === 0);
    if (follows.get(documentId))
      await takeOver(rows, pair, { ...parts, columns: [...parts.columns, 'updated_at'] });
    else
      await tx.run(`UPDATE ${name} SET ${pending} = 1 WHERE document_id = ? AND ${isWorking}`, [documentId]);
  }
}
