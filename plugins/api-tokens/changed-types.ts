// Actions of content types that a migration removes or renames. A removed type that comes back is in no custom token.
import type { DroppedTypes, RenamedTypes } from '../../core';
import { TOKEN } from './types';

interface Row {
  readonly id: number;
  /** JSON text, or what a driver made of it. */
  readonly actions: string | readonly string[] | null;
}

export async function removeActionsOf(dropped: DroppedTypes): Promise<void> {
  const { uids, report } = dropped;
  const isRemoved = (action: string): boolean => uids.some((uid) => action.startsWith(`${uid}.`));
  await changeActions(dropped, (actions) => {
    const left = actions.filter((action) => !isRemoved(action));
    if (left.length < actions.length)
      report(`[removed] actions of removed content types in an API token: ${actions.length - left.length}`);
    return left;
  });
}

export async function renameActionsOf(renamed: RenamedTypes): Promise<void> {
  const { actionOf, report } = renamed;
  await changeActions(renamed, (actions) => {
    const count = actions.filter((action) => actionOf(action) !== action).length;
    if (count > 0) report(`[renamed] actions of renamed content types in an API token: ${count}`);
    return actions.map(actionOf);
  });
}

async function changeActions(
  { schema, knex }: Pick<DroppedTypes, 'schema' | 'knex'>,
  change: (actions: readonly string[]) => readonly string[],
): Promise<void> {
  const table = schema.types.get(TOKEN)?.table;
  if (table === undefined) return;
  const rows: readonly Row[] = await knex(table).select('id', 'actions').whereNotNull('actions');
  for (const { id, actions } of rows) {
    const listed: unknown = typeof actions === 'string' ? JSON.parse(actions) : actions;
    const before: readonly string[] = Array.isArray(listed) ? listed : [];
    const after = JSON.stringify(change(before));
    if (after !== JSON.stringify(before)) await knex(table).where({ id }).update({ actions: after });
  }
}
