// The unique values of content types whose tables a migration removes. With them, a type that is made again could not have its old values.
import type { Tx } from '../../database/database';
import type { Uid } from '../model/compiled/content-type';

export async function removeClaims(tx: Tx, types: readonly Uid[]): Promise<void> {
  if (types.length === 0) return;
  for (const [scope] of await tx.all('SELECT DISTINCT scope FROM quire_unique'))
    if (types.some((uid) => isOf(String(scope), uid)))
      await tx.run('DELETE FROM quire_unique WHERE scope = ?', [String(scope)]);
}

/** `api::page.page.slug`, or `@channel=print api::page.page.slug` */
const isOf = (scope: string, uid: Uid): boolean =>
  (scope.startsWith('@') ? scope.slice(scope.indexOf(' ') + 1) : scope).startsWith(`${uid}.`);
