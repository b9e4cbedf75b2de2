// Removes the actions of content types whose tables were removed. A type that comes back is in no custom token.
import type { DroppedTypes } from '../../core';
import { TOKEN } from './types';

interface Row {
  readonly id: number;
  /** JSON text, or what a driver made of it. */
  readonly actions: string | readonly string[] | null;
}

export async function removeActionsOf({ uids, schema, knex, report }: DroppedTypes): Promise<void> {
  const table = schema.types.get(TOKEN)?.table;
  if (table === undefined) return;
  const rows: readonly Row[] = await knex(table).select('id', 'actions').whereNotNull('actions');
  for (const { id, actions } of rows) {
    const listed: unknown = typeof actions === 'string' ? JSON.parse(actions) : actions;
    const before: readonly string[] = Array.isArray(listed) ? listed : [];
    const after = before.filter((action) => !uids.some((uid) => action.startsWith(`${uid}.`)));
    if (after.length === before.length) continue;
    await knex(table)
      .where({ id })
      .update({ actions: JSON.stringify(after) });
    report(`[removed] actions of removed content types in an API token: ${before.length - after.length}`);
  }
}
