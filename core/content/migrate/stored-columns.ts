// The values of columns, page by page: counted by the planner, converted by a migration.

import type { Row, Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';
import { ROWS_PER_PAGE } from '../../database/rows-per-page';
import type { FoundColumn } from './introspect';

/**
 * Pages of rows `[id, ...values]`, without those in which a column has no value. PostgreSQL prepares each text once, and refuses it after
 * the type of a column has changed, so the text contains the types.
 */
export async function* columnPages(
  tx: Tx,
  { id }: Dialect,
  table: string,
  columns: readonly FoundColumn[],
  /** ` AND …` */
  condition = '',
): AsyncIterable<Row[]> {
  const values = columns.map(({ name, type }, at) => `${id(name)} AS ${id(`${type} ${at}`)}`);
  const filled = columns.map(({ name }) => `${id(name)} IS NOT NULL`);
  const text = `SELECT id, ${values.join(', ')} FROM ${id(table)} WHERE id > ? AND ${filled.join(' AND ')}${condition} ORDER BY id LIMIT ${ROWS_PER_PAGE.read}`;
  for (let after: unknown = 0; ; ) {
    const rows = await tx.all(text, [after]);
    yield rows;
    if (rows.length < ROWS_PER_PAGE.read) return;
    after = rows.at(-1)?.[0];
  }
}
