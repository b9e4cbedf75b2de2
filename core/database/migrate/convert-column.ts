// Gives the values of a column another type. Where the type of the column stays or widens, each changed value is written in place. Else a
// new column takes the values, and then the name of the old one. A value without a form in the new type becomes null.
import type { Database, Tx } from '../database';
import type { TableColumn } from '../tables';
import { convertStored } from './convert-value';
import * as ddl from './ddl';
import type { FoundIndex } from './introspect';
import type { MigrationStep } from './migration-step';
import { columnPages } from './stored-columns';

type ConvertColumn = Extract<MigrationStep, { kind: 'convertColumn' }>;
type Target = Pick<Database, 'dialect' | 'knex'>;

export async function convertColumn(database: Target, tx: Tx, step: ConvertColumn): Promise<void> {
  const { table, column, widen } = step;
  if (step.inPlace) {
    if (widen) await ddl.changeTable(database.knex, tx, widen);
    await writeValues(database, tx, step, column.name);
    return;
  }
  const change = (made: ddl.TableChange): Promise<void> => ddl.changeTable(database.knex, tx, made);
  const { dialect } = database;
  const made: TableColumn = { ...column, name: ddl.temporaryName(column.name), notNull: false };
  // MariaDB keeps the column of a migration that did not end.
  if (step.hasLeftover) await change(ddl.dropColumn(table.name, made.name, dialect));
  await change(ddl.addColumn(table.name, made, dialect));
  await writeValues(database, tx, step, made.name);
  const covering = [...step.indexes.values()].filter((index) => index.columns.includes(column.name));
  for (const index of covering) await change(ddl.dropIndex(table.name, index.name));
  for (const each of ddl.replaceColumn(table.name, column.name, made.name, dialect)) await change(each);
  await restoreIndexes(step, covering, (index) => change(ddl.createIndex(table, index, dialect)));
}

async function writeValues({ dialect }: Target, tx: Tx, step: ConvertColumn, into: string): Promise<void> {
  const { table, column, source, target } = step;
  const { spec } = column;
  if (spec.kind === 'id') return;
  const update = `UPDATE ${dialect.id(table.name)} SET ${dialect.id(into)} = ? WHERE id = ?`;
  for await (const rows of columnPages(tx, dialect, table.name, column.name))
    for (const [row, stored] of rows) {
      const { value } = convertStored(stored, source, target, dialect);
      const given = dialect.toParam(value ?? (column.notNull ? (column.default ?? null) : null), spec);
      if (!step.inPlace || given !== stored) await tx.run(update, [given, row]);
    }
  tx.touch(table.name);
}

/** The next converted column of the table finds the indexes that are left. */
async function restoreIndexes(
  { table, indexes }: ConvertColumn,
  covering: readonly FoundIndex[],
  create: (index: ConvertColumn['table']['indexes'][number]) => Promise<void>,
): Promise<void> {
  for (const { name } of covering) {
    const wanted = table.indexes.find((index) => index.name === name);
    if (wanted) await create(wanted);
    else indexes.delete(name);
  }
}
