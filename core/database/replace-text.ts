// Statements that insert a row, and replace or keep the row with the same keys. One statement, because another process may write the
// same keys.
// SQL: INSERT INTO state ("name", "value") VALUES (?, ?) ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"
import type { Dialect } from './dialect';

export function replaceText(
  { id, name }: Dialect,
  table: string,
  keys: readonly string[],
  value: string,
): string {
  const given = id(value);
  const replace =
    name === 'mysql'
      ? `ON DUPLICATE KEY UPDATE ${given} = VALUES(${given})`
      : `ON CONFLICT (${keys.map(id).join(', ')}) DO UPDATE SET ${given} = excluded.${given}`;
  return `${insert(id, table, [...keys, value])} ${replace}`;
}

/** The statement that inserts a row, unless there is one with this key. */
export function insertOnceText({ id, name }: Dialect, table: string, key: string, value: string): string {
  const keep =
    name === 'mysql'
      ? `ON DUPLICATE KEY UPDATE ${id(key)} = ${id(key)}`
      : `ON CONFLICT (${id(key)}) DO NOTHING`;
  return `${insert(id, table, [key, value])} ${keep}`;
}

const insert = (id: Dialect['id'], table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${columns.map(id).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`;
