// The tables, columns and indexes of the database, from its catalogue. Types have one spelling.

import type { Row, Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { SEARCH_CATALOGUE } from '../../database/dialects/search-sqlite';
import type { DialectName } from '../../database/sql-dialect';

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

interface Catalogue {
  /** Rows of table, column, type. */
  readonly columns: string;
  /** Rows of table, index, unique, column; primary keys left out. */
  readonly indexes: string;
  /** The same of search indexes. A fifth value is 1 for a part of an incomplete index. */
  readonly searches?: string;
}

const CATALOGUES: Readonly<Record<DialectName, Catalogue>> = {
  sqlite: {
    columns:
      "SELECT t.name, c.name, c.type FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid",
    indexes:
      "SELECT t.name, i.name, i.\"unique\", c.name FROM sqlite_master t, pragma_index_list(t.name) i, pragma_index_info(i.name) c WHERE t.type = 'table' AND i.origin = 'c' ORDER BY t.name, i.name, c.seqno",
    searches: SEARCH_CATALOGUE,
  },
  mysql: {
    columns:
      'SELECT table_name, column_name, column_type FROM information_schema.columns WHERE table_schema = database() ORDER BY table_name, ordinal_position',
    indexes:
      "SELECT table_name, index_name, 1 - non_unique, column_name FROM information_schema.statistics WHERE table_schema = database() AND index_name <> 'PRIMARY' ORDER BY table_name, index_name, seq_in_index",
  },
  postgres: {
    columns:
      "SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.relname, a.attnum",
    // The names of an index's own columns stay after a column is renamed.
    indexes:
      'SELECT c.relname, i.relname, x.indisunique, a.attname FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid CROSS JOIN LATERAL unnest(x.indkey) WITH ORDINALITY k(number, place) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number WHERE c.relnamespace = current_schema()::regnamespace AND NOT x.indisprimary ORDER BY c.relname, i.relname, k.place',
    // The columns that expressions of the index read. Other indexes are the administrator's.
    searches:
      "SELECT DISTINCT c.relname, i.relname, false, a.attname FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am m ON m.oid = i.relam AND m.amname = 'gin' JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = i.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid AND d.refobjsubid > 0 JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid WHERE c.relnamespace = current_schema()::regnamespace AND x.indexprs IS NOT NULL AND x.indpred IS NULL AND x.indisvalid AND NOT EXISTS (SELECT 1 FROM unnest(x.indclass::oid[]) k(class) JOIN pg_opclass o ON o.oid = k.class WHERE o.opcname <> 'gin_trgm_ops')",
  },
};

export async function introspect(tx: Tx, dialect: DialectName): Promise<FoundTables> {
  const catalogue = CATALOGUES[dialect];
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
