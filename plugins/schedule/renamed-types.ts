// Planned changes follow content types that a migration gives another uid.
import type { RenamedTypes } from '../../core';
import { changeOf, type PlanTables, targetOf } from './plan-tables';

export const followRenames =
  ({ changes }: PlanTables) =>
  async ({ uids, report }: RenamedTypes): Promise<void> => {
    const rows = await changes.query().whereIn('type', [...uids.keys()]);
    for (const { id, type: former, documentId, axes } of rows.map(changeOf)) {
      const type = uids.get(former) ?? former;
      await changes
        .query()
        .where({ id })
        .patch({ type, target: targetOf(type, documentId, axes) });
    }
    if (rows.length > 0) report(`[renamed] planned changes: ${rows.length}`);
  };
