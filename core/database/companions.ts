// Rows that an axis wants beside those of its base: made where they are missing, and brought after what was written to the base
// while the axis was off.
import { type AxisUse, axisValueToStored } from '../schema/axis';
import { LINK } from '../schema/content-type';
import type { LedgerEntry } from './axis-ledger';
import {
  type AxisRows,
  columnsOfTable,
  constant,
  noLink,
  pairsThatDiffer,
  partsOf,
  samePlace,
  sameVariant,
  takeOver,
  withoutLink,
} from './take-over';

/** Makes the rows of one value that are missing, as copies of the base; answers how many. */
export async function makeCompanions(
  rows: AxisRows,
  use: AxisUse,
  entry: LedgerEntry,
  value: string | number,
): Promise<number> {
  const { tx, dialect, table, tables, type } = rows;
  const { id } = dialect;
  const { settledColumn } = use.axis;
  const name = id(table.name);
  const own = id(entry.column);
  const [highest] = await tx.all(`SELECT max(id) FROM ${name}`);
  const before = Number(highest?.[0] ?? 0);
  const isMissing = `b.${own} = ${constant(entry.base)} AND NOT EXISTS (SELECT 1 FROM ${name} c WHERE ${sameVariant(rows, entry.column, 'c', 'b')} AND c.${own} = ${constant(value)})`;
  const parts = partsOf(rows, type.attributes.values());

  // What only one document can point at was taken by the base while the axis was off; but where it is shared, and the document
  // has such rows already, it is as theirs.
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
    if (column === settledColumn) return `b.${id('updated_at')}`;
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

/** Shared values of a document that has such rows already are theirs. */
async function takeShared(rows: AxisRows, use: AxisUse, isMade: string, before: number): Promise<void> {
  const { tx, dialect, table, type } = rows;
  const { settledColumn } = use.axis;
  for (const { axis, shared } of type.axes) {
    if (axis === use.axis || shared.size === 0) continue;
    const parts = partsOf(
      rows,
      [...shared].flatMap((name) => type.attributes.get(name) ?? []),
    );
    for (const pair of await pairsThatDiffer(rows, axis.column, `${isMade} AND b.id <= ${before}`, parts)) {
      await takeOver(rows, pair, parts);
      if (settledColumn)
        await tx.run(
          `UPDATE ${dialect.id(table.name)} SET ${dialect.id(settledColumn)} = NULL WHERE id = ?`,
          [pair.row],
        );
    }
  }
}

/**
 * Where all companions of a document are settled, they follow what was written to the base while the axis was off. Otherwise they
 * stay as they are, and none of them is settled any more.
 */
export async function followBase(
  rows: AxisRows,
  { axis }: AxisUse,
  entry: LedgerEntry,
  since: string,
): Promise<void> {
  const { tx, dialect, table, type } = rows;
  const { id } = dialect;
  const values = (axis.companions ?? []).map((value) => constant(axisValueToStored(axis, value)));
  if (!axis.settledColumn || values.length === 0) return;
  const name = id(table.name);
  const [settled, updated] = [id(axis.settledColumn), id('updated_at')];
  const isCompanion = `${id(entry.column)} IN (${values.join(', ')})`;
  const isSettled = `COALESCE(${settled}, '') = ${updated}`;
  const parts = partsOf(rows, type.attributes.values());
  const condition = `b.${id(entry.column)} = ${constant(entry.base)} AND n.${isCompanion}`;

  const follows = new Map<string, boolean>();
  for (const pair of await pairsThatDiffer(rows, entry.column, condition, parts)) {
    const { documentId, row, base } = pair;
    const [state] = await tx.all(
      `SELECT (SELECT COUNT(*) FROM ${name} WHERE id = ? AND ${isSettled}), (SELECT COUNT(*) FROM ${name} WHERE id = ? AND ${updated} >= ?), (SELECT COUNT(*) FROM ${name} WHERE document_id = ? AND ${isCompanion} AND NOT (${isSettled}))`,
      [row, base, since, documentId],
    );
    const [wasSettled, isWritten, pending] = (state ?? []).map(Number);
    // A companion with changes of its own differs whether or not the base was written.
    if (!wasSettled && !isWritten) continue;
    if (!follows.has(documentId)) follows.set(documentId, pending === 0);
    if (follows.get(documentId)) {
      await takeOver(rows, pair, { ...parts, columns: [...parts.columns, 'updated_at'] });
      await tx.run(`UPDATE ${name} SET ${settled} = ${updated} WHERE id = ?`, [row]);
    } else
      await tx.run(`UPDATE ${name} SET ${settled} = NULL WHERE document_id = ? AND ${isCompanion}`, [
        documentId,
      ]);
  }
}
