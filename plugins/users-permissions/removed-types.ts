// Removes the permissions of content types whose tables were removed. A type that comes back has no permissions.
import type { DroppedTypes } from '../../core';
import { PERMISSION } from './types';

export async function removePermissionsOf({ uids, schema, knex, report }: DroppedTypes): Promise<void> {
  const table = schema.types.get(PERMISSION)?.table;
  if (table === undefined) return;
  for (const uid of uids) {
    const rows: readonly { id: number; action: string }[] = await knex(table).select('id', 'action');
    const ids = rows.filter(({ action }) => action.startsWith(`${uid}.`)).map(({ id }) => id);
    if (ids.length === 0) continue;
    await knex(table).whereIn('id', ids).delete();
    report(`[removed] permissions of ${uid} in roles: ${ids.length}`);
  }
}
