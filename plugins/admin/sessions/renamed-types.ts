// Saved views and preferred columns follow content types that a migration gives another uid.
import type { RenamedTypes } from '../../../core';
import type { AdminRows } from './session-rows';

export const followRenames =
  ({ preferences, views }: Pick<AdminRows, 'preferences' | 'views'>) =>
  async ({ uids, replaceIn, report }: RenamedTypes): Promise<void> => {
    // The new uid may be that of a removed type. Its views have names, too.
    await views
      .query()
      .whereIn('type', [...uids.values()])
      .delete();
    const moved = await replaceIn('admin_views', 'type');
    if (moved > 0) report(`[renamed] saved views: ${moved}`);
    for (const { user, value } of await preferences.query()) {
      const stored = value as Readonly<Record<string, unknown>>;
      const entries = Object.entries(stored.columns ?? {});
      if (!entries.some(([uid]) => uids.has(uid))) continue;
      const columns = Object.fromEntries(entries.map(([uid, names]) => [uids.get(uid) ?? uid, names]));
      await preferences
        .query()
        .where({ user })
        .patch({ value: { ...stored, columns } });
    }
  };
