// The values of one column, page by page: counted by the planner, converted by a migration.
import type { Row, Tx } from '../database';
import type { Dialect } from '../dialect';
import type { FoundColumn } from './introspect';

const PAGE = 500;

/**
 * Pages of rows `[id, value]`, without those that have no value. PostgreSQL prepares each text once, and refuses it after the type of its
 * column has changed, so the text contains the type.
 */
export async function* columnPages(
  tx: Tx,
  { id }: Dialect,
  table: string,
  { name, type }: FoundColumn,
  /** ` AND …` */
  condition = '',
): AsyncIterable<Row[]> {
  for (let after: unknown = 0; ; ) {
    const rows = await tx.all(
      `SELECT id, ${id(name)} AS ${id(type)} FROM ${id(table)} WHERE id > ? AND ${id(name)} IS NOT NULL${condition} ORDER BY id LIMIT ${PAGE}`,
      [after],
    );
    yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.[0];
  }
}
