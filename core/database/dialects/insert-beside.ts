// Inserts a row if the table has a certain other row. Names are quoted. The parameters are a value for each column, and the id of the
// other row. No row is added without the other one. The last column is NOT NULL.

/** `INSERT INTO pages (a, b) SELECT ?, ? FROM pages WHERE id = ?` */
export const insertBeside = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns.join(', ')}) SELECT ${columns.map(() => '?').join(', ')} FROM ${table} WHERE id = ?`;

/**
 * `INSERT OR IGNORE INTO pages (a, b) VALUES (?, (SELECT ? FROM pages WHERE id = ?))`. SQLite would make a temporary table for the rows of
 * a SELECT of the same table, and for an insert of several rows it keeps the former pages.
 */
export const insertBesideByValue = (table: string, columns: readonly string[]): string =>
  `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${'?, '.repeat(columns.length - 1)}(SELECT ? FROM ${table} WHERE id = ?))`;
