// Changes of tables, as text. On SQLite, each of them changes a table in place.
import { randomUUID } from 'node:crypto';
import type { Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import type { ColumnSpec } from '../../database/sql-dialect';
import type { TableColumn, TableIndex, TableSpec } from '../../database/tables';

/** Text of a statement, or a new name. */
export type TableChange = string | Rename;

/** Of a column in the table, or of a table. The next start undoes it if the migration stops (memory.ts). */
export interface Rename {
  /** null: a table is renamed. */
  readonly table: string | null;
  readonly from: string;
  readonly to: string;
}

export async function changeTable(tx: Tx, change: TableChange, dialect: Dialect): Promise<void> {
  await tx.run(textOf(change, dialect));
}

export const isRename = (change: TableChange): change is Rename => typeof change === 'object';

export const textOf = (change: TableChange, dialect: Dialect): string =>
  isRename(change) ? renameText(change, dialect) : change;

const renameText = ({ table, from, to }: Rename, dialect: Dialect): string =>
  table === null
    ? `ALTER TABLE ${dialect.id(from)} RENAME TO ${dialect.id(to)}`
    : renameColumn(table, from, to, dialect);

function createTable(table: TableSpec, dialect: Dialect): string {
  const columns = table.columns.map((column) => columnText(column, dialect));
  return `CREATE TABLE ${dialect.id(table.name)} (${[...columns, ...keys(table, dialect)].join(', ')})`;
}

/**
 * A table that is renamed keeps the names of its keys, which another table may want. So the database names primary keys. Foreign keys
 * have random names, because MariaDB refuses those that it makes of long names of tables.
 */
const keys = ({ primaryKey, foreignKeys = [] }: TableSpec, { id }: Dialect): string[] => [
  ...(primaryKey ? [`PRIMARY KEY (${primaryKey.map(id).join(', ')})`] : []),
  ...foreignKeys.map(
    ({ column, references, table }) =>
      `CONSTRAINT ${id(`fk_${randomUUID()}`)} FOREIGN KEY (${id(column)}) REFERENCES ${id(table)} (${id(references)}) ON DELETE CASCADE`,
  ),
];

export const dropTable = (table: string, { id }: Dialect): string => `DROP TABLE ${id(table)}`;

export const addColumn = (table: string, column: TableColumn, dialect: Dialect): string =>
  `ALTER TABLE ${dialect.id(table)} ADD COLUMN ${columnText(column, dialect)}`;

/** The column gets its name last, since MariaDB commits each statement: a column of that name is filled. */
export function addFilledColumn(
  table: string,
  column: TableColumn,
  fill: NonNullable<TableColumn['fill']>,
  hasLeftover: boolean,
  dialect: Dialect,
): TableChange[] {
  const { id } = dialect;
  const name = temporaryName(column.name);
  return [
    ...(hasLeftover ? [dropColumn(table, name, dialect)] : []),
    addColumn(table, { ...column, name }, dialect),
    `UPDATE ${id(table)} SET ${id(name)} = ${fill(id)}`,
    renameColumn(table, name, column.name, dialect),
  ];
}

/** A table with its indexes. */
export const createWhole = (table: TableSpec, dialect: Dialect): TableChange[] => [
  createTable(table, dialect),
  ...table.indexes.flatMap((index) => createIndex(table, index, dialect)),
];

/** No constraint: a constraint takes no terms, and DROP INDEX does not drop it. */
export function createIndex(table: TableSpec, index: TableIndex, dialect: Dialect): readonly string[] {
  if (index.search) return dialect.search?.create({ ...index, table: table.name }) ?? [];
  const { id } = dialect;
  const terms = index.columns.map((name) => {
    const column = table.columns.find((each) => each.name === name);
    return column ? dialect.tables.indexTerm(column) : id(name);
  });
  const kind = index.unique ? 'UNIQUE INDEX' : 'INDEX';
  const [first = ''] = index.columns;
  const condition = index.filled && dialect.tables.partialIndexes ? ` WHERE ${id(first)} IS NOT NULL` : '';
  return [`CREATE ${kind} ${id(index.name)} ON ${id(table.name)} (${terms.join(', ')})${condition}`];
}

export function dropIndex(
  table: string,
  { name, search }: Pick<TableIndex, 'name' | 'search'>,
  dialect: Dialect,
): readonly string[] {
  if (search) return dialect.search?.drop(name) ?? [];
  return [dialect.tables.dropIndex(table, name)];
}

const renameColumn = (table: string, from: string, to: string, { id }: Dialect): string =>
  `ALTER TABLE ${id(table)} RENAME COLUMN ${id(from)} TO ${id(to)}`;

export const dropColumn = (table: string, column: string, { id }: Dialect): TableChange =>
  `ALTER TABLE ${id(table)} DROP COLUMN ${id(column)}`;

const TEMPORARY = 'quire_new_';
/** The name of a column that takes converted values. */
export const temporaryName = (column: string): string => `${TEMPORARY}${column}`.slice(0, 60);
export const isTemporary = (column: string): boolean => column.startsWith(TEMPORARY);

/** Every stored value fits the new type. null: the database stores such values already. */
export const widenColumn = (table: string, column: TableColumn, dialect: Dialect): TableChange | null =>
  dialect.tables.widenColumn(
    table,
    column.name,
    columnTypeOf(column, dialect),
    columnClause(column, dialect),
  );

export const columnTypeOf = (column: TableColumn, dialect: Dialect): string =>
  column.spec.kind === 'id' ? dialect.idColumn(column.spec.reuse === true) : dialect.columnType(column.spec);

const columnText = (column: TableColumn, dialect: Dialect): string =>
  `${dialect.id(column.name)} ${columnClause(column, dialect)}`;

function columnClause(column: TableColumn, dialect: Dialect): string {
  const type = columnTypeOf(column, dialect);
  if (column.spec.kind === 'id') return type;
  const value =
    column.default === undefined ? '' : ` DEFAULT ${defaultText(column.default, column.spec, dialect)}`;
  return `${type}${column.notNull ? ' NOT NULL' : ''}${value}`;
}

function defaultText(value: string | number, spec: ColumnSpec, dialect: Dialect): string {
  if (spec.kind === 'boolean') return dialect.tables.booleans[Number(value) === 1 ? 1 : 0];
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
