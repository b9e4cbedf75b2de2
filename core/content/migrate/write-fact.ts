// Rows of quire_meta: facts about the database.
import type { Tx } from '../../database/database';
import type { Dialect } from '../../database/dialect';

export async function writeFact(tx: Tx, dialect: Dialect, name: string, value: string): Promise<void> {
  const { id } = dialect;
  await deleteFacts(tx, dialect, name);
  await tx.run(`INSERT INTO quire_meta (${id('name')}, ${id('value')}) VALUES (?, ?)`, [name, value]);
}

export async function deleteFacts(tx: Tx, { id }: Dialect, ...names: readonly string[]): Promise<void> {
  await tx.run(`DELETE FROM quire_meta WHERE ${id('name')} IN (${names.map(() => '?').join(', ')})`, names);
}
