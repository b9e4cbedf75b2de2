// Writing one row of a content type: INSERT, UPDATE, and taking columns over from another row of the same document.

import { takeAwayTaken } from './column-links';
import { holdTargetsOfRow } from './hold-targets';
import type { StoredRow } from './operations';
import type { WriteSession } from './session';
import { type RowAxes, settledColumn } from './target';
import type { WritePlan } from './write-plan';

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

/** Sets columns of one row to what another has. `extra` columns take values. */
export async function takeColumns(
  session: WriteSession,
  plan: WritePlan,
  from: StoredRow,
  to: StoredRow,
  columns: readonly string[],
  extra: Readonly<Record<string, string | number | null>> = {},
): Promise<void> {
  const { dialect } = session;
  const taken = columns.filter((column) => !Object.hasOwn(extra, column));
  // What goes live at once leaves a row as settled as it was.
  const settled = session.action.goesLive ? settledColumn(plan.type, to.axes) : null;
  const set = [...Object.keys(extra), ...(settled ? [settled] : []), ...(plan.updated ? [plan.updated] : [])];
  if (taken.length + set.length === 0) return;
  // A star, as no column can be named.
  const which = columns === plan.copied ? '*' : columns.join();
  const text = plan.statement(`take ${which} set ${set.join()} ${settled ?? ''}`, () => {
    const table = dialect.id(plan.type.table);
    const id = (name: string): string => dialect.id(name);
    const given = (of: string): string[] =>
      set.map(
        (name) => `${of}${id(name)} = ${name === settled ? staysSettled(session, plan, name, of) : '?'}`,
      );
    if (taken.length === 0) return `UPDATE ${table} SET ${given('').join(', ')} WHERE id = ?`;
    if (dialect.name === 'mysql') {
      const parts = [...taken.map((name) => `p.${id(name)} = d.${id(name)}`), ...given('p.')];
      return `UPDATE ${table} p JOIN ${table} d ON d.id = ? SET ${parts.join(', ')} WHERE p.id = ?`;
    }
    const columns = taken.map(id).join(', ');
    const parts = [`(${columns}) = (SELECT ${columns} FROM ${table} WHERE id = ?)`, ...given('')];
    return `UPDATE ${table} SET ${parts.join(', ')} WHERE id = ?`;
  });
  if (plan.columnRelations.some(({ storage }) => taken.includes(storage.column)))
    await holdTargetsOfRow(session, plan, from.id);
  if (plan.exclusive.length > 0) await takeAwayTaken(session, plan, from.id, to, taken);
  await session.tx.run(text, [
    ...(taken.length > 0 ? [from.id] : []),
    ...Object.values(extra),
    ...(settled ? [session.now] : []),
    ...(plan.updated ? [session.now] : []),
    to.id,
  ]);
  session.changed(plan.type, to);
}

/** Stands before `updated_at` is set: MySQL assigns in this order. */
function staysSettled({ dialect }: WriteSession, plan: WritePlan, settled: string, of: string): string {
  const own = `${of}${dialect.id(settled)}`;
  return `CASE WHEN ${own} = ${of}${dialect.id(plan.updated ?? settled)} THEN ? ELSE ${own} END`;
}

/** Says of a companion that it is settled. */
export async function settleRow(session: WriteSession, plan: WritePlan, row: StoredRow): Promise<void> {
  const settled = settledColumn(plan.type, row.axes);
  if (!settled || !plan.updated) return;
  const { id } = session.dialect;
  const text = `UPDATE ${id(plan.type.table)} SET ${id(settled)} = ${id(plan.updated)} WHERE id = ?`;
  await session.tx.run(text, [row.id]);
}

/** A new row with the columns of another, of the same document or as the start of a new one. */
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
  const taken = [...plan.copied, ...(plan.created && isSame ? [plan.created] : [])].filter(
    (column) => !Object.hasOwn(extra, column),
  );
  const times = [...(plan.created && !isSame ? [plan.created] : []), ...(plan.updated ? [plan.updated] : [])];
  const set = [
    'document_id',
    ...plan.type.axes.map(({ axis }) => axis.column),
    ...plan.pinned.map(({ column }) => column),
    ...Object.keys(extra),
    ...times,
  ];
  const text = plan.statement(`copy ${isSame} ${Object.keys(extra).join()}`, () => {
    const names = [...set, ...taken].map((name) => dialect.id(name)).join(', ');
    const values = [
      ...set.map((column) => markOf(session, plan, column)),
      ...taken.map((name) => dialect.id(name)),
    ].join(', ');
    const table = dialect.id(plan.type.table);
    return `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${table} WHERE id = ?`;
  });
  if (plan.columnRelations.length > 0) await holdTargetsOfRow(session, plan, from.id);
  if (plan.exclusive.length > 0) await takeAwayTaken(session, plan, from.id, { documentId, axes }, taken);
  const { id } = await session.tx.run(text, [
    documentId,
    ...plan.axisParams(axes),
    ...plan.pinned.map(({ value }) => value),
    ...Object.values(extra),
    ...times.map(() => session.now),
    from.id,
  ]);
  return session.made(plan.type, { id, documentId, axes });
}

/** PostgreSQL does not infer the type of a mark in a select list. */
function markOf({ dialect }: WriteSession, plan: WritePlan, column: string): string {
  if (dialect.name !== 'postgres') return '?';
  const axis = plan.type.axes.find((use) => use.axis.column === column)?.axis;
  const pinned = plan.pinned.find((each) => each.column === column);
  if (axis) return axis.store.kind === 'enum' ? 'CAST(? AS integer)' : 'CAST(? AS text)';
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
