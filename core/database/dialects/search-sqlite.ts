// The search index of SQLite: FTS5 with parts of three characters. Its own write would make a commit several times as dear, so triggers
// list the ids of changed rows, and move them to the index in batches. Reads take the listed rows as they are.
//
//   articles_search_fts      the index, without the texts
//   articles_search_fts_new  ids of rows that were written since the last batch
import { type Sql, sql } from '../../attributes/sql-dialect';
import type { SearchDialect, SearchIndexPlace } from '../dialect';
import { searchParts } from '../search-parts';
import { join } from '../sql';
import { quoted as id } from './marks';

/** Ids of a batch. A read compares the listed rows, 0.5 ms at most; a smaller batch makes writes dearer. */
const BATCH = 1000;
/** FTS5 reserves some names of columns. */
const PREFIX = 'c_';
const TRIGGERS = ['insert', 'update', 'delete', 'merge'] as const;

const listOf = (name: string): string => id(`${name}_new`);
const trigger = (name: string, event: (typeof TRIGGERS)[number]): string => id(`${name}_${event}`);

export const sqliteSearch: SearchDialect = {
  create({ name, table, columns }) {
    const own = columns.map((column) => id(`${PREFIX}${column}`)).join(', ');
    const texts = columns.map(id).join(', ');
    const fill = `INSERT INTO ${id(name)} (rowid, ${own}) SELECT id, ${texts} FROM ${id(table)}`;
    const list = (row: 'new' | 'old'): string =>
      `BEGIN INSERT INTO ${listOf(name)} (id) VALUES (${row}.id); END`;
    const changed = columns.map((column) => `old.${id(column)} IS NOT new.${id(column)}`).join(' OR ');
    const listed = `IN (SELECT id FROM ${listOf(name)})`;
    return [
      ...sqliteSearch.drop(name),
      `CREATE VIRTUAL TABLE ${id(name)} USING fts5(${own}, content='', contentless_delete=1, tokenize='trigram', detail='none')`,
      `CREATE TABLE ${listOf(name)} (n INTEGER PRIMARY KEY, id INTEGER NOT NULL)`,
      fill,
      `CREATE TRIGGER ${trigger(name, 'insert')} AFTER INSERT ON ${id(table)} ${list('new')}`,
      `CREATE TRIGGER ${trigger(name, 'update')} AFTER UPDATE OF id, ${texts} ON ${id(table)} WHEN old.id <> new.id OR ${changed} ${list('new')}`,
      `CREATE TRIGGER ${trigger(name, 'delete')} AFTER DELETE ON ${id(table)} ${list('old')}`,
      `CREATE TRIGGER ${trigger(name, 'merge')} AFTER INSERT ON ${listOf(name)} WHEN new.n >= ${BATCH} BEGIN DELETE FROM ${id(name)} WHERE rowid ${listed}; ${fill} WHERE id ${listed}; DELETE FROM ${listOf(name)}; END`,
    ];
  },
  drop: (name) => [
    ...TRIGGERS.map((event) => `DROP TRIGGER IF EXISTS ${trigger(name, event)}`),
    `DROP TABLE IF EXISTS ${listOf(name)}`,
    `DROP TABLE IF EXISTS ${id(name)}`,
  ],
  candidates<P>(row: string, { name }: SearchIndexPlace, compared: readonly { readonly value: Sql<P> }[]) {
    const values = join(
      compared.map(({ value }) => sql`SELECT ${value} AS g`),
      ' UNION ',
    );
    const match =
      compared.length === 1
        ? (compared[0]?.value ?? '')
        : sql`(SELECT group_concat(g, ' OR ') FROM (${values}))`;
    return sql`${row} IN (SELECT rowid FROM ${id(name)} WHERE ${id(name)} MATCH ${match} UNION ALL SELECT id FROM ${listOf(name)})`;
  },
  upkeep: {
    lost: ({ name }) =>
      `SELECT e.value ->> 0 FROM json_each(?) e WHERE NOT EXISTS (SELECT 1 FROM ${id(name)} f WHERE f.${id(name)} MATCH (e.value ->> 1) AND f.rowid = (e.value ->> 0)) AND NOT EXISTS (SELECT 1 FROM ${listOf(name)} n WHERE n.id = (e.value ->> 0))`,
    mend: ({ name }) => `INSERT INTO ${listOf(name)} (id) VALUES (?)`,
  },
  toParam: (value) =>
    `(${searchParts(value)
      .map((part) => `"${part.replaceAll('"', '""')}"`)
      .join(' AND ')})`,
};

/** Rows of table, index, unique, column: of complete indexes. */
export const SEARCH_CATALOGUE = `SELECT u.tbl_name, f.name, 0, substr(c.name, ${PREFIX.length + 1}) FROM sqlite_master f JOIN sqlite_master u ON u.type = 'trigger' AND u.name = f.name || '_update' JOIN pragma_table_info(f.name) c WHERE f.type = 'table' AND f.sql LIKE 'CREATE VIRTUAL TABLE%USING fts5(%' AND (SELECT count(*) FROM sqlite_master t WHERE (t.type = 'trigger' AND t.name IN (${TRIGGERS.map((event) => `f.name || '_${event}'`).join(', ')})) OR (t.type = 'table' AND t.name = f.name || '_new')) = ${TRIGGERS.length + 1} ORDER BY f.name, c.cid`;
