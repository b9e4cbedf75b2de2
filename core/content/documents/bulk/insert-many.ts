// Inserts many rows with few statements: `INSERT INTO tags (id, name) VALUES (?, ?), (?, ?)`.

import type { Tx } from '../../../database/database';
import type { Dialect } from '../../../database/dialect';

/** Rows of one statement. Few sizes, so that few statements are prepared. */
const SIZES = [256, 64, 16, 4, 1];
/** All databases allow so many parameters. */
const MOST_PARAMS = 16_000;

export async function insertMany(
  tx: Tx,
  { id }: Dialect,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
): Promise<void> {
  const marks = `(${columns.map(() => '?').join(', ')})`;
  const head = `INSERT INTO ${id(table)} (${columns.map(id).join(', ')}) VALUES `;
  for (let at = 0; at < rows.length; ) {
    const size = SIZES.find((each) => each <= rows.length - at && each * columns.length <= MOST_PARAMS) ?? 1;
    await tx.run(head + Array(size).fill(marks).join(', '), rows.slice(at, at + size).flat());
    at += size;
  }
}
