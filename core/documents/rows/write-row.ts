// Statements that write one row of a content type: INSERT, UPDATE, and copies from another row.

import { pendingColumn, pendingColumnAt, stagesOf } from '../../schema/model/axis-kind';
import { beforeColumnCopy } from '../links/row-links';
import type { StoredRow } from '../operations';
import type { RowAxes } from '../write/target';
import type { WritePlan } from '../write/write-plan';
import type { WriteSession } from '../write/write-session';

export async function insertRow(
  session: WriteSession,
  plan: WritePlan,
  documentId: string,
  axes: RowAxes,
  columns: ReadonlyMap<string, unknown>,
): Promise<StoredRow> {
  const { dialect } = session;
  const times = [plan.created, plan.updated].filter((column) => column !== null);
  const own = [...columns.keys()];
  const text = plan.statement(`insert ${own.join()}`, () => {
    const all = [
      'document_id',
      ...plan.type.axes.map(({ axis }) => axis.column),
      ...plan.pinned.map(({ column }) => column),
      ...own,
      ...times,
    ];
    return `INSERT INTO ${dialect.id(plan.type.table)} (${all.map((name) => dialect.id(name)).join(', ')}) VALUES (${all.map(() => '?').join(', ')})`;
  });
  const { id } = await session.tx.run(text, [
    documentId,
    ...plan.axisParams(axes),
    ...plan.pinned.map(({ value }) => value),
    ...columns.values(),
    ...times.map(() => session.now),
  ]);
  return session.made(plan.type, { id, documentId, axes });
}

export async function updateRow(
  session: WriteSession,
  plan: WritePlan,
  row: StoredRow,
  columns: ReadonlyMap<string, unknown>,
): Promise<void> {
  const { dialect } = session;
  const own = [...columns.keys(), ...(plan.updated ? [plan.updated] : [])];
  if (own.length === 0) return;
  const text = plan.statement(
    `update ${own.join()}`,
    () =>
      `UPDATE ${dialect.id(plan.type.table)} SET ${own.map((name) => `${dialect.id(name)} = ?`).join(', ')} WHERE id = ?`,
  );
  await session.tx.run(text, [...columns.values(), ...(plan.updated ? [session.now] : []), row.id]);
  session.changed(plan.type, row);
}

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
  const { dialect } = session;
  const pending = session.action.goesLive ? null : pendingColumnAt(plan.type, to.axes);
  const given = { ...(pending ? { [pending]: 1 } : {}), ...extra };
  const taken = columns.filter((column) => !Object.hasOwn(given, column));
  const set = [...Object.keys(given), ...(plan.updated ? [plan.updated] : [])];
  if (taken.length + set.length === 0) return;
  // No column can have the name `*`.
  const which = columns === plan.copied ? '*' : columns.join();
  const text = plan.statement(`take ${which} set ${set.join()}`, () => {
    const table = dialect.id(plan.type.table);
    const id = (name: string): string => dialect.id(name);
    const marks = (of: string): string[] => set.map((name) => `${of}${id(name)} = ?`);
    if (taken.length === 0) return `UPDATE ${table} SET ${marks('').join(', ')} WHERE id = ?`;
    if (dialect.name === 'mysql') {
      const parts = [...taken.map((name) => `p.${id(name)} = d.${id(name)}`), ...marks('p.')];
      return `UPDATE ${table} p JOIN ${table} d ON d.id = ? SET ${parts.join(', ')} WHERE p.id = ?`;
    }
    const columns = taken.map(id).join(', ');
    const parts = [`(${columns}) = (SELECT ${columns} FROM ${table} WHERE id = ?)`, ...marks('')];
    return `UPDATE ${table} SET ${parts.join(', ')} WHERE id = ?`;
  });
  await beforeColumnCopy(session, plan, from, to, taken);
  await session.tx.run(text, [
    ...(taken.length > 0 ? [from.id] : []),
    ...Object.values(given),
    ...(plan.updated ? [session.now] : []),
    to.id,
  ]);
  session.changed(plan.type, to);
}

/** For a working row that was copied to its shown row: `UPDATE pages SET phase_pending = 0 WHERE id = ?`. */
export async function clearPending(session: WriteSession, plan: WritePlan, row: StoredRow): Promise<void> {
  const pending = pendingColumnAt(plan.type, row.axes);
  if (!pending) return;
  const { id } = session.dialect;
  await session.tx.run(`UPDATE ${id(plan.type.table)} SET ${id(pending)} = 0 WHERE id = ?`, [row.id]);
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
  const { dialect } = session;
  const isSame = documentId === from.documentId;
  const pending = pendingColumnAt(plan.type, axes);
  const given = { ...(pending ? { [pending]: 1 } : {}), ...extra };
  const taken = [...plan.copied, ...(plan.created && isSame ? [plan.created] : [])].filter(
    (column) => !Object.hasOwn(given, column),
  );
  const times = [...(plan.created && !isSame ? [plan.created] : []), ...(plan.updated ? [plan.updated] : [])];
  const set = [
    'document_id',
    ...plan.type.axes.map(({ axis }) => axis.column),
    ...plan.pinned.map(({ column }) => column),
    ...Object.keys(given),
    ...times,
  ];
  const text = plan.statement(`copy ${isSame} ${Object.keys(given).join()}`, () => {
    const names = [...set, ...taken].map((name) => dialect.id(name)).join(', ');
    const values = [
      ...set.map((column) => markOf(session, plan, column)),
      ...taken.map((name) => dialect.id(name)),
    ].join(', ');
    const table = dialect.id(plan.type.table);
    return `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table} WHERE id = ?`;
  });
  await beforeColumnCopy(session, plan, from, { documentId, axes }, taken);
  const { id } = await session.tx.run(text, [
    documentId,
    ...plan.axisParams(axes),
    ...plan.pinned.map(({ value }) => value),
    ...Object.values(given),
    ...times.map(() => session.now),
    from.id,
  ]);
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
