// Copies columns of a row to another row of the table: UPDATE pages SET (a, b) = (SELECT a, b FROM pages WHERE id = ?), c = ? WHERE id = ?

/** Names are quoted. The parameters are the id of the source, a value for each of `given`, and the id of the target. */
export function copyColumns(table: string, copied: readonly string[], given: readonly string[]): string {
  const names = copied.join(', ');
  const copy = copied.length > 0 ? [`(${names}) = (SELECT ${names} FROM ${table} WHERE id = ?)`] : [];
  return `UPDATE ${table} SET ${[...copy, ...given.map((column) => `${column} = ?`)].join(', ')} WHERE id = ?`;
}

/** MariaDB and MySQL cannot read the table that a statement changes, so they join it. */
export function copyColumnsByJoin(
  table: string,
  copied: readonly string[],
  given: readonly string[],
): string {
  if (copied.length === 0) return copyColumns(table, copied, given);
  const set = [
    ...copied.map((column) => `p.${column} = d.${column}`),
    ...given.map((column) => `p.${column} = ?`),
  ];
  return `UPDATE ${table} p JOIN ${table} d ON d.id = ? SET ${set.join(', ')} WHERE p.id = ?`;
}
