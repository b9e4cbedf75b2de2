// The search index of SQLite: FTS5 with parts of three characters. A write to FTS5 would make a commit several times slower. So triggers
// list the ids of changed rows, and move them to the index in batches. Reads treat all listed rows as candidates.
//
//   articles_search_fts      the index, without the texts
//   articles_search_fts_new  ids of rows that were written since the last batch

import type { SearchDialect } from '../dialect';
import { searchParts } from '../search-parts';
import { join } from '../sql';
import { type Sql, sql } from '../sql-dialect';
import { quoted as id } from './marks';

/** Ids of a batch. A read compares the listed rows in at most 0.5 ms. A smaller batch would make writes slower. */
const BATCH = 1000;
/** FTS5 reserves some names of columns. */
const PREFIX = 'c_';
const TRIGGERS = ['insert', 'update', 'delete', 'merge'] as const;

const listOf = (name: string): string => id(`${name}_new`);
const trigger = (name: string, event: (typeof TRIGGERS)[number]): string => id(`${name}_${event}`);

/**
 * Rows of table, index, unique, column, and 0: of indexes with both tables and all triggers. Another program may have removed a part, or
 * made the table anew without the triggers. Each part that remains is a row that ends with 1.
 */
export const SEARCH_CATALOGUE = `WITH part(name, event, place) AS (
  SELECT substr(t.name, 1, length(t.name) - length(e.value)), e.value, t.tbl_name FROM json_each('${JSON.stringify(TRIGGERS.map((event) => `_${event}`))}') e JOIN sqlite_master t ON t.type = 'trigger' AND substr(t.name, -length(e.value)) = e.value AND instr(t.sql, '"' || substr(t.name, 1, length(t.name) - length(e.value)) || '_new"') > 0
  UNION ALL SELECT name, '', name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%USING fts5(%'
), whole(name, place) AS (
  SELECT p.name, p.place FROM part p WHERE p.event NOT IN ('', '_merge') GROUP BY p.name, p.place HAVING count(*) = 3 AND (SELECT count(*) FROM part o WHERE o.name = p.name AND (o.event = '' OR (o.event = '_merge' AND o.place = p.name || '_new'))) = 2
)
SELECT w.place, w.name, 0, substr(c.name, ${PREFIX.length + 1}), 0 FROM whole w JOIN pragma_table_info(w.name) c
UNION ALL SELECT place, name, 0, '', 1 FROM part WHERE name NOT IN (SELECT name FROM whole)`;

/**
 * Matches. With fewer matches than this, a page sorts them. With more, a page reads rows in the order of its sort until it is full. If half
 * of the rows match, a page of 25 reads 50 rows.
 */
const MANY = 2000;

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
  // Both parts of the UNION return ordered ids. So a page in the order of ids stops after its last row. Without LIMIT, SQLite ignores the
  // order of a subquery in a join.
  candidates({ alias, list, page }, { name }, compared) {
    const order = page === 'desc' ? ' DESC' : '';
    return {
      from: sql`(SELECT rowid AS k FROM ${matching(name, compared)} UNION SELECT id FROM ${listOf(name)} ORDER BY 1${order} LIMIT -1) ${list} CROSS JOIN `,
      condition: sql`${alias}.id = ${list}.k`,
      ids: `${list}.k`,
    };
  },
  areFew({ name }, compared, inIds) {
    if (inIds) return null;
    return sql`(SELECT count(*) FROM (SELECT 1 FROM ${matching(name, compared)} LIMIT ${String(MANY)})) < ${String(MANY)}`;
  },
  upkeep: {
    catalogue: SEARCH_CATALOGUE,
    lost: ({ name }) =>
      `SELECT e.value ->> 0 FROM json_each(?) e WHERE NOT EXISTS (SELECT 1 FROM ${id(name)} f WHERE f.${id(name)} MATCH (e.value ->> 1) AND f.rowid = (e.value ->> 0)) AND NOT EXISTS (SELECT 1 FROM ${listOf(name)} n WHERE n.id = (e.value ->> 0))`,
    mend: ({ name }) => `INSERT INTO ${listOf(name)} (id) VALUES (?)`,
  },
  toParam: (value) =>
    `(${searchParts(value)
      .map((part) => `"${part.replaceAll('"', '""')}"`)
      .join(' AND ')})`,
};

/** The rows of the index that contain one of the values. */
function matching<P>(name: string, compared: readonly { readonly value: Sql<P> }[]): Sql<P> {
  const values = join(
    compared.map(({ value }) => sql`SELECT ${value} AS g`),
    ' UNION ',
  );
  const match =
    compared.length === 1
      ? (compared[0]?.value ?? '')
      : sql`(SELECT group_concat(g, ' OR ') FROM (${values}))`;
  return sql`${id(name)} WHERE ${id(name)} MATCH ${match}`;
}
