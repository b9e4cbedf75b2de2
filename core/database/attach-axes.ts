// What a change of the axis ledger asks of rows that are there already. Attached or live again: the rows that the axis wants
// beside the base (its companions) are made as copies, with the links their rows own; nothing is overwritten. Live again:
// attributes shared along the axis get the values that the base got meanwhile. Gone: one line says how many rows are hidden.
import { type AxisUse, axisValueToStored } from '../schema/axis';
import { columnsOf, isTableRelation } from '../schema/columns';
import type { ContentType, Schema } from '../schema/content-type';
import { LINK } from '../schema/content-type';
import type { LedgerChange, LedgerEntry } from './axis-ledger';
import type { Tx } from './database';
import type { Dialect } from './dialect';
import type { TableSpec } from './tables';

interface Rows {
  readonly tx: Tx;
  readonly dialect: Dialect;
  readonly type: ContentType;
  readonly table: TableSpec;
  readonly tables: ReadonlyMap<string, TableSpec>;
  /** The columns of all axes of the type, dormant ones too. */
  readonly axisColumns: readonly string[];
}

export async function followLedger(
  tx: Tx,
  dialect: Dialect,
  schema: Schema,
  tables: readonly TableSpec[],
  entries: readonly LedgerEntry[],
  changes: readonly LedgerChange[],
): Promise<string[]> {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const said: string[] = [];
  for (const change of changes) {
    const type = schema.types.get(change.entry.uid);
    const table = type && byName.get(type.table);
    if (!type || !table) continue;
    const axisColumns = entries.filter((entry) => entry.uid === type.uid).map(({ column }) => column);
    const rows: Rows = { tx, dialect, type, table, tables: byName, axisColumns };
    if (change.became === 'dormant') {
      said.push(...(await countHidden(rows, change.entry)));
      continue;
    }
    const use = type.axes.find(({ axis }) => axis.name === change.entry.axis);
    if (!use) continue;
    if (change.became === 'revived' && change.before !== null)
      await shareAgain(rows, use, change.entry, change.before);
    for (const companion of use.axis.companions ?? []) {
      const made = await makeCompanions(rows, change.entry, axisValueToStored(use.axis, companion));
      if (made > 0)
        said.push(
          `${type.uid}: ${made} rows made along the axis ${use.axis.name}, copies of those that were there`,
        );
    }
  }
  return said;
}

async function countHidden({ tx, dialect, table, type }: Rows, entry: LedgerEntry): Promise<string[]> {
  const [row] = await tx.all(
    `SELECT count(*) FROM ${dialect.id(table.name)} WHERE ${dialect.id(entry.column)} <> ?`,
    [entry.base],
  );
  const hidden = Number(row?.[0] ?? 0);
  return [`${type.uid}: the axis ${entry.axis} is off; ${hidden} rows are hidden until it is on again`];
}

async function makeCompanions(rows: Rows, entry: LedgerEntry, value: string | number): Promise<number> {
  const { tx, dialect, table, type } = rows;
  const id = dialect.id;
  const name = id(table.name);
  const axis = id(entry.column);
  const [highest] = await tx.all(`SELECT max(id) FROM ${name}`);
  const before = Number(highest?.[0] ?? 0);
  const copied = table.columns
    .filter((column) => column.spec.kind !== 'id' && column.name !== entry.column)
    .map((column) => id(column.name));
  const made = await tx.run(
    `INSERT INTO ${name} (${axis}, ${copied.join(', ')}) SELECT ${constant(value)}, ${copied.map((column) => `b.${column}`).join(', ')} FROM ${name} b WHERE b.${axis} = ? AND NOT EXISTS (SELECT 1 FROM ${name} c WHERE ${sameVariant(rows, entry, 'c', 'b')} AND c.${axis} = ?) ORDER BY b.id`,
    [entry.base, value],
  );
  if (made.changes === 0) return 0;
  for (const attribute of type.attributes.values()) {
    if (!isTableRelation(attribute)) continue;
    await copyLinks(
      rows,
      entry,
      attribute.storage.table,
      `n.id > ${before} AND n.${axis} = ${constant(value)}`,
    );
  }
  return made.changes;
}

/** Links of the base row to the rows `n` of the same variant that meet the condition. */
async function copyLinks(
  rows: Rows,
  entry: LedgerEntry,
  linkTable: string,
  condition: string,
): Promise<void> {
  const { tx, dialect, table, tables } = rows;
  const id = dialect.id;
  const columns = (tables.get(linkTable)?.columns ?? [])
    .map((column) => column.name)
    .filter((column) => column !== LINK.source);
  const links = id(linkTable);
  await tx.run(
    `INSERT INTO ${links} (${[LINK.source, ...columns].map(id).join(', ')}) SELECT n.id, ${columns.map((column) => `l.${id(column)}`).join(', ')} FROM ${links} l JOIN ${id(table.name)} b ON b.id = l.${id(LINK.source)} JOIN ${id(table.name)} n ON ${sameVariant(rows, entry, 'n', 'b')} WHERE b.${id(entry.column)} = ? AND ${condition}`,
    [entry.base],
  );
}

/** Documents whose base row was written while the axis was off: their other rows get its shared values. */
async function shareAgain(rows: Rows, use: AxisUse, entry: LedgerEntry, since: string): Promise<void> {
  const { tx, dialect, table, type } = rows;
  const shared = [...use.shared].flatMap((name) => type.attributes.get(name) ?? []);
  const columns = shared.flatMap((attribute) => columnsOf(attribute));
  const linkTables = shared.flatMap((attribute) =>
    isTableRelation(attribute) ? [attribute.storage.table] : [],
  );
  if (columns.length === 0 && linkTables.length === 0) return;
  const id = dialect.id;
  const name = id(table.name);
  const axis = id(entry.column);
  const stale = await tx.all(
    `SELECT n.id, b.id FROM ${name} n JOIN ${name} b ON ${sameVariant(rows, entry, 'n', 'b')} WHERE b.${axis} = ? AND n.${axis} <> ? AND b.${id('updated_at')} >= ?`,
    [entry.base, entry.base, since],
  );
  for (const [row, base] of stale) {
    if (columns.length > 0) {
      const [values] = await tx.all(`SELECT ${columns.map(id).join(', ')} FROM ${name} WHERE id = ?`, [base]);
      await tx.run(
        `UPDATE ${name} SET ${columns.map((column) => `${id(column)} = ?`).join(', ')} WHERE id = ?`,
        [...(values ?? []), row],
      );
    }
    for (const linkTable of linkTables) {
      await tx.run(`DELETE FROM ${id(linkTable)} WHERE ${id(LINK.source)} = ?`, [row]);
      await copyLinks(rows, entry, linkTable, `n.id = ${Number(row)}`);
    }
  }
}

/** The same document, and the same place along every other axis. */
function sameVariant({ dialect, axisColumns }: Rows, entry: LedgerEntry, a: string, b: string): string {
  const columns = ['document_id', ...axisColumns.filter((column) => column !== entry.column)];
  return columns.map((column) => `${a}.${dialect.id(column)} = ${b}.${dialect.id(column)}`).join(' AND ');
}

const constant = (value: string | number): string =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
