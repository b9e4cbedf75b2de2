// The statement that inserts a row, or replaces the value of the row with the same keys. One statement, because another process may
// write the same keys.
// SQL: INSERT INTO state ("name", "value") VALUES (?, ?) ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"
import type { Dialect } from './dialect';

export function replaceText(
  { id, name }: Dialect,
  table: string,
  keys: readonly string[],
  value: string,
): string {
  const columns = [...keys, value].map(id);
  const [found, given] = [keys.map(id).join(', '), id(value)];
  const replace =
    name === 'mysql'
      ? `ON DUPLICATE KEY UPDATE ${given} = VALUES(${given})`
      : `ON CONFLICT (${found}) DO UPDATE SET ${given} = excluded.${given}`;
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')}) ${replace}`;
}
