// The values of one column, page by page: counted by the planner, converted by a migration.
import type { Row, Tx } from '../database';
import type { Dialect } from '../dialect';

const PAGE = 500;

/** Pages of rows `[id, value]`, without those that have no value. */
export async function* columnPages(
  tx: Tx,
  { id }: Dialect,
  table: string,
  column: string,
): AsyncIterable<Row[]> {
  for (let after: unknown = 0; ; ) {
    const rows = await tx.all(
      `SELECT id, ${id(column)} FROM ${id(table)} WHERE id > ? AND ${id(column)} IS NOT NULL ORDER BY id LIMIT ${PAGE}`,
      [after],
    );
    yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1)?.[0];
  }
}
