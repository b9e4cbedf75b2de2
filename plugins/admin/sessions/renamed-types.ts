// Saved views and preferred columns follow content types that a migration gives another uid.
import type { RenamedTypes } from '../../../core';
import type { AdminRows } from './session-rows';

export const followRenames =
  ({ preferences, views }: Pick<AdminRows, 'preferences' | 'views'>) =>
  async ({ uids, replaceIn, report }: RenamedTypes): Promise<void> => {
    // The new uid may be that of a removed type. Its views have names, too.
    const removed = await views
      .query()
      .whereIn('type', [...uids.values()])
      .delete();
    if (removed > 0) report(`[removed] saved views of removed content types: ${removed}`);
    const moved = await replaceIn('admin_views', 'type');
    if (moved > 0) report(`[renamed] saved views: ${moved}`);
    let users = 0;
    for (const { user, value } of await preferences.query()) {
      const stored = value as Readonly<Record<string, unknown>>;
      const entries = Object.entries(stored.columns ?? {});
      const renamed = entries.flatMap(([uid, names]) => (uids.has(uid) ? [[uids.get(uid), names]] : []));
      if (renamed.length === 0) continue;
      // Last: a removed type may have had the new uid.
      const columns = Object.fromEntries([...entries.filter(([uid]) => !uids.has(uid)), ...renamed]);
      await preferences
        .query()
        .where({ user })
        .patch({ value: { ...stored, columns } });
      users += 1;
    }
    if (users > 0) report(`[renamed] users with chosen columns: ${users}`);
  };
