// Gives the values of a column another type. Where the type of the column stays or widens, each changed value is written in place. Else a
// new column takes the values, and then the name of the old one. A value without a form in the new type becomes null.
// On MariaDB, a stop before the last statement leaves only the new column, which the next start drops.
import type { Database, Tx } from '../../database/database';
import type { TableColumn } from '../../database/tables';
import { convertStored } from './convert-value';
import * as ddl from './ddl';
import type { MigrationStep } from './migration-step';
import { columnPages } from './stored-columns';
import { beginAgain } from './sync-lock';

type ConvertColumn = Extract<MigrationStep, { kind: 'convertColumn' }>;
type Target = Pick<Database, 'dialect' | 'knex'>;

/** Makes the column ready for its values, or replaces it. */
export async function convertColumn(database: Target, tx: Tx, step: ConvertColumn): Promise<void> {
  const { table, column } = step;
  const change = (made: ddl.TableChange): Promise<void> => ddl.changeTable(tx, made, database.dialect);
  for (const each of step.prepares) await change(each);
  if (step.inPlace) return;
  const { dialect } = database;
  const made: TableColumn = { ...column, name: ddl.temporaryName(column.name), notNull: false };
  if (step.hasLeftover) await change(ddl.dropColumn(table.name, made.name, dialect));
  await change(ddl.addColumn(table.name, made, dialect));
  // MariaDB would commit each row.
  await beginAgain(database);
  await writeValues(database, tx, step, made.name);
  for (const each of dialect.tables.replaceColumn(table.name, column.name, made.name)) await change(each);
}

export async function convertInPlace(database: Target, tx: Tx, step: ConvertColumn): Promise<void> {
  if (step.inPlace) await writeValues(database, tx, step, step.column.name);
}

async function writeValues({ dialect }: Target, tx: Tx, step: ConvertColumn, into: string): Promise<void> {
  const { table, column, source, target } = step;
  const { spec } = column;
  if (spec.kind === 'id') return;
  const update = `UPDATE ${dialect.id(table.name)} SET ${dialect.id(into)} = ? WHERE id = ?`;
  const type = step.inPlace ? ddl.columnTypeOf(column, dialect) : step.from;
  for await (const rows of columnPages(tx, dialect, table.name, [{ name: column.name, type }]))
    for (const [row, stored] of rows) {
      const { value } = convertStored(stored, source, target, dialect);
      const given = value ?? (column.notNull ? (column.default ?? null) : null);
      if (step.inPlace && given === dialect.fromColumn(stored, spec)) continue;
      await tx.run(update, [dialect.toParam(given, spec), row]);
    }
  tx.touch(table.name);
}
