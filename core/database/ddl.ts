// Statements that change tables, one change each. knex writes CREATE TABLE (migrate.ts); these are the ones in which the
// databases differ, or where knex would rebuild a table that SQLite can change in place.
import type { ColumnSpec } from '../attributes/sql-dialect';
import type { Dialect } from './dialect';
import type { TableColumn, TableIndex, TableSpec } from './tables';

/** MySQL indexes only the beginning of long text. */
const PREFIX = 191;

export const columnTypeOf = (column: TableColumn, dialect: Dialect): string =>
  column.spec.kind === 'id' ? dialect.idColumn : dialect.columnType(column.spec);

export function columnClause(column: TableColumn, dialect: Dialect): string {
  const type = columnTypeOf(column, dialect);
  if (column.spec.kind === 'id') return type;
  const otherwise =
    column.default === undefined ? '' : ` DEFAULT ${defaultText(column.default, column.spec, dialect)}`;
  return `${type}${column.notNull ? ' NOT NULL' : ''}${otherwise}`;
}

export const addColumn = (table: string, column: TableColumn, dialect: Dialect): string =>
  `ALTER TABLE ${dialect.id(table)} ADD COLUMN ${dialect.id(column.name)} ${columnClause(column, dialect)}`;

export const dropColumn = (table: string, column: string, dialect: Dialect): string =>
  `ALTER TABLE ${dialect.id(table)} DROP COLUMN ${dialect.id(column)}`;

export const renameColumn = (table: string, from: string, to: string, dialect: Dialect): string =>
  `ALTER TABLE ${dialect.id(table)} RENAME COLUMN ${dialect.id(from)} TO ${dialect.id(to)}`;

export const renameTable = (from: string, to: string, dialect: Dialect): string =>
  `ALTER TABLE ${dialect.id(from)} RENAME TO ${dialect.id(to)}`;

export const dropTable = (table: string, dialect: Dialect): string => `DROP TABLE ${dialect.id(table)}`;

/** The values fit into the new type as they are. null: SQLite's columns hold them already. */
export function widenColumn(table: string, column: TableColumn, dialect: Dialect): string | null {
  if (dialect.name === 'sqlite') return null;
  const name = dialect.id(column.name);
  const change =
    dialect.name === 'mysql'
      ? `MODIFY COLUMN ${name} ${columnClause(column, dialect)}`
      : `ALTER COLUMN ${name} TYPE ${columnTypeOf(column, dialect)}`;
  return `ALTER TABLE ${dialect.id(table)} ${change}`;
}

export function createIndex(table: TableSpec, index: TableIndex, dialect: Dialect): string {
  const columns = index.columns.map((name) =>
    indexedColumn(
      table.columns.find((column) => column.name === name),
      name,
      dialect,
    ),
  );
  return `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${dialect.id(index.name)} ON ${dialect.id(table.name)} (${columns.join(', ')})`;
}

export const dropIndex = (table: string, index: string, dialect: Dialect): string =>
  `DROP INDEX ${dialect.id(index)}${dialect.name === 'mysql' ? ` ON ${dialect.id(table)}` : ''}`;

function indexedColumn(column: TableColumn | undefined, name: string, dialect: Dialect): string {
  const quoted = dialect.id(name);
  if (!column || column.spec.kind === 'id') return quoted;
  // An ascending order with nulls first uses only an index that was made so.
  if (dialect.name === 'postgres') return column.notNull ? quoted : `${quoted} NULLS FIRST`;
  return dialect.name === 'mysql' && isLong(column.spec) ? `${quoted}(${PREFIX})` : quoted;
}

const isLong = (spec: ColumnSpec): boolean =>
  spec.kind === 'text' || spec.kind === 'json' || (spec.kind === 'string' && spec.length > 255);

function defaultText(value: string | number, spec: ColumnSpec, dialect: Dialect): string {
  if (spec.kind === 'boolean' && dialect.name === 'postgres') return Number(value) === 1 ? 'TRUE' : 'FALSE';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
