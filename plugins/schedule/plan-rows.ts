// The tables of plans and their changes. A plan is one moment: of a single change, or of a release. States change by compare and set,
// so a plan runs once, and a plan that is cancelled does not run.
//   schedule_plans     id  name    at             state    turn      schedule_changes   id  plan  type                  action
//                      7   Spring  1772360430000  waiting  2                            12  7     api::article.article  publish
import { createHash } from 'node:crypto';
import type { App, RowOf, Tx } from '../../core';
import { scheduleErrors } from './errors';
import type { Change, Person, Plan, PlanState, Problem, ScheduledAction } from './types';

const PLAN = {
  id: { kind: 'id' },
  name: { kind: 'string', length: 200 },
  at: { kind: 'integer' },
  time_zone: { kind: 'string', length: 64, notNull: true },
  state: { kind: 'string', length: 10, notNull: true },
  turn: { kind: 'integer', notNull: true, default: 0 },
  job: { kind: 'integer' },
  by: { kind: 'json', notNull: true },
  problems: { kind: 'json' },
  created: { kind: 'integer', notNull: true },
  changed: { kind: 'integer', notNull: true },
} as const;

const CHANGE = {
  id: { kind: 'id' },
  plan: { kind: 'integer', notNull: true },
  type: { kind: 'string', length: 191, notNull: true },
  document_id: { kind: 'string', length: 191, notNull: true },
  action: { kind: 'string', length: 20, notNull: true },
  axes: { kind: 'json', notNull: true },
  /** Document and axis values: a release has one change of each. */
  target: { kind: 'string', length: 64, notNull: true },
  by: { kind: 'json', notNull: true },
  created: { kind: 'integer', notNull: true },
} as const;

export type PlanValues = Partial<
  Pick<Plan, 'name' | 'at' | 'timeZone' | 'state' | 'turn' | 'job' | 'by' | 'problems'>
>;

export interface ChangeFilter {
  readonly type?: string | undefined;
  readonly documentId?: string | undefined;
  readonly state?: PlanState | undefined;
  readonly release?: number | undefined;
}

export type PlannedChange = Change & { readonly planned: Plan };

export interface PlanRows {
  /** Milliseconds of the clock of the database. */
  now(): Promise<number>;
  insertPlan(plan: Pick<Plan, 'name' | 'at' | 'timeZone' | 'state' | 'turn' | 'by'>): Promise<Plan>;
  insertChange(change: Omit<Change, 'id' | 'created'>): Promise<Change>;
  plan(id: number): Promise<Plan | null>;
  /** Changes the plan if it has still this state and turn. */
  set(plan: Pick<Plan, 'id' | 'turn' | 'state'>, values: PlanValues): Promise<boolean>;
  removePlan(plan: Plan): Promise<boolean>;
  changes(plan: number): Promise<readonly Change[]>;
  countOf(plan: number): Promise<number>;
  change(id: number): Promise<PlannedChange | null>;
  /** The change runs with the rights of this caller from now on. */
  setPerson(change: number, by: Person): Promise<void>;
  removeChange(id: number): Promise<void>;
  list(
    filter: ChangeFilter,
    page: number,
    pageSize: number,
  ): Promise<{ readonly rows: readonly PlannedChange[]; readonly total: number }>;
  releases(
    state: PlanState | undefined,
    page: number,
    pageSize: number,
  ): Promise<{ readonly rows: readonly Plan[]; readonly total: number }>;
  /** Waiting plans of the same documents that come before this one, the earliest first. */
  before(plan: Plan): Promise<readonly Plan[]>;
  /** Waiting plans of the document that are no releases. */
  singlesOf(type: string, documentId: string): Promise<readonly Plan[]>;
  clean(before: number): Promise<number>;
  /** Waiting plans without a job, such as those of an import. */
  withoutJob(): Promise<readonly Plan[]>;
  /** Leaves `changed` as it is. */
  setJob(plan: number, job: number): Promise<void>;
}

const ENDED: readonly PlanState[] = ['done', 'failed', 'cancelled'];

