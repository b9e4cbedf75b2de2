// What a change of the axis ledger asks of rows that are there already. Attached or live again: the rows that the axis wants beside
// the base (its companions) are made as copies, with the links their rows own. Live again: companions that held nothing of their own
// follow what was written to the base meanwhile, and attributes shared along the axis get the values that the base got. Nothing else
// is overwritten. Gone: one line says how many rows are hidden.
import { type AxisUse, axisValueToStored } from '../schema/axis';
import type { Schema } from '../schema/content-type';
import { createLedger, type LedgerChange, type LedgerEntry } from './axis-ledger';
import { followBase, makeCompanions } from './companions';
import type { Tx } from './database';
import type { Dialect } from './dialect';
import type { TableSpec } from './tables';
import { type AxisRows, constant, type Pair, pairsThatDiffer, partsOf, takeOver } from './take-over';

export async function followLedger(
  tx: Tx,
  dialect: Dialect,
  schema: Schema,
  tables: readonly TableSpec[],
  entries: readonly LedgerEntry[],
  changes: readonly LedgerChange[],
): Promise<string[]> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const { dormant } = createLedger(entries);
  const said: string[] = [];
  // What is shared along an axis is taken from companions, too: they come first.
  const isSecond = ({ entry: { uid, axis } }: LedgerChange): boolean =>
    !schema.types.get(uid)?.axes.some((use) => use.axis.name === axis && use.axis.companions);
  for (const change of changes.toSorted((a, b) => Number(isSecond(a)) - Number(isSecond(b)))) {
    const type = schema.types.get(change.entry.uid);
    const table = type && byName.get(type.table);
    if (!type || !table) continue;
    const axisColumns = entries.filter((entry) => entry.uid === type.uid).map(({ column }) => column);
    const rows: AxisRows = { tx, dialect, schema, type, table, tables: byName, axisColumns, dormant };
    if (change.became === 'dormant') {
      said.push(...(await countHidden(rows, change.entry)));
      continue;
    }
    const use = type.axes.find(({ axis }) => axis.name === change.entry.axis);
    if (!use) continue;
    if (change.became === 'revived') {
      if (change.before !== null) await followBase(rows, use, change.entry, change.before);
      await shareAgain(rows, use, change.entry);
    }
    for (const companion of use.axis.companions ?? []) {
      const made = await makeCompanions(rows, use, change.entry, axisValueToStored(use.axis, companion));
      if (made > 0)
        said.push(
          `${type.uid}: ${made} rows made along the axis ${use.axis.name}, copies of those that were there`,
        );
    }
  }
  return said;
}

async function countHidden({ tx, dialect, table, type }: AxisRows, entry: LedgerEntry): Promise<string[]> {
  const [row] = await tx.all(
    `SELECT count(*) FROM ${dialect.id(table.name)} WHERE ${dialect.id(entry.column)} <> ?`,
    [entry.base],
  );
  const hidden = Number(row?.[0] ?? 0);
  return [`${type.uid}: the axis ${entry.axis} is off; ${hidden} rows are hidden until it is on again`];
}

/**
 * Values shared along the axis were equal when it was switched off, and only rows of its base could be written since: where others
 * differ, they are behind.
 */
async function shareAgain(rows: AxisRows, { shared }: AxisUse, entry: LedgerEntry): Promise<void> {
  if (shared.size === 0) return;
  const attributes = [...shared].flatMap((name) => rows.type.attributes.get(name) ?? []);
  const parts = partsOf(rows, attributes);
  const [own, base] = [rows.dialect.id(entry.column), constant(entry.base)];
  const condition = `b.${own} = ${base} AND n.${own} <> ${base}`;
  for (const pair of await pairsThatDiffer(rows, entry.column, condition, parts)) {
    await takeOver(rows, pair, parts);
    await unsettleLike(rows, pair);
  }
}

/** A row that took over from one with changes of its own has them, too. */
async function unsettleLike({ tx, dialect, table, type }: AxisRows, { row, base }: Pair): Promise<void> {
  const { id } = dialect;
  for (const { axis } of type.axes) {
    if (!axis.settledColumn) continue;
    const settled = id(axis.settledColumn);
    const beside = (axis.companions ?? []).map((value) => constant(axisValueToStored(axis, value)));
    const [pending] = await tx.all(
      `SELECT COUNT(*) FROM ${id(table.name)} WHERE id = ? AND ${id(axis.column)} IN (${beside.join(', ')}) AND COALESCE(${settled}, '') <> ${id('updated_at')}`,
      [base],
    );
    if (Number(pending?.[0] ?? 0) > 0)
      await tx.run(`UPDATE ${id(table.name)} SET ${settled} = NULL WHERE id = ?`, [row]);
  }
}
