// Lists of changes and of releases: the newest first. A list of a time range has the order of the times.
import { type ChangeRow, type PlanTables, planOf } from './plan-tables';
import type { Plan, PlannedChange, PlanState } from './types';

/** Plans without a time are in no range. */
export interface PlanFilter {
  readonly state?: PlanState | undefined;
  /** Milliseconds since 1970. */
  readonly from?: number | undefined;
  /** No longer part of the range. */
  readonly to?: number | undefined;
}

export interface ChangeFilter extends PlanFilter {
  readonly type?: string | undefined;
  readonly documentId?: string | undefined;
  readonly documentIds?: readonly string[] | undefined;
  readonly release?: number | undefined;
}

export interface Listed<T> {
  readonly rows: readonly T[];
  readonly total: number;
}

export interface PlanLists {
  list(filter: ChangeFilter, page: number, pageSize: number): Promise<Listed<PlannedChange>>;
  releases(filter: PlanFilter, page: number, pageSize: number): Promise<Listed<Plan>>;
}

const PLANS = 'schedule_plans';
const CHANGES = 'schedule_changes';

export function createPlanLists(
  { plans, changes }: PlanTables,
  withPlans: (rows: readonly ChangeRow[]) => Promise<readonly PlannedChange[]>,
): PlanLists {
  const filtered = ({ state, from, to }: PlanFilter) => {
    const query = plans.query();
    if (state !== undefined) query.where({ state });
    if (from !== undefined) query.where('at', '>=', from);
    if (to !== undefined) query.where('at', '<', to);
    return query;
  };

  return {
    async list({ type, documentId, documentIds, release, ...filter }, page, pageSize) {
      const query = changes
        .query()
        .select(`${CHANGES}.*`)
        .where({
          ...(type === undefined ? {} : { type }),
          ...(documentId === undefined ? {} : { document_id: documentId }),
          ...(release === undefined ? {} : { plan: release }),
        });
      if (documentIds !== undefined) query.whereIn('document_id', [...documentIds]);
      if (isRange(filter) || filter.state !== undefined) query.whereIn('plan', filtered(filter).select('id'));
      if (isRange(filter))
        query.join(PLANS, `${PLANS}.id`, `${CHANGES}.plan`).orderBy([`${PLANS}.at`, `${CHANGES}.id`]);
      else query.orderBy('id', 'desc');
      const { results, total } = await query.page(page - 1, pageSize);
      return { rows: await withPlans(results), total };
    },
    async releases(filter, page, pageSize) {
      const query = filtered(filter).whereNotNull('name');
      if (isRange(filter)) query.orderBy(['at', 'id']);
      else query.orderBy('id', 'desc');
      const { results, total } = await query.page(page - 1, pageSize);
      return { rows: results.map(planOf), total };
    },
  };
}

const isRange = ({ from, to }: PlanFilter): boolean => from !== undefined || to !== undefined;
