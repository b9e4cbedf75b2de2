// Tables of SQLite.
import type { TableDialect } from '../table-dialect';
import { quoted } from './marks';
import { sqlitePairs } from './pairs-sqlite';
import { SEARCH_CATALOGUE } from './search-sqlite';

export const sqliteTables: TableDialect = {
  catalogue: {
    columns:
      "SELECT t.name, c.name, c.type FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid",
    indexes:
      "SELECT t.name, i.name, i.\"unique\", c.name FROM sqlite_master t, pragma_index_list(t.name) i, pragma_index_info(i.name) c WHERE t.type = 'table' AND i.origin = 'c' ORDER BY t.name, i.name, c.seqno",
    searches: SEARCH_CATALOGUE,
  },
  indexTerm: ({ name }) => quoted(name),
  partialIndexes: true,
  dropIndex: (_table, index) => `DROP INDEX ${quoted(index)}`,
  replaceColumn: (table, old, made) => [
    `ALTER TABLE ${quoted(table)} DROP COLUMN ${quoted(old)}`,
    `ALTER TABLE ${quoted(table)} RENAME COLUMN ${quoted(made)} TO ${quoted(old)}`,
  ],
  // Types of columns have no length.
  widenColumn: () => null,
  pairs: sqlitePairs,
  booleans: ['0', '1'],
  unlimited: [],
  limited: [],
  beginAgain: null,
};
