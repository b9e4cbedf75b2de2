// Tables of PostgreSQL.
import type { TableDialect } from '../table-dialect';
import { quoted } from './marks';
import { postgresPairs } from './pairs-postgres';

export const postgresTables: TableDialect = {
  catalogue: {
    columns:
      "SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.relname, a.attnum",
    // The names of an index's own columns stay after a column is renamed.
    indexes:
      'SELECT c.relname, i.relname, x.indisunique, a.attname FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid CROSS JOIN LATERAL unnest(x.indkey) WITH ORDINALITY k(number, place) JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number WHERE c.relnamespace = current_schema()::regnamespace AND NOT x.indisprimary ORDER BY c.relname, i.relname, k.place',
    // The columns that expressions of the index read. Other indexes are the administrator's.
    searches:
      "SELECT DISTINCT c.relname, i.relname, false, a.attname FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_am m ON m.oid = i.relam AND m.amname = 'gin' JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = i.oid AND d.refclassid = 'pg_class'::regclass AND d.refobjid = c.oid AND d.refobjsubid > 0 JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid WHERE c.relnamespace = current_schema()::regnamespace AND x.indexprs IS NOT NULL AND x.indpred IS NULL AND x.indisvalid AND NOT EXISTS (SELECT 1 FROM unnest(x.indclass::oid[]) k(class) JOIN pg_opclass o ON o.oid = k.class WHERE o.opcname <> 'gin_trgm_ops')",
  },
  // A query that orders with nulls first uses only an index of that order.
  indexTerm: ({ name, spec, notNull }) =>
    notNull || spec.kind === 'id' ? quoted(name) : `${quoted(name)} NULLS FIRST`,
  partialIndexes: true,
  dropIndex: (_table, index) => `DROP INDEX ${quoted(index)}`,
  replaceColumn: (table, old, made) => [
    `ALTER TABLE ${quoted(table)} DROP COLUMN ${quoted(old)}`,
    `ALTER TABLE ${quoted(table)} RENAME COLUMN ${quoted(made)} TO ${quoted(old)}`,
  ],
  widenColumn: (table, column, type) =>
    `ALTER TABLE ${quoted(table)} ALTER COLUMN ${quoted(column)} TYPE ${type}`,
  pairs: postgresPairs,
  booleans: ['FALSE', 'TRUE'],
  unlimited: ['SET LOCAL statement_timeout = 0'],
  limited: [],
  beginAgain: null,
};
