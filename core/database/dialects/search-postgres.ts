// The search index of PostgreSQL: a GIN index of the extension pg_trgm on the folded texts.
import { sql } from '../../attributes/sql-dialect';
import type { SearchDialect } from '../dialect';
import { join } from '../sql';
import { quoted } from './marks';

/** The index has this expression, so a change of it needs new indexes. */
export const foldText = (expr: string): string =>
  `(replace(lower(${expr} COLLATE "und-x-icu"), 'ς', 'σ') COLLATE "C")`;

export const postgresSearch: SearchDialect = {
  create({ name, table, columns }) {
    const terms = columns.map((column) => `${foldText(quoted(column))} gin_trgm_ops`).join(', ');
    return [
      'CREATE EXTENSION IF NOT EXISTS pg_trgm',
      `CREATE INDEX ${quoted(name)} ON ${quoted(table)} USING gin (${terms})`,
    ];
  },
  drop: (name) => [`DROP INDEX IF EXISTS ${quoted(name)}`],
  // The list is made first. Otherwise the planner may read rows in the order of a page, and compare each.
  candidates(row, { table }, compared) {
    // The value is folded by the function of the index.
    const terms = compared.map(
      ({ column, value }) =>
        sql`${foldText(`c.${quoted(column)}`)} LIKE ${{ ...value, text: foldText(`${value.text}::text`) }}`,
    );
    return sql`${row} = ANY (ARRAY(SELECT c.id FROM ${quoted(table)} c WHERE ${join(terms, ' OR ')}))`;
  },
  toParam: (value) => `%${value.replace(/[\\%_]/g, '\\$&')}%`,
};
