// Inserts a row if the table has a certain other row. Names are quoted. The parameters are a value for each column but the last, then the
// id of the other row and its value of the last column, which the new row gets too. The last column is NOT NULL.

/** `INSERT INTO pages (a, b) SELECT ?, b FROM pages WHERE id = ? AND b = ?` */
export const insertBeside = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${'?, '.repeat(columns.length - 1)}${otherOf(table, columns)}`;

/**
 * `INSERT OR IGNORE INTO pages (a, b) VALUES (?, (SELECT b FROM pages WHERE id = ? AND b = ?))`. SQLite would make a temporary table for the
 * rows of a SELECT of the same table, and for an insert of several rows it keeps the former pages.
 */
export const insertBesideByValue = (table: string, columns: readonly string[]): string =>
  `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${'?, '.repeat(columns.length - 1)}(SELECT ${otherOf(table, columns)}))`;

function otherOf(table: string, columns: readonly string[]): string {
  const last = columns.at(-1) ?? '';
  return `${last} FROM ${table} WHERE id = ? AND ${last} = ?`;
}
