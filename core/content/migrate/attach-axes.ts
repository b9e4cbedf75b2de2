// Applies a change of the axis ledger to existing rows. Attached or enabled again: missing working rows are copied from their shown rows,
// with their links. Enabled again: working rows without pending changes get the new values of their shown rows, and attributes shared
// along the axis get the new values of the base. No other value is overwritten. Disabled: the log says how many rows are hidden.

import type { Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { constant } from '../../database/dialects/marks';
import type { TableSpec } from '../../database/tables';
import type { AxisUse } from '../model/compiled/axis';
import { pendingColumn, stagesOf } from '../model/compiled/axis-kind';
import type { Schema } from '../model/compiled/content-type';
import { createLedger, type LedgerChange, type LedgerEntry } from '../sql/axis-ledger';
import { type AxisRows, type Pair, pairsThatDiffer, partsOf, takeOver } from './copy-rows';
import { followBase, makeWorkingRows } from './required-rows';

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
  // Working rows come first: values that are shared along another axis are taken from them, too.
  const isSecond = ({ entry: { uid, axis } }: LedgerChange): boolean => {
    const type = schema.types.get(uid);
    return !type || stagesOf(type)?.name !== axis;
  };
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
      if (change.before !== null && use.axis.kind === 'stages')
        await followBase(rows, use.axis, change.entry, change.before);
      await shareAgain(rows, use, change.entry);
    }
    if (use.axis.kind === 'stages') {
      const made = await makeWorkingRows(rows, { ...use, axis: use.axis }, change.entry);
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
 * Shared values were equal when the axis was disabled, and only rows of its base were written since. Where other rows differ, they are
 * stale.
 */
async function shareAgain(rows: AxisRows, { shared }: AxisUse, entry: LedgerEntry): Promise<void> {
  if (shared.size === 0) return;
  const attributes = [...shared].flatMap((name) => rows.type.attributes.get(name) ?? []);
  const parts = partsOf(rows, attributes);
  const [own, base] = [rows.dialect.id(entry.column), constant(entry.base)];
  const condition = `b.${own} = ${base} AND n.${own} <> ${base}`;
  for (const pair of await pairsThatDiffer(rows, entry.column, condition, parts)) {
    await takeOver(rows, pair, parts);
    await sharePending(rows, pair);
  }
}

/** A working row that takes values from one with pending changes has pending changes, too. */
async function sharePending({ tx, dialect, table, type }: AxisRows, { row, base }: Pair): Promise<void> {
  const stages = stagesOf(type);
  if (!stages) return;
  const { id } = dialect;
  const [name, pending] = [id(table.name), id(pendingColumn(stages))];
  const [rows] = await tx.all(`SELECT ${pending} FROM ${name} WHERE id = ?`, [base]);
  if (Number(rows?.[0] ?? 0) === 1) await tx.run(`UPDATE ${name} SET ${pending} = 1 WHERE id = ?`, [row]);
}
