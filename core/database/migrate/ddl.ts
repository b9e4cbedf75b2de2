// Changes of tables. knex writes them, except where it would do more than is asked:
//   - on SQLite knex copies a table to rename or drop a column; `ALTER TABLE … RENAME COLUMN`, `… DROP COLUMN` change it in place
//   - knex widens a column by restating its default and nullability in several statements
import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { ColumnSpec } from '../../attributes/sql-dialect';
import type { Database, Tx } from '../database';
import type { Dialect } from '../dialect';
import type { TableColumn, TableIndex, TableSpec } from '../tables';

/** Text of a statement, a new name, or a change that knex writes. */
export type TableChange = string | Rename | ((knex: Knex) => PromiseLike<unknown>);

/** Of a column in the table, or of a table. The next start undoes it if the migration stops (memory.ts). */
export interface Rename {
  /** null: a table is renamed. */
  readonly table: string | null;
  readonly from: string;
  readonly to: string;
}

/** MySQL indexes only the beginning of long text. */
const PREFIX = 191;

export async function changeTable(
  { knex, dialect }: Pick<Database, 'dialect' | 'knex'>,
  tx: Tx,
  change: TableChange,
): Promise<void> {
  if (typeof change === 'function') await change(knex);
  else await tx.run(typeof change === 'string' ? change : renameText(change, dialect));
}

export const isRename = (change: TableChange): change is Rename => typeof change === 'object';

export const renameText = ({ table, from, to }: Rename, dialect: Dialect): string =>
  table === null
    ? `ALTER TABLE ${dialect.id(from)} RENAME TO ${dialect.id(to)}`
    : renameColumn(table, from, to, dialect);

const createTable =
  (table: TableSpec, dialect: Dialect): TableChange =>
  (knex) =>
    knex.schema.createTable(table.name, (builder) => {
      // Keys follow the last column. On MariaDB knex would add foreign keys in another statement, which a stop leaves out.
      const clauses = table.columns.map((column) => columnClause(column, dialect));
      clauses.push([clauses.pop(), ...keys(table, dialect)].join(', '));
      for (const [at, { name }] of table.columns.entries()) builder.specificType(name, clauses[at] ?? '');
      for (const index of table.indexes) if (!index.search) addIndex(knex, builder, table, index, dialect);
    });

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

export const dropTable =
  (table: string): TableChange =>
  (knex) =>
    knex.schema.dropTable(table);

export const addColumn =
  (table: string, column: TableColumn, dialect: Dialect): TableChange =>
  (knex) =>
    knex.schema.alterTable(table, (builder) => {
      builder.specificType(column.name, columnClause(column, dialect));
    });

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
  ...table.indexes.flatMap((index) => (index.search ? createIndex(table, index, dialect) : [])),
];

export const createIndex = (table: TableSpec, index: TableIndex, dialect: Dialect): readonly TableChange[] =>
  index.search
    ? (dialect.search?.create({ ...index, table: table.name }) ?? [])
    : [
        (knex) =>
          knex.schema.alterTable(table.name, (builder) => addIndex(knex, builder, table, index, dialect)),
      ];

export const dropIndex = (
  table: string,
  { name, search }: Pick<TableIndex, 'name' | 'search'>,
  dialect: Dialect,
): readonly TableChange[] =>
  search
    ? (dialect.search?.drop(name) ?? [])
    : [
        (knex) =>
          knex.schema.alterTable(table, (builder) => {
            builder.dropIndex([], name);
          }),
      ];

const renameColumn = (table: string, from: string, to: string, { id }: Dialect): string =>
  `ALTER TABLE ${id(table)} RENAME COLUMN ${id(from)} TO ${id(to)}`;

export const dropColumn = (table: string, column: string, { id }: Dialect): TableChange =>
  `ALTER TABLE ${id(table)} DROP COLUMN ${id(column)}`;

const TEMPORARY = 'quire_new_';
/** The name of a column that takes converted values. */
export const temporaryName = (column: string): string => `${TEMPORARY}${column}`.slice(0, 60);
export const isTemporary = (column: string): boolean => column.startsWith(TEMPORARY);

/** One statement on MariaDB, which commits each statement: no stop may leave the table without the column. */
export const replaceColumn = (table: string, old: string, made: string, dialect: Dialect): TableChange[] => {
  const { id, name } = dialect;
  return name === 'mysql'
    ? [`ALTER TABLE ${id(table)} DROP COLUMN ${id(old)}, RENAME COLUMN ${id(made)} TO ${id(old)}`]
    : [dropColumn(table, old, dialect), renameColumn(table, made, old, dialect)];
};

/** Every stored value fits the new type. null: SQLite stores such values already. */
export function widenColumn(table: string, column: TableColumn, dialect: Dialect): TableChange | null {
  if (dialect.name === 'sqlite') return null;
  const name = dialect.id(column.name);
  const change =
    dialect.name === 'mysql'
      ? `MODIFY COLUMN ${name} ${columnClause(column, dialect)}`
      : `ALTER COLUMN ${name} TYPE ${columnTypeOf(column, dialect)}`;
  return `ALTER TABLE ${dialect.id(table)} ${change}`;
}

export const columnTypeOf = (column: TableColumn, dialect: Dialect): string =>
  column.spec.kind === 'id' ? dialect.idColumn : dialect.columnType(column.spec);

function columnClause(column: TableColumn, dialect: Dialect): string {
  const type = columnTypeOf(column, dialect);
  if (column.spec.kind === 'id') return type;
  const value =
    column.default === undefined ? '' : ` DEFAULT ${defaultText(column.default, column.spec, dialect)}`;
  return `${type}${column.notNull ? ' NOT NULL' : ''}${value}`;
}

function addIndex(
  knex: Knex,
  builder: Knex.TableBuilder,
  table: TableSpec,
  { name, columns, unique }: TableIndex,
  dialect: Dialect,
): void {
  const terms = columns.map((column) => {
    const spec = table.columns.find((each) => each.name === column);
    return knex.raw(spec ? indexTerm(spec, dialect) : '??', [column]);
  });
  // A constraint would take no terms, and DROP INDEX would not drop it.
  if (unique) builder.unique(terms, { indexName: name, useConstraint: false });
  else builder.index(terms, name);
}

function indexTerm({ spec, notNull }: TableColumn, { name }: Dialect): string {
  // A query that orders with nulls first uses only an index of that order.
  if (name === 'postgres') return notNull || spec.kind === 'id' ? '??' : '?? NULLS FIRST';
  return name === 'mysql' && spec.kind !== 'id' && isLong(spec) ? `??(${PREFIX})` : '??';
}

const isLong = (spec: ColumnSpec): boolean =>
  spec.kind === 'text' || spec.kind === 'json' || (spec.kind === 'string' && spec.length > 255);

function defaultText(value: string | number, spec: ColumnSpec, dialect: Dialect): string {
  if (spec.kind === 'boolean' && dialect.name === 'postgres') return Number(value) === 1 ? 'TRUE' : 'FALSE';
  return typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
