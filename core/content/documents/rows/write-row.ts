// Statements that write one row of a content type: INSERT, UPDATE, and copies from another row.
import { pendingColumnAt } from '../../model/compiled/axis-kind';
import { beforeColumnCopy } from '../links/row-links';
import type { Cell } from '../write/row-statements';
import { storedValue } from '../write/stored-value';
import type { RowAxes } from '../write/target';
import type { WritePlan } from '../write/write-plan';
import type { WriteSession } from '../write/write-session';
import type { StoredRow } from '../write-action';
import { rowTextsOf } from './row-texts';

/** `INSERT INTO pages (document_id, channel, title, updated_at) VALUES (?, ?, ?, ?)`. */
export async function insertRow(
  session: WriteSession,
  plan: WritePlan,
  documentId: string,
  axes: RowAxes,
  columns: ReadonlyMap<string, unknown>,
): Promise<StoredRow> {
  const times = [plan.created, plan.updated].filter((column) => column !== null);
  const place = placeOf(plan, documentId, axes);
  const cells: Cell[] = [...place, ...columns, ...times.map((time): Cell => [time, session.now])];
  const id = session.shared
    ? await session.shared.insert(plan, { documentId, axes }, cells)
    : (await session.run({ text: rowTextsOf(plan).insert(namesOf(cells)), params: valuesOf(cells) })).id;
  return session.made(plan.type, { id, documentId, axes });
}

/** The document and the axis values of a row. */
const placeOf = (plan: WritePlan, documentId: string, axes: RowAxes): Cell[] => [
  ['document_id', documentId],
  ...plan.axisCells(axes),
  ...plan.pinned.map(({ column, value }): Cell => [column, value]),
];

/** `UPDATE pages SET title = ?, updated_at = ? WHERE id = ?`. `kept`: columns that have this value already. */
export async function updateRow(
  session: WriteSession,
  plan: WritePlan,
  row: StoredRow,
  columns: ReadonlyMap<string, unknown>,
  kept: ReadonlySet<string>,
): Promise<void> {
  const cells = [...columns, ...updatedCell(session, plan)];
  if (cells.length === 0) return;
  const names = namesOf(cells);
  await session.run({ text: rowTextsOf(plan).update(names), params: [...valuesOf(cells), row.id] });
  session.changed(
    plan.type,
    row,
    cells.filter(([column]) => !kept.has(column)),
  );
}

const namesOf = (cells: readonly Cell[]): string[] => cells.map(([column]) => column);

const valuesOf = (cells: readonly Cell[]): unknown[] => cells.map(([, value]) => value);

const updatedCell = (session: WriteSession, { updated }: WritePlan): Cell[] =>
  updated ? [[updated, session.now]] : [];

/**
 * Copies columns of one row to another; `extra` columns get values. SQLite:
 * `UPDATE pages SET (title, price) = (SELECT title, price FROM pages WHERE id = ?), updated_at = ? WHERE id = ?`. MariaDB:
 * `UPDATE pages p JOIN pages d ON d.id = ? SET p.title = d.title, p.updated_at = ? WHERE p.id = ?`.
 */
export async function takeColumns(
  session: WriteSession,
  plan: WritePlan,
  from: StoredRow,
  to: StoredRow,
  columns: readonly string[],
  extra: Readonly<Record<string, string | number | null>> = {},
): Promise<void> {
  const pending = session.action.goesLive ? null : pendingColumnAt(plan.type, to.axes);
  const given = { ...(pending ? { [pending]: 1 } : {}), ...extra };
  const taken = columns.filter((column) => !Object.hasOwn(given, column));
  const cells = [...Object.entries(given), ...updatedCell(session, plan)];
  if (taken.length + cells.length === 0) return;
  await beforeColumnCopy(session, plan, from, to, taken);
  const text = rowTextsOf(plan).take(taken, namesOf(cells));
  const source = taken.length > 0 ? [from.id] : [];
  await session.run({ text, params: [...source, ...valuesOf(cells), to.id] });
  const differing = taken.filter(
    (column) =>
      session.changes.has(from, column) ||
      session.changes.has(to, column) ||
      !isEqual(plan, from, to, column),
  );
  session.changed(plan.type, to, [...cells, ...differing.map((column): Cell => [column, undefined])]);
}

/** Do two rows have the same value? Equal JSON values may have different texts. */
function isEqual(plan: WritePlan, from: StoredRow, to: StoredRow, column: string): boolean {
  const value = storedValue(from.values, column);
  if (value === undefined || plan.specs.get(column)?.kind === 'json') return false;
  return (typeof value !== 'object' || value === null) && value === storedValue(to.values, column);
}

/** For a working row that was copied to its shown row: `UPDATE pages SET phase_pending = 0 WHERE id = ?`. */
export async function clearPending(session: WriteSession, plan: WritePlan, row: StoredRow): Promise<void> {
  const pending = pendingColumnAt(plan.type, row.axes);
  if (!pending) return;
  const { id } = session.dialect;
  if (session.shared) await session.shared.clear(plan, pending, row);
  else await session.tx.run(`UPDATE ${id(plan.type.table)} SET ${id(pending)} = 0 WHERE id = ?`, [row.id]);
  session.tx.touch(plan.type.table, { columns: [pending] });
}

/**
 * Inserts a copy of a row, for the same document or for a clone:
 * `INSERT INTO pages (document_id, channel, updated_at, title) SELECT ?, ?, ?, title FROM pages WHERE id = ?`.
 */
export async function copyRow(
  session: WriteSession,
  plan: WritePlan,
  from: StoredRow,
  documentId: string,
  axes: RowAxes,
  extra: Readonly<Record<string, string | number | null>> = {},
): Promise<StoredRow> {
  const isSame = documentId === from.documentId;
  const pending = pendingColumnAt(plan.type, axes);
  const given = { ...(pending ? { [pending]: 1 } : {}), ...extra };
  const taken = [...plan.copied, ...(plan.created && isSame ? [plan.created] : [])].filter(
    (column) => !Object.hasOwn(given, column),
  );
  const cells: readonly Cell[] = [
    ...placeOf(plan, documentId, axes),
    ...Object.entries(given),
    ...(plan.created && !isSame ? [[plan.created, session.now] as const] : []),
    ...updatedCell(session, plan),
  ];
  await beforeColumnCopy(session, plan, from, { documentId, axes }, taken);
  const text = rowTextsOf(plan).copy(namesOf(cells), taken);
  const id =
    session.shared && isSame
      ? await session.shared.copy(plan, { documentId, axes }, from, cells, taken)
      : (await session.run({ text, params: [...valuesOf(cells), from.id] })).id;
  return session.made(plan.type, { id, documentId, axes });
}

export async function deleteRow(session: WriteSession, plan: WritePlan, row: StoredRow): Promise<void> {
  await session.tx.run(plan.text.deleteRow, [row.id]);
  session.removed(plan.type, row);
}
