// Inserts many rows with few statements: `INSERT INTO tags (id, name) VALUES (?, ?), (?, ?)`.

import type { Tx } from '../../../database/database';
import type { Dialect } from '../../../database/dialect';

/** Rows of one statement. Few sizes, so that few statements are prepared. */
const SIZES = [256, 64, 16, 4, 1];
/** All databases allow so many parameters. */
const MOST_PARAMS = 16_000;
/** Characters of the texts of one statement: MariaDB takes 16 MiB by default. */
const MOST_TEXT = 4 * 1024 * 1024;

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
    const most = Math.min(fitting(rows, at), Math.floor(MOST_PARAMS / columns.length));
    const size = SIZES.find((each) => each <= most) ?? 1;
    await tx.run(head + Array(size).fill(marks).join(', '), rows.slice(at, at + size).flat());
    at += size;
  }
}

/** How many rows from `at` on one statement takes. */
function fitting(rows: readonly (readonly unknown[])[], at: number): number {
  const end = Math.min(rows.length, at + (SIZES[0] ?? 1));
  let length = 0;
  for (let next = at; next < end; next += 1) {
    for (const value of rows[next] ?? []) if (typeof value === 'string') length += value.length;
    if (length > MOST_TEXT) return next - at;
  }
  return end - at;
}
