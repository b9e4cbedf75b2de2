// The search indexes that a schema wants, and whether the database can have them. Changes nothing: the extension of PostgreSQL is
// created with the first index.

import type { Database } from '../../database/database';
import { searchIndexes, type TableIndex, type TableSpec } from '../../database/tables';
import type { Logger } from '../../kernel/log/logger';
import type { ContentType, Schema } from '../model/compiled/content-type';
import { indexName } from '../model/compiled/naming';

const NONE =
  'MariaDB and MySQL have no index for parts of texts. Searches read all rows; remove "search" from the schema files, or use SQLite or PostgreSQL';

export interface SearchSupport {
  /** Tables have the search indexes that schema files want. */
  readonly search: boolean;
}

/** `log`: of startup, which warns. */
export async function hasSearch(
  database: Database,
  schema: Schema,
  log?: Pick<Logger, 'warn'>,
): Promise<boolean> {
  const isWanted = [...schema.types.values()].some((type) => searchIndexOf(type).length > 0);
  if (!isWanted) return true;
  const refusal = await refusalOf(database);
  if (refusal) log?.warn(refusal);
  return refusal === null;
}

/** Has the database all parts of the search indexes? Only on SQLite can another program remove one, and reads would miss rows. */
export async function hasWholeIndexes(database: Database, tables: readonly TableSpec[]): Promise<boolean> {
  const wanted = [...searchIndexes(tables)];
  const upkeep = database.dialect.search?.upkeep;
  if (!upkeep || wanted.length === 0) return true;
  const rows = await database.transaction((tx) => tx.all(upkeep.catalogue));
  const whole = new Set(
    rows.flatMap(([table, name, ...rest]) => (rest.at(-1) === 0 ? [`${table} ${name}`] : [])),
  );
  return wanted.every(([table, { name }]) => whole.has(`${table} ${name}`));
}

/** `_q` searches in documentIds, too. */
export function searchIndexOf({ table, attributes }: ContentType): TableIndex[] {
  const searched = [...attributes.values()].flatMap((attribute) =>
    attribute.kind === 'scalar' && attribute.common.search ? [attribute.column] : [],
  );
  if (searched.length === 0) return [];
  const columns = ['document_id', ...searched];
  return [{ name: indexName(table, ['search'], 'fts'), columns, unique: false, search: true }];
}

/** The reason against search indexes; null: none. */
async function refusalOf({ dialect, transaction }: Database): Promise<string | null> {
  if (!dialect.search) return NONE;
  const { support } = dialect.search;
  if (!support) return null;
  const [row = []] = await transaction((tx) => tx.all(support.sql));
  return support.refusal(row);
}
