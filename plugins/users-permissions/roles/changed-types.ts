// Permissions of content types that a migration removes or renames. A removed type that comes back has none, and startup says so until a
// role has one.
import { type App, check } from '../../../core';
import { PERMISSION } from '../types';

export interface RemovedTypes {
  /** Warns about types that are back. */
  warn(): Promise<void>;
}

/** Call it in `register`. */
export function followChangedTypes(app: App): RemovedTypes {
  const state = app.state({ removed: check.array(check.string()) });

  app.hooks.schema.dropped(async ({ uids, schema, knex, report }) => {
    const table = schema.types.get(PERMISSION)?.table;
    if (table === undefined) return;
    const removed = new Set(await state.get('removed'));
    for (const uid of uids) {
      const rows: readonly { id: number; action: string }[] = await knex(table).select('id', 'action');
      const ids = rows.filter(({ action }) => action.startsWith(`${uid}.`)).map(({ id }) => id);
      if (ids.length === 0) continue;
      await knex(table).whereIn('id', ids).delete();
      removed.add(uid);
      report(`[removed] permissions of ${uid} in roles: ${ids.length}`);
    }
    await state.set('removed', [...removed]);
  });

  app.hooks.schema.renamed(async ({ schema, knex, actionOf, report }) => {
    const table = schema.types.get(PERMISSION)?.table;
    if (table === undefined) return;
    const rows: readonly { id: number; action: string }[] = await knex(table).select('id', 'action');
    const renamed = rows.filter(({ action }) => actionOf(action) !== action);
    for (const { id, action } of renamed)
      await knex(table)
        .where({ id })
        .update({ action: actionOf(action) });
    if (renamed.length > 0) report(`[renamed] permissions in roles: ${renamed.length}`);
  });

  return {
    async warn() {
      const removed = (await state.get('removed')) ?? [];
      const back = removed.filter((uid) => app.schema.types.has(uid));
      if (back.length === 0) return;
      const table = app.schema.types.get(PERMISSION)?.table ?? '';
      const rows: readonly { action: string }[] = await app.database.knex(table).select('action');
      const granted = back.filter((uid) => rows.some(({ action }) => action.startsWith(`${uid}.`)));
      if (granted.length > 0)
        await state.set(
          'removed',
          removed.filter((uid) => !granted.includes(uid)),
        );
      const types = back.filter((uid) => !granted.includes(uid));
      if (types.length > 0)
        app.log.warn(
          'content types are back whose tables and permissions "quire migrate apply --drop" removed. Each needs a new grant: quire role grant ROLE ACTION',
          { types },
        );
    },
  };
}
