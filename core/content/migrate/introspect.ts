// The tables, columns and indexes of the database, from its catalogue. Types have one spelling.

import type { Row, Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';

/** The planner follows renames in the keys of its maps; `name` is the present name. */
export interface FoundColumn {
  readonly name: string;
  readonly type: string;
}

export interface FoundIndex {
  readonly name: string;
  readonly unique: boolean;
  readonly columns: readonly string[];
  readonly search?: true;
  /** A search index of which parts are missing. */
  readonly broken?: true;
}

export interface FoundTable {
  readonly name: string;
  readonly columns: Map<string, FoundColumn>;
  readonly indexes: Map<string, FoundIndex>;
}

export type FoundTables = Map<string, FoundTable>;

export async function introspect(tx: Tx, { tables: { catalogue } }: Dialect): Promise<FoundTables> {
  const tables: FoundTables = new Map();
  for (const row of await tx.all(catalogue.columns)) {
    const [table, name, type] = texts(row);
    const found: FoundTable = tables.get(table) ?? { name: table, columns: new Map(), indexes: new Map() };
    found.columns.set(name, { name, type: plainType(type) });
    tables.set(table, found);
  }
  const searches = catalogue.searches ? await tx.all(catalogue.searches) : [];
  for (const row of [...(await tx.all(catalogue.indexes)), ...searches]) {
    const [table, name, unique, column] = texts(row);
    const indexes = tables.get(table)?.indexes;
    const known = indexes?.get(name);
    indexes?.set(name, {
      name,
      unique: unique === '1' || unique === 'true',
      columns: [...(known?.columns ?? []), column],
      ...(searches.includes(row) ? { search: true } : {}),
      ...(Number(row[4]) === 1 ? { broken: true } : {}),
    });
  }
  return tables;
}

/** One spelling for a type of the catalogue and of a dialect: without collation, and without widths of integers. */
export function plainType(text: string): string {
  const type = text.replace(/ (CHARACTER SET|COLLATE) .*$/i, '').toLowerCase();
  return type.replace(/^(bigint|int|smallint)\(\d+\)/, '$1');
}

const texts = (row: Row): [string, string, string, string] => {
  const [a, b, c, d] = row.map((value) => String(value));
  return [a ?? '', b ?? '', c ?? '', d ?? ''];
};

/** The rows of the table in which the column has a value; all rows without a column. */
export async function countRows(
  tx: Tx,
  { id }: Dialect,
  { name }: Pick<FoundTable, 'name'>,
  column?: FoundColumn,
): Promise<number> {
  const where = column ? ` WHERE ${id(column.name)} IS NOT NULL` : '';
  const [row] = await tx.all(`SELECT COUNT(*) FROM ${id(name)}${where}`);
  return Number(row?.[0] ?? 0);
}
