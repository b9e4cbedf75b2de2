// Whether a table has a row that meets a condition.
import type { Tx } from './database';
import type { Dialect } from './dialect';

export async function hasRows(tx: Tx, dialect: Dialect, table: string, where: string): Promise<boolean> {
  return (await tx.all(`SELECT 1 FROM ${dialect.id(table)} ${where} LIMIT 1`)).length > 0;
}
