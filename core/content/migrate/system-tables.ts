// The tables of the core itself. unique.ts has the table of unique values.

import type { Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { insertOnceText } from '../../database/replace-text';
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

/** The counter of entry ids. Another process may create it at the same time. */
export async function seedCounter(tx: Tx, dialect: Dialect): Promise<void> {
  await tx.run(insertOnceText(dialect, 'quire_counters', 'name', 'value'), ['entries', 0]);
}
