// The tables of the core itself. unique.ts has the table of unique values.
import type { Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import type { TableColumn, TableSpec } from '../../database/tables';
import { UNIQUE_TABLE } from '../sql/unique';

const name: TableColumn = { name: 'name', spec: { kind: 'string', length: 191 }, notNull: true };
const uid: TableColumn = { ...name, name: 'uid' };
const axis: TableColumn = { name: 'axis', spec: { kind: 'string', length: 64 }, notNull: true };
const text = (column: string): TableColumn => ({ name: column, spec: { kind: 'text' } });
const count: TableColumn = { name: 'value', spec: { kind: 'integer' }, notNull: true, default: 0 };

const systemTable = (
  table: string,
  keys: readonly TableColumn[],
  value: TableColumn,
  owner: string,
): TableSpec => ({
  name: table,
  columns: [...keys, value],
  primaryKey: keys.map((key) => key.name),
  indexes: [],
  owner,
});

export const SYSTEM_TABLES: readonly TableSpec[] = [
  systemTable('quire_meta', [name], text('value'), 'facts about this database'),
  systemTable('quire_schema', [uid], text('model'), 'the remembered schema'),
  systemTable('quire_axes', [uid, axis], text('entry'), 'the axis ledger'),
  systemTable('quire_counters', [name], count, 'ids that are never used twice'),
  UNIQUE_TABLE,
];

/** The counter of entry ids. Startup creates it, so that two processes never both create it. */
export async function seedCounter(tx: Tx, { id }: Dialect): Promise<void> {
  const missing = `NOT EXISTS (SELECT 1 FROM quire_counters WHERE ${id('name')} = 'entries')`;
  await tx.run(
    `INSERT INTO quire_counters (${id('name')}, ${id('value')}) SELECT 'entries', 0 FROM (SELECT 1 AS one) s WHERE ${missing}`,
  );
}
