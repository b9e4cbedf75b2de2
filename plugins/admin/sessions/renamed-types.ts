// Saved views and preferred columns follow content types that a migration gives another uid.
import type { RenamedTypes } from '../../../core';
import type { AdminRows } from './session-rows';

export const followRenames =
  ({ preferences }: Pick<AdminRows, 'preferences'>) =>
  async ({ uids, replaceIn, report }: RenamedTypes): Promise<void> => {
    const views = await replaceIn('admin_views', 'type');
    if (views > 0) report(`[renamed] saved views: ${views}`);
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
