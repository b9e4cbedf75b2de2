// Changes the type of a column with values. It adds a column, converts the values one by one, drops the old column and renames
// the new one. A value that has no form in the new type becomes null, so only `quire migrate apply` does this.
import type { Stored } from '../../attributes/attribute-type';
import type { ColumnSpec } from '../../attributes/sql-dialect';
import type { Database, Tx } from '../database';
import type { TableColumn } from '../tables';
import * as ddl from './ddl';
import type { FoundIndex } from './introspect';
import type { MigrationStep } from './migration-step';

const BATCH = 500;

export async function convertColumn(
  { dialect, knex }: Pick<Database, 'dialect' | 'knex'>,
  tx: Tx,
  { table, column, from }: Extract<MigrationStep, { kind: 'convertColumn' }>,
  indexes: Map<string, FoundIndex>,
): Promise<void> {
  const change = (made: ddl.TableChange): Promise<void> => ddl.changeTable(knex, tx, made);
  if (column.spec.kind === 'id') return;
  const { spec } = column;
  const [name, id] = [dialect.id(table.name), dialect.id];
  const made: TableColumn = { ...column, name: `${column.name.slice(0, 50)}_new`, notNull: false };
  const source = specOfType(from);
  await change(ddl.addColumn(table.name, made, dialect));

  let last = 0;
  for (;;) {
    const rows = await tx.all(
      `SELECT id, ${id(column.name)} FROM ${name} WHERE id > ? ORDER BY id LIMIT ${BATCH}`,
      [last],
    );
    for (const [row, value] of rows) {
      const converted =
        convertValue(dialect.fromColumn(value, source), spec) ??
        (column.notNull ? (column.default ?? null) : null);
      if (converted !== null)
        await tx.run(`UPDATE ${name} SET ${id(made.name)} = ? WHERE id = ?`, [
          dialect.toParam(converted, spec),
          row,
        ]);
      last = Number(row);
    }
    if (rows.length < BATCH) break;
  }

  const covering = [...indexes.values()].filter((index) => index.columns.includes(column.name));
  for (const index of covering) await change(ddl.dropIndex(table.name, index.name));
  await change(ddl.dropColumn(table.name, column.name, dialect));
  await change(ddl.renameColumn(table.name, made.name, column.name, dialect));
  const wanted = table.indexes.filter((index) =>
    covering.some(({ name: dropped }) => dropped === index.name),
  );
  for (const index of wanted) await change(ddl.createIndex(table, index, dialect));
  // The next converted column of the table finds the indexes that are left.
  for (const { name: dropped } of covering)
    if (!wanted.some((index) => index.name === dropped)) indexes.delete(dropped);
}

/** A value of one kind as another; null where the other kind has no such value. */
function convertValue(value: Stored, to: ColumnSpec): Stored {
  if (value === null) return null;
  const text = String(value);
  switch (to.kind) {
    case 'string':
      return [...text].length <= to.length ? text : null;
    case 'text':
      return text;
    case 'json':
      return isJson(text) ? text : JSON.stringify(text);
    case 'boolean':
      return /^(true|1)$/i.test(text) ? true : /^(false|0)$/i.test(text) ? false : null;
    case 'integer':
    case 'small':
      return /^-?\d{1,18}(\.0*)?$/.test(text) ? BigInt(text.replace(/\..*$/, '')) : null;
    case 'double':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
    case 'decimal': {
      const [, whole = '', fraction = ''] = /^-?(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
      return whole &&
        whole.length <= to.precision - to.scale &&
        fraction.replace(/0+$/, '').length <= to.scale
        ? text
        : null;
    }
  }
}

/** The kind of a column by the name of its type in the database. */
function specOfType(type: string): ColumnSpec {
  const [, scale] = /^decimal_int\((\d+)\)$/.exec(type) ?? [];
  if (scale !== undefined) return { kind: 'decimal', precision: 18, scale: Number(scale) };
  const [, precision, places] = /^(?:decimal|numeric)\((\d+),(\d+)\)$/.exec(type) ?? [];
  if (precision !== undefined)
    return { kind: 'decimal', precision: Number(precision), scale: Number(places) };
  if (/^(bool|tinyint\(1\))/.test(type)) return { kind: 'boolean' };
  if (/^(bigint|int|smallint|integer)/.test(type)) return { kind: 'integer' };
  if (/^(double|real|float)/.test(type)) return { kind: 'double' };
  return { kind: 'text' };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