export function createPlanRows(app: App): PlanRows {
  const plans = app.model({
    table: 'schedule_plans',
    columns: PLAN,
    indexes: [{ columns: ['state', 'at'] }, { columns: ['changed'] }],
  });
  const changes = app.model({
    table: 'schedule_changes',
    columns: CHANGE,
    indexes: [{ columns: ['plan', 'target'], unique: true }, { columns: ['type', 'document_id'] }],
  });
  const plansOf = async (ids: readonly number[]): Promise<ReadonlyMap<number, Plan>> => {
    const rows = await plans.query().whereIn('id', [...new Set(ids)]);
    return new Map(rows.map((row) => [row.id, planOf(row)]));
  };
  const withPlans = async (rows: readonly RowOf<typeof CHANGE>[]): Promise<PlannedChange[]> => {
    const known = await plansOf(rows.map(({ plan }) => plan));
    return rows.flatMap((row) => {
      const planned = known.get(row.plan);
      return planned ? [{ ...changeOf(row), planned }] : [];
    });
  };

  const rows: PlanRows = {
    async now() {
      const { modelKnex, dialect } = app.database;
      const [row] = await modelKnex.select<{ now: number | string }[]>(
        modelKnex.raw(`${dialect.now} AS now`),
      );
      return Number(row?.now);
    },
    async insertPlan({ name, at, timeZone, state, turn, by }) {
      const time = Date.now();
      const values = { name, at, time_zone: timeZone, state, turn, by, created: time, changed: time };
      return planOf(await plans.query().insertAndFetch(values));
    },
    async insertChange({ plan, type, documentId, action, axes, by }) {
      const target = targetOf(type, documentId, axes);
      const values = { plan, type, document_id: documentId, action, axes, target, by, created: Date.now() };
      const insert = async (_tx: Tx) => changeOf(await changes.query().insertAndFetch(values));
      try {
        // PostgreSQL ends a transaction with a failed statement; this one is a savepoint.
        return await app.database.transaction(insert);
      } catch (error) {
        if (app.database.dialect.classify(error).kind !== 'duplicate') throw error;
        throw scheduleErrors.SCHEDULE_TWICE((await rows.plan(plan))?.name ?? '');
      }
    },
    async plan(id) {
      const row = await plans.query().findById(id);
      return row ? planOf(row) : null;
    },
    async set({ id, turn, state }, { timeZone, ...values }) {
      const patch = {
        ...values,
        ...(timeZone === undefined ? {} : { time_zone: timeZone }),
        changed: Date.now(),
      };
      return (await plans.query().where({ id, turn, state }).patch(patch)) === 1;
    },
    async removePlan({ id, turn, state }) {
      if ((await plans.query().where({ id, turn, state }).delete()) !== 1) return false;
      await changes.query().where({ plan: id }).delete();
      return true;
    },
    changes: async (plan) => (await changes.query().where({ plan }).orderBy('id')).map(changeOf),
    async change(id) {
      const row = await changes.query().findById(id);
      return row ? ((await withPlans([row]))[0] ?? null) : null;
    },
    async setPerson(id, by) {
      await changes.query().findById(id).patch({ by });
    },
    async removeChange(id) {
      await changes.query().deleteById(id);
    },
    async list({ type, documentId, state, release }, page, pageSize) {
      const query = changes.query().where({
        ...(type === undefined ? {} : { type }),
        ...(documentId === undefined ? {} : { document_id: documentId }),
        ...(release === undefined ? {} : { plan: release }),
      });
      if (state !== undefined) query.whereIn('plan', plans.query().select('id').where({ state }));
      const { results, total } = await query.orderBy('id', 'desc').page(page - 1, pageSize);
      return { rows: await withPlans(results), total };
    },
    async releases(state, page, pageSize) {
      const query = plans.query().whereNotNull('name');
      if (state !== undefined) query.where({ state });
      const { results, total } = await query.orderBy('id', 'desc').page(page - 1, pageSize);
      return { rows: results.map(planOf), total };
    },
    countOf: (plan) => changes.query().where({ plan }).resultSize(),
    async before({ id, at }) {
      if (at === null) return [];
      const own = await changes.query().where({ plan: id });
      const found = new Set<number>();
      for (const { type, document_id } of own)
        for (const { plan } of await changes.query().select('plan').where({ type, document_id }))
          if (plan !== id) found.add(plan);
      return [...(await plansOf([...found])).values()]
        .filter((each) => each.state === 'waiting' && each.at !== null)
        .filter((each) => Number(each.at) < at || (each.at === at && each.id < id))
        .sort((one, other) => Number(one.at) - Number(other.at) || one.id - other.id);
    },
    async singlesOf(type, documentId) {
      const own = await changes.query().select('plan').where({ type, document_id: documentId });
      const found = await plansOf(own.map(({ plan }) => plan));
      return [...found.values()].filter(({ name, state }) => name === null && state === 'waiting');
    },
    clean: (before) =>
      app.database.transaction(async () => {
        const old = plans
          .query()
          .select('id')
          .whereIn('state', [...ENDED])
          .where('changed', '<', before);
        await changes.query().whereIn('plan', old.clone()).delete();
        return await plans
          .query()
          .whereIn('state', [...ENDED])
          .where('changed', '<', before)
          .delete();
      }),
    withoutJob: async () =>
      (await plans.query().where({ state: 'waiting' }).whereNull('job').orderBy('id')).map(planOf),
    async setJob(plan, job) {
      await plans.query().findById(plan).patch({ job });
    },
  };
  return rows;
}

const targetOf = (type: string, documentId: string, axes: Readonly<Record<string, string>>): string => {
  const values = Object.entries(axes).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([type, documentId, values]))
    .digest('hex');
};

function planOf(row: RowOf<typeof PLAN>): Plan {
  const { id, name, at, time_zone, turn, job, created, changed } = row;
  const state = row.state as PlanState;
  const problems = row.problems as readonly Problem[] | null;
  return {
    id,
    name,
    at,
    timeZone: time_zone,
    state,
    turn,
    job,
    by: row.by as Person,
    problems,
    created,
    changed,
  };
}

function changeOf({ document_id, action, axes, by, ...row }: RowOf<typeof CHANGE>): Change {
  const { id, plan, type, created } = row;
  return {
    id,
    plan,
    type,
    documentId: document_id,
    action: action as ScheduledAction,
    axes: axes as Readonly<Record<string, string>>,
    by: by as Person,
    created,
  };
}
