// The statements of plans and their changes. States change by compare and set, or under a lock, so a plan runs once, and a plan that is
// cancelled does not run.
import type { App, Tx } from '../../core';
import { scheduleErrors } from './errors';
import { createPlanLists, type PlanLists } from './plan-lists';
import { type ChangeRow, changeOf, planOf, planTables, targetOf } from './plan-tables';
import { followRenames } from './renamed-types';
import type { Change, Person, Plan, PlannedChange, PlanState } from './types';

export type PlanValues = Partial<
  Pick<Plan, 'name' | 'at' | 'timeZone' | 'state' | 'turn' | 'job' | 'by' | 'problems'>
>;

export interface PlanRows extends PlanLists {
  /** Milliseconds of the clock of the database. */
  now(): Promise<number>;
  insertPlan(plan: Pick<Plan, 'name' | 'at' | 'timeZone' | 'state' | 'turn' | 'by'>): Promise<Plan>;
  insertChange(change: Omit<Change, 'id' | 'created'>): Promise<Change>;
  plan(id: number): Promise<Plan | null>;
  /** Changes the plan if it has still this state and turn. */
  set(plan: Pick<Plan, 'id' | 'turn' | 'state'>, values: PlanValues): Promise<boolean>;
  removePlan(plan: Plan): Promise<boolean>;
  /** The changes of these plans, in the order in which they were added. */
  changes(plans: readonly number[]): Promise<ReadonlyMap<number, readonly Change[]>>;
  countOf(plan: number): Promise<number>;
  /** How many changes each of these plans has. */
  countsOf(plans: readonly number[]): Promise<ReadonlyMap<number, number>>;
  change(id: number): Promise<PlannedChange | null>;
  /** The change runs with the rights of this caller from now on. */
  setPerson(change: number, by: Person): Promise<void>;
  removeChange(id: number): Promise<void>;
  /** For each of these plans that has some: the waiting plans of the same documents that come before it. */
  before(plans: readonly Plan[]): Promise<ReadonlyMap<number, readonly number[]>>;
  /** In a transaction: locks these plans until its end. Returns those that wait, in the order of their times. */
  lock(ids: readonly number[]): Promise<readonly Plan[]>;
  /** The same with plans of single changes whose time has come. Those that another transaction has locked are left out. */
  lockDue(ids: readonly number[]): Promise<readonly Plan[]>;
  /** Waiting plans whose time came before this one. */
  overdue(before: number): Promise<readonly Plan[]>;
  /** Of locked plans. */
  setDone(ids: readonly number[]): Promise<void>;
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
  const tables = planTables(app);
  const { plans, changes } = tables;
  app.hooks.schema.renamed(followRenames(tables));
  const plansOf = async (ids: readonly number[]): Promise<ReadonlyMap<number, Plan>> => {
    const rows = await plans.query().whereIn('id', [...new Set(ids)]);
    return new Map(rows.map((row) => [row.id, planOf(row)]));
  };
  const withPlans = async (rows: readonly ChangeRow[]): Promise<PlannedChange[]> => {
    const known = await plansOf(rows.map(({ plan }) => plan));
    return rows.flatMap((row) => {
      const planned = known.get(row.plan);
      return planned ? [{ ...changeOf(row), planned }] : [];
    });
  };

  const rows: PlanRows = {
    ...createPlanLists(tables, withPlans),
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
    async changes(ids) {
      const found = new Map<number, Change[]>(ids.map((id) => [id, []]));
      for (const row of await changes
        .query()
        .whereIn('plan', [...ids])
        .orderBy('id'))
        found.get(row.plan)?.push(changeOf(row));
      return found;
    },
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
    countOf: (plan) => changes.query().where({ plan }).resultSize(),
    async countsOf(ids) {
      const counted = (await changes
        .query()
        .select('plan')
        .count('* as count')
        .whereIn('plan', [...ids])
        .groupBy('plan')) as unknown as readonly { readonly plan: number; readonly count: number | string }[];
      return new Map(counted.map(({ plan, count }) => [Number(plan), Number(count)]));
    },
    async before(given) {
      const own = await changes.query().whereIn('plan', idsOf(given));
      const others = await changes
        .query()
        .select('plan', 'type', 'document_id')
        .whereIn('type', [...new Set(own.map(({ type }) => type))])
        .whereIn('document_id', [...new Set(own.map(({ document_id }) => document_id))]);
      const known = await plansOf(others.map(({ plan }) => plan));
      const found = new Map<number, number[]>();
      for (const plan of given)
        for (const { type, document_id } of own.filter((change) => change.plan === plan.id))
          for (const other of others) {
            const earlier = known.get(other.plan);
            if (other.type !== type || other.document_id !== document_id || !earlier) continue;
            if (earlier.state !== 'waiting' || byTime(earlier, plan) >= 0) continue;
            found.set(plan.id, [...(found.get(plan.id) ?? []), earlier.id]);
          }
      return found;
    },
    async lock(ids) {
      const locked = await plans
        .query()
        .whereIn('id', [...ids])
        .orderBy('id')
        .forUpdate();
      return locked
        .map(planOf)
        .filter(({ state }) => state === 'waiting')
        .sort(byTime);
    },
    async lockDue(ids) {
      const { isServer, now } = app.database.dialect;
      const query = plans
        .query()
        .whereIn('id', [...ids])
        .where({ state: 'waiting' })
        .whereNull('name')
        .whereRaw(`?? <= ${now}`, ['at'])
        .orderBy(['at', 'id'])
        .forUpdate();
      // Only speed depends on what is left out: on Galera, other nodes see no lock, and all but one transaction fail at their COMMIT.
      return (await (isServer ? query.skipLocked() : query)).map(planOf);
    },
    overdue: async (before) =>
      (await plans.query().where({ state: 'waiting' }).where('at', '<', before).orderBy('id')).map(planOf),
    async setDone(ids) {
      await plans
        .query()
        .whereIn('id', [...ids])
        .patch({ state: 'done', problems: null, changed: Date.now() });
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

const idsOf = (plans: readonly Plan[]): number[] => plans.map(({ id }) => id);

export const byTime = (one: Plan, other: Plan): number =>
  Number(one.at) - Number(other.at) || one.id - other.id;
