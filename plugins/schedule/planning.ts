// Plans changes, changes their times and cancels them. All of it joins the transaction of its caller.
import {
  type App,
  type Caller,
  coreErrors,
  isParallel,
  type StoredRow,
  type WriteAction,
  type WriteContext,
} from '../../core';
import type { ScheduleConfig } from './config';
import { scheduleErrors } from './errors';
import { momentOf } from './moment';
import { personOf } from './person';
import type { PlanRows } from './plan-rows';
import { type Person, type Plan, type PlannedChange, RUN, type ScheduleInput, type When } from './types';

export interface Planning {
  /** The operation `schedule` of a document. */
  schedule(context: WriteContext, documentId: string, input: ScheduleInput): Promise<PlannedChange>;
  /** The operation `unschedule`. */
  unschedule(context: WriteContext, documentId: string, id: number): Promise<PlannedChange>;
  /** Removes the change of a document that does not exist any more. */
  removeGone(change: PlannedChange): Promise<PlannedChange>;
  /** Cancels the plans of a document that is deleted. Its changes in releases stay: they prevent the release, and its editors decide. */
  forget(type: string, documentId: string): Promise<void>;
  /** Sets the time of a plan, and enqueues its job. null: the plan waits for no time any more. */
  setTime(plan: Plan, when: When | typeof NOW | null, by: Person): Promise<Plan>;
  rename(plan: Plan, name: string): Promise<void>;
  cancel(plan: Plan): Promise<void>;
  /** Enqueues jobs for waiting plans that have none. */
  enqueueAll(): Promise<void>;
}

export const NOW = Symbol('now');

export interface PlanningParts {
  readonly app: App;
  readonly config: ScheduleConfig;
  readonly rows: PlanRows;
}

