// Tables of MariaDB and MySQL. Each change of a table commits, and then each statement by itself.
import type { ColumnSpec } from '../sql-dialect';
import type { TableDialect } from '../table-dialect';
import { backticked } from './marks';
import { mysqlPairs } from './pairs-mysql';

/** Only the beginning of long text is indexed. */
const PREFIX = 191;

const isLong = (spec: ColumnSpec): boolean =>
  spec.kind === 'text' || spec.kind === 'json' || (spec.kind === 'string' && spec.length > 255);

export const mysqlTables: TableDialect = {
  catalogue: {
    columns:
      'SELECT table_name, column_name, column_type FROM information_schema.columns WHERE table_schema = database() ORDER BY table_name, ordinal_position',
    indexes:
      "SELECT table_name, index_name, 1 - non_unique, column_name FROM information_schema.statistics WHERE table_schema = database() AND index_name <> 'PRIMARY' ORDER BY table_name, index_name, seq_in_index",
  },
  indexTerm: ({ name, spec }) =>
    spec.kind !== 'id' && isLong(spec) ? `${backticked(name)}(${PREFIX})` : backticked(name),
  partialIndexes: false,
  dropIndex: (table, index) => `DROP INDEX ${backticked(index)} ON ${backticked(table)}`,
  // One statement: no stop may leave the table without the column.
  replaceColumn: (table, old, made) => [
    `ALTER TABLE ${backticked(table)} DROP COLUMN ${backticked(old)}, RENAME COLUMN ${backticked(made)} TO ${backticked(old)}`,
  ],
  widenColumn: (table, column, _type, clause) =>
    `ALTER TABLE ${backticked(table)} MODIFY COLUMN ${backticked(column)} ${clause}`,
  pairs: mysqlPairs,
  booleans: ['0', '1'],
  // MySQL takes the second part as a comment; its limit ends reads only.
  unlimited: ['SET @quire_limit = 0 /*M! + @@max_statement_time, SESSION max_statement_time = 0 */'],
  limited: ['SET @quire_ended = 1 /*M!, SESSION max_statement_time = @quire_limit */'],
  beginAgain: 'START TRANSACTION',
};
