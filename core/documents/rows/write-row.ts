// Statements that write one row of a content type: INSERT, UPDATE, and copies from another row.

import { build, join, param, raw, type Sql } from '../../database/sql';
import { pendingColumn, pendingColumnAt, stagesOf } from '../../schema/model/axis-kind';
import { beforeColumnCopy } from '../links/row-links';
import { storedValue } from '../write/stored-value';
import type { RowAxes } from '../write/target';
import type { WritePlan } from '../write/write-plan';
import type { WriteSession } from '../write/write-session';
import type { StoredRow } from '../write-action';

/** A column and the value that a statement gives it. */
type Cell = readonly [column: string, value: unknown];

/** `INSERT INTO pages (document_id, channel, title, updated_at) VALUES (?, ?, ?, ?)`. */
export async function insertRow(
  session: WriteSession,
  plan: WritePlan,
  documentId: string,
  axes: RowAxes,
  columns: ReadonlyMap<string, unknown>,
): Promise<StoredRow> {
  const { id: name } = session.dialect;
  const times = [plan.created, plan.updated].filter((column) => column !== null);
  const cells = [...placeOf(plan, documentId, axes), ...columns, ...times.map((time) => [time, session.now])];
  const names = cells.map(([column]) => name(column)).join(', ');
  const values = join(
    cells.map(([, value]) => param(value)),
    ', ',
  );
  const { id } = await session.run(
    build(`INSERT INTO ${name(plan.type.table)} (${names}) VALUES (`, values, ')'),
  );
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
  const { id } = session.dialect;
  const cells = [...columns, ...updatedCell(session, plan)];
  if (cells.length === 0) return;
  const set = join(assignments(session, '', cells), ', ');
  await session.run(build(`UPDATE ${id(plan.type.table)} SET `, set, ' WHERE id = ', param(row.id)));
  session.changed(
    plan.type,
    row,
    namesOf(cells).filter((column) => !kept.has(column)),
  );
}

const namesOf = (cells: readonly Cell[]): string[] => cells.map(([column]) => column);

const updatedCell = (session: WriteSession, { updated }: WritePlan): Cell[] =>
  updated ? [[updated, session.now]] : [];

/** `title = ?` for each cell; `of` stands before each column. */
const assignments = ({ dialect }: WriteSession, of: string, cells: readonly Cell[]): Sql[] =>
  cells.map(([column, value]) => build(`${of}${dialect.id(column)} = `, param(value)));

/**
 * Copies columns of one row to another; `extra` columns get values. SQLite:
 * `UPDATE pages SET (title, price) = (SELECT title, price FROM pages WHERE id = ?), updated_at = ? WHERE id = ?`.
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
  await session.run(takeStatement(session, plan, from.id, to.id, taken, cells));
  const differing = taken.filter(
    (column) =>
      session.hasChanged(from, column) || session.hasChanged(to, column) || !isEqual(plan, from, to, column),
  );
  session.changed(plan.type, to, [...namesOf(cells), ...differing]);
}

/** Do two rows have the same value, as they were read? JSON may be the same value and another text. */
function isEqual(plan: WritePlan, from: StoredRow, to: StoredRow, column: string): boolean {
  const value = storedValue(from.values, column);
  if (value === undefined || plan.specs.get(column)?.kind === 'json') return false;
  return (typeof value !== 'object' || value === null) && value === storedValue(to.values, column);
}

/** MariaDB: `UPDATE pages p JOIN pages d ON d.id = ? SET p.title = d.title, p.updated_at = ? WHERE p.id = ?`. */
function takeStatement(
  session: WriteSession,
  plan: WritePlan,
  from: number,
  to: number,
  taken: readonly string[],
  cells: readonly Cell[],
): Sql {
  const { dialect } = session;
  const table = dialect.id(plan.type.table);
  const names = taken.map(dialect.id);
  if (names.length > 0 && dialect.name === 'mysql') {
    const copies = names.map((name) => raw(`p.${name} = d.${name}`));
    const set = join([...copies, ...assignments(session, 'p.', cells)], ', ');
    return build(
      `UPDATE ${table} p JOIN ${table} d ON d.id = `,
      param(from),
      ' SET ',
      set,
      ' WHERE p.id = ',
      param(to),
    );
  }
  const columns = names.join(', ');
  const copy = build(`(${columns}) = (SELECT ${columns} FROM ${table} WHERE id = `, param(from), ')');
  const set = join([...(names.length > 0 ? [copy] : []), ...assignments(session, '', cells)], ', ');
  return build(`UPDATE ${table} SET `, set, ' WHERE id = ', param(to));
}

/** For a working row that was copied to its shown row: `UPDATE pages SET phase_pending = 0 WHERE id = ?`. */
export async function clearPending(session: WriteSession, plan: WritePlan, row: StoredRow): Promise<void> {
  const pending = pendingColumnAt(plan.type, row.axes);
  if (!pending) return;
  const { id } = session.dialect;
  await session.tx.run(`UPDATE ${id(plan.type.table)} SET ${id(pending)} = 0 WHERE id = ?`, [row.id]);
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
  const { id: name } = session.dialect;
  const table = name(plan.type.table);
  const names = [...cells.map(([column]) => column), ...taken].map(name).join(', ');
  const values = join(
    [
      ...cells.map(([column, value]): Sql => ({ text: markOf(session, plan, column), params: [value] })),
      ...taken.map((column) => raw(name(column))),
    ],
    ', ',
  );
  await beforeColumnCopy(session, plan, from, { documentId, axes }, taken);
  const { id } = await session.run(
    build(`INSERT INTO ${table} (${names}) SELECT `, values, ` FROM ${table} WHERE id = `, param(from.id)),
  );
  return session.made(plan.type, { id, documentId, axes });
}

/** PostgreSQL does not infer the type of a `?` in a select list. */
function markOf({ dialect }: WriteSession, plan: WritePlan, column: string): string {
  if (dialect.name !== 'postgres') return '?';
  const axis = plan.type.axes.find((use) => use.axis.column === column)?.axis;
  const pinned = plan.pinned.find((each) => each.column === column);
  if (axis) return axis.store.kind === 'enum' ? 'CAST(? AS integer)' : 'CAST(? AS text)';
  const stages = stagesOf(plan.type);
  if (stages && column === pendingColumn(stages)) return 'CAST(? AS integer)';
  if (plan.nested.some((each) => each.column === column)) return 'CAST(? AS json)';
  if (pinned) return typeof pinned.value === 'number' ? 'CAST(? AS integer)' : 'CAST(? AS text)';
  if (plan.exclusive.some(({ storage }) => storage.orderColumn === column))
    return 'CAST(? AS double precision)';
  const number = plan.type.tail.some(
    (field) =>
      field.column === column && ['integer', 'small'].includes(field.type.column(field.options).kind),
  );
  return number ? 'CAST(? AS bigint)' : 'CAST(? AS text)';
}

export async function deleteRow(session: WriteSession, plan: WritePlan, row: StoredRow): Promise<void> {
  await session.tx.run(plan.text.deleteRow, [row.id]);
  session.removed(plan.type, row);
}