export function createPlanning({ app, config, rows }: PlanningParts): Planning {
  async function timeOf(plan: Plan, when: When | typeof NOW) {
    const now = await rows.now();
    if (when === NOW) return { at: now, timeZone: plan.timeZone };
    const { at, timeZone = config.timeZone } = when;
    const moment = momentOf(at, timeZone);
    if (typeof moment === 'string') throw scheduleErrors.SCHEDULE_TIME(moment);
    if (moment <= now)
      throw scheduleErrors.SCHEDULE_TIME(
        `${new Date(moment).toISOString()} is in the past (it is ${new Date(now).toISOString()} now); choose a later time`,
      );
    return { at: moment, timeZone };
  }

  const inTransaction = <T>(work: () => Promise<T>): Promise<T> => app.database.transaction(work);

  async function changed(plan: Plan, values: Parameters<PlanRows['set']>[1]): Promise<void> {
    if (await rows.set(plan, values)) return;
    throw scheduleErrors.SCHEDULE_STATE((await rows.plan(plan.id))?.state ?? 'cancelled');
  }

  /** Before the plan is changed: a run locks its job first too, and transactions that lock in one order wait for each other. */
  async function endJob({ job }: Plan): Promise<void> {
    if (job !== null) await app.jobs.cancel(job);
  }

  const known = async (id: number): Promise<Plan> => {
    const plan = await rows.plan(id);
    if (!plan) throw scheduleErrors.SCHEDULE_RELEASE_NOT_FOUND();
    return plan;
  };

  const setTime: Planning['setTime'] = (plan, when, by) =>
    inTransaction(async () => {
      requireOpen(plan);
      const turn = plan.turn + 1;
      if (when === null) {
        await endJob(plan);
        await changed(plan, { state: 'open', at: null, turn, job: null, by, problems: null });
      } else {
        const time = await timeOf(plan, when);
        const job = await app.jobs.enqueue(RUN, { plan: plan.id, turn }, { at: new Date(time.at) });
        await endJob(plan);
        await changed(plan, { ...time, state: 'waiting', turn, job, by, problems: null });
      }
      return known(plan.id);
    });

  async function planFor(input: ScheduleInput, by: Person): Promise<Plan> {
    const { at, release, timeZone } = input;
    if (release === undefined && at !== undefined) {
      const empty = { name: null, at: null, timeZone: config.timeZone, state: 'open', turn: 0, by } as const;
      return setTime(await rows.insertPlan(empty), { at, timeZone }, by);
    }
    if (release === undefined || at !== undefined || timeZone !== undefined)
      throw scheduleErrors.SCHEDULE_INPUT('it needs either `at` (with `timeZone`) or `release`');
    const plan = await rows.plan(release);
    if (plan === null || plan.name === null) throw scheduleErrors.SCHEDULE_RELEASE_NOT_FOUND();
    requireOpen(plan);
    // Locks the row: the release neither runs nor grows before this transaction has ended.
    await changed(plan, {});
    if ((await rows.countOf(plan.id)) >= config.changes) throw scheduleErrors.SCHEDULE_FULL(config.changes);
    return plan;
  }

  async function ownChange({ action }: WriteContext, documentId: string, id: number): Promise<PlannedChange> {
    const change = await rows.change(id);
    if (change?.type !== action.type.uid || change.documentId !== documentId)
      throw scheduleErrors.SCHEDULE_NOT_FOUND();
    // The rights of the caller were asked for these rows.
    const asked = axesOf(action);
    if (Object.entries(change.axes).some(([name, value]) => asked[name] !== value))
      throw scheduleErrors.SCHEDULE_NOT_FOUND();
    return change;
  }

  const shown = async (id: number): Promise<PlannedChange> => {
    const change = await rows.change(id);
    if (!change) throw scheduleErrors.SCHEDULE_NOT_FOUND();
    return change;
  };

  async function remove(change: PlannedChange): Promise<PlannedChange> {
    const { planned } = change;
    requireOpen(planned);
    await changed(planned, {});
    await rows.removeChange(change.id);
    return { ...change, planned: { ...planned, state: 'cancelled' } };
  }

  return {
    setTime,
    async rename(plan, name) {
      requireOpen(plan);
      await changed(plan, { name });
    },
    async schedule(context, documentId, input) {
      const { action, caller } = context;
      const by = await personOf(app, caller);
      if (input.id !== undefined) {
        const { id, planned, action: verb } = await ownChange(context, documentId, input.id);
        requireRight(caller, `${action.type.uid}.${verb}`);
        if (planned.name !== null) throw scheduleErrors.SCHEDULE_IN_RELEASE(planned.name);
        if (input.at === undefined || input.action !== undefined || input.release !== undefined)
          throw scheduleErrors.SCHEDULE_INPUT('with `id` it needs `at`, and neither `action` nor `release`');
        await setTime(planned, { at: input.at, timeZone: input.timeZone }, by);
        await rows.setPerson(id, by);
        return shown(id);
      }
      const verb = input.action;
      if (verb === undefined) throw scheduleErrors.SCHEDULE_INPUT('`action` needs publish or unpublish');
      requireRight(caller, `${action.type.uid}.${verb}`);
      const axes = axesOf(action);
      if (!action.rows.some((row) => isAt(row, axes))) throw coreErrors.DOCUMENT_NOT_FOUND();
      const plan = await planFor(input, by);
      const { id } = await rows.insertChange({
        plan: plan.id,
        type: action.type.uid,
        documentId,
        action: verb,
        axes,
        by,
      });
      return shown(id);
    },
    async unschedule(context, documentId, id) {
      const change = await ownChange(context, documentId, id);
      const { planned } = change;
      requireOpen(planned);
      if (planned.name === null) {
        await this.cancel(planned);
        return shown(id);
      }
      return remove(change);
    },
    removeGone: (change) => inTransaction(() => remove(change)),
    cancel: (plan) =>
      inTransaction(async () => {
        requireOpen(plan);
        await endJob(plan);
        await changed(plan, { state: 'cancelled', job: null });
      }),
    async forget(type, documentId) {
      for (const plan of await rows.singlesOf(type, documentId)) await this.cancel(plan);
    },
    enqueueAll: () =>
      inTransaction(async () => {
        for (const { id, turn, at } of await rows.withoutJob()) {
          if (at === null) continue;
          const job = await app.jobs.enqueue(RUN, { plan: id, turn }, { at: new Date(at) });
          if (job !== null) await rows.setJob(id, job);
        }
      }),
  };
}

/** A release that has failed may be changed and run again. */
function requireOpen({ state, name }: Plan): void {
  if (state === 'open' || state === 'waiting' || (state === 'failed' && name !== null)) return;
  throw scheduleErrors.SCHEDULE_STATE(state);
}

function requireRight(caller: Caller, action: string): void {
  if (!caller.can(action)) throw coreErrors.ACCESS_FORBIDDEN(caller.visibility.hint?.(action));
}

/** `{ locale: 'en' }`, also if the request names none: the default may be another one later. */
const axesOf = ({ axes, target, type }: WriteAction): Record<string, string> =>
  Object.fromEntries(
    type.axes.flatMap((use) => {
      if (!isParallel(use)) return [];
      const { axis } = use;
      return [
        [axis.name, axes[axis.name]?.kind === 'any' ? '*' : (target[axis.name] ?? axis.defaultValue())],
      ];
    }),
  );

const isAt = (row: StoredRow, axes: Readonly<Record<string, string>>): boolean =>
  Object.entries(axes).every(([name, value]) => value === '*' || row.axes[name] === value);
