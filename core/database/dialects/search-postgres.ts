// The search index of PostgreSQL: a GIN index of the extension pg_trgm on the folded texts. The planner has statistics of short texts and
// decides, for each value, whether to use the index. For long texts without statistics, the statement looks at some rows.

import type { SearchDialect, SearchedColumn } from '../dialect';
import { join } from '../sql';
import { type ColumnSpec, type Sql, sql } from '../sql-dialect';
import { quoted } from './marks';

/** The index has this expression, so a change of it needs new indexes. */
export const foldText = (expr: string): string =>
  `(replace(lower(${expr} COLLATE "und-x-icu"), 'ς', 'σ') COLLATE "C")`;

/** ANALYZE leaves out values of more bytes. */
const MOST_BYTES = 1024;
const MOST_BYTES_OF_CHARACTER = 4;
const estimates = (spec: ColumnSpec): boolean =>
  spec.kind === 'string' && spec.length * MOST_BYTES_OF_CHARACTER <= MOST_BYTES;

/** Rows of a sample, spread over the ids. One match in the sample may be chance. */
const SAMPLE = 50;
const CHANCE = 1;

const STATE = `SELECT (SELECT pg_opclass_is_visible(oid) FROM pg_opclass WHERE opcname = 'gin_trgm_ops' LIMIT 1) AS visible,
  EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') AS installed,
  EXISTS (SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm') AS available,
  EXISTS (SELECT 1 FROM pg_available_extension_versions v JOIN pg_roles r ON r.rolname = current_user WHERE v.name = 'pg_trgm'
    AND (r.rolsuper OR (v.trusted AND has_database_privilege(current_database(), 'CREATE')))) AS creatable`;

export const postgresSearch: SearchDialect = {
  create({ name, table, columns }) {
    const terms = columns.map((column) => `${foldText(quoted(column))} gin_trgm_ops`).join(', ');
    return [
      'CREATE EXTENSION IF NOT EXISTS pg_trgm',
      `CREATE INDEX ${quoted(name)} ON ${quoted(table)} USING gin (${terms})`,
      // Collects statistics of the folded texts.
      `ANALYZE ${quoted(table)}`,
    ];
  },
  drop: (name) => [`DROP INDEX IF EXISTS ${quoted(name)}`],
  candidates({ alias, page }, { table }, compared) {
    const isEstimated = compared.every(({ spec }) => estimates(spec));
    if (isEstimated) return { from: '', condition: matchOne(alias, compared, (value) => value), ids: null };
    // The planner assumes that a value of a subquery is rare, and uses the index. Without the array of ids, the planner could read rows in
    // the order of the page until the page is full.
    const rare = <P>(value: Sql<P>): Sql<P> => sql`(SELECT ${value})`;
    const condition =
      page === null
        ? matchOne(alias, compared, rare)
        : sql`${alias}.id = ANY (ARRAY(SELECT c.id FROM ${quoted(table)} c WHERE ${matchOne('c', compared, rare)}))`;
    return { from: '', condition, ids: null };
  },
  areFew({ table }, compared) {
    if (compared.every(({ spec }) => estimates(spec))) return null;
    const ids = `SELECT m.first + (m.last - m.first) * g / ${SAMPLE - 1} FROM (SELECT min(id) AS first, max(id) AS last FROM ${quoted(table)}) m, generate_series(0, ${SAMPLE - 1}) g`;
    return sql`(SELECT count(*) FROM ${quoted(table)} c WHERE c.id = ANY (ARRAY(${ids})) AND ${matchOne('c', compared, (value) => value)}) <= ${String(CHANCE)}`;
  },
  estimates,
  textMatch(kind, text, part) {
    const escaped = String.raw`replace(replace(replace(${part.text}::text, '\', '\\'), '%', '\%'), '_', '\_')`;
    const before = kind === 'contains' || kind === 'ends' ? "'%' || " : '';
    const after = kind === 'contains' || kind === 'starts' ? " || '%'" : '';
    const pattern = `${before}${escaped}${after}`;
    return sql`${text} LIKE ${{ ...part, text: pattern }}`;
  },
  support: {
    sql: STATE,
    refusal([visible, installed, available, creatable]) {
      if (installed && visible === false)
        return 'The extension pg_trgm is in a schema outside of search_path, so searches read all rows. Add the schema to search_path';
      if (installed || creatable) return null;
      return available
        ? 'The extension pg_trgm is missing, and this user may not create it, so searches read all rows. Run CREATE EXTENSION pg_trgm as an administrator of the database'
        : 'The server does not have the extension pg_trgm, so searches read all rows. Install the package postgresql-contrib';
    },
  },
  toParam: (value) => `%${value.replace(/[\\%_]/g, '\\$&')}%`,
};

/** One of the columns contains its value. The expression of the index folds columns and values. */
function matchOne<P>(
  alias: string,
  compared: readonly SearchedColumn<P>[],
  read: (value: Sql<P>) => Sql<P>,
): Sql<P> {
  const terms = compared.map(({ column, value }) => {
    const folded = { ...value, text: foldText(`${value.text}::text`) };
    return sql`${foldText(`${alias}.${quoted(column)}`)} LIKE ${read(folded)}`;
  });
  return sql`(${join(terms, ' OR ')})`;
}
