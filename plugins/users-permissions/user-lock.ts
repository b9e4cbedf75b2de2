// The lock on a user: writes that depend on the state of one user run one after another.
import type { App, Tx } from '../../core';
import { USER } from './types';

/** Holds the row of the user until the transaction ends. False: there is no such user. */
export async function lockUser(
  { database: { dialect }, schema }: Pick<App, 'database' | 'schema'>,
  tx: Tx,
  id: number,
): Promise<boolean> {
  const table = dialect.id(schema.types.get(USER)?.table ?? '');
  return (await tx.all(`SELECT id FROM ${table} WHERE id = ? ${dialect.forUpdate}`, [id])).length > 0;
}
