// Links to one target, in columns of the row that owns them.

import type { Dialect } from '../database/dialect';
import { axisValueToStored } from '../schema/axis';
import type { ColumnRelation } from '../schema/columns';
import type { Schema } from '../schema/content-type';
import type { Link } from './link';
import type { WriteSession } from './session';
import { readPins, storedPins } from './stored-pins';
import { type StoredValues, storedValue } from './stored-value';
import { type RowAxes, settledColumn } from './target';
import type { WritePlan } from './write-plan';

export function columnLink(relation: ColumnRelation, values: StoredValues, schema: Schema): Link | null {
  const { column, typeColumn, pins } = relation.storage;
  const document = storedValue(values, column);
  const type = relation.target ?? (typeColumn ? String(storedValue(values, typeColumn)) : null);
  if (typeof document !== 'string' || type === null) return null;
  return { type, document, pins: readPins(schema, type, pins, (pin) => storedValue(values, pin)), rowId: 0 };
}

/** The columns that say this link, or none; `order` is its place on the other side. */
export function columnValues(
  plan: WritePlan,
  relation: ColumnRelation,
  link: Link | null,
  order: number,
  schema: Schema,
): Record<string, string | number | null> {
  const { column, orderColumn, typeColumn, pins } = relation.storage;
  const values: Record<string, string | number | null> = {};
  values[column] = link?.document ?? null;
  values[orderColumn] = link ? order : null;
  if (typeColumn) values[typeColumn] = link?.type ?? null;
  Object.assign(values, storedPins(schema, link, pins), Object.fromEntries(plan.asleep.kept(relation)));
  return values;
}

/** For an UPDATE that takes the link out of rows. `settled`: a column that says of them that they are settled, no more then. */
export const withoutLink = (
  plan: WritePlan,
  relation: ColumnRelation,
  schema: Schema,
  { id }: Pick<Dialect, 'id'>,
  settled: string | null = null,
): string =>
  Object.entries({
    ...columnValues(plan, relation, null, 0, schema),
    ...(settled ? { [settled]: null } : {}),
  })
    .map(([column, value]) => `${id(column)} = ${value === null ? 'NULL' : value === '' ? "''" : value}`)
    .join(', ');

/** Takes the target of a two-sided one-to-one away from other documents' rows with these axes, before the row gets it. */
export async function takeAway(
  session: WriteSession,
  plan: WritePlan,
  relation: ColumnRelation,
  keeper: { readonly documentId: string; readonly axes: RowAxes },
  target: string,
): Promise<void> {
  const { dialect } = session;
  const { column } = relation.storage;
  const id = (name: string): string => dialect.id(name);
  // Along an axis that the relation is one value on, it is taken from every row.
  const uses = plan.type.axes.filter((use) => !use.shared.has(relation.name));
  const axes = uses.map(({ axis }) => axisValueToStored(axis, keeper.axes[axis.name] ?? axis.defaultValue()));
  // Rows that are hidden keep what they have.
  const shown = plan.pinned.map(({ value }) => value);
  const params = [target, ...axes, ...shown, keeper.documentId];
  const where = (): string => {
    const places = [...uses.map(({ axis }) => axis.column), ...plan.pinned.map((pinned) => pinned.column)];
    return `WHERE ${id(column)} = ?${places.map((name) => ` AND ${id(name)} = ?`).join('')} AND document_id <> ?`;
  };
  if (dialect.forUpdate !== '') {
    const read = plan.statement(
      `who has ${relation.name}`,
      () => `SELECT DISTINCT document_id FROM ${id(plan.type.table)} ${where()}`,
    );
    const losers = await session.tx.all(read, params);
    if (losers.length === 0) return;
    await session.lock(losers.map(([document]) => ({ type: plan.type.uid, documentId: String(document) })));
  }
  const settled = session.action.goesLive ? null : settledColumn(plan.type, keeper.axes);
  const clear = plan.statement(
    `take away ${relation.name} ${settled ?? ''}`,
    () =>
      `UPDATE ${id(plan.type.table)} SET ${withoutLink(plan, relation, session.schema, dialect, settled)} ${where()}`,
  );
  await session.tx.run(clear, params);
}

/** The same where the row is about to take these columns over from another row. */
export async function takeAwayTaken(
  session: WriteSession,
  plan: WritePlan,
  from: number,
  keeper: { readonly documentId: string; readonly axes: RowAxes },
  columns: readonly string[],
): Promise<void> {
  const { dialect, tx } = session;
  for (const relation of plan.exclusive) {
    const { column } = relation.storage;
    if (!columns.includes(column)) continue;
    const read = plan.statement(
      `target of ${relation.name}`,
      () => `SELECT ${dialect.id(column)} FROM ${dialect.id(plan.type.table)} WHERE id = ?`,
    );
    const target = (await tx.all(read, [from]))[0]?.[0];
    if (typeof target === 'string') await takeAway(session, plan, relation, keeper, target);
  }
}
