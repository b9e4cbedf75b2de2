// The job of a plan: at its time, its changes run in the transaction that ends the job. If one change fails, nothing of the plan is
// changed, and the plan keeps the list of what prevents it. Many plans may have one time, and most take a few milliseconds. So a job also
// runs others that are due.
import { type App, AppError, keepsTransaction, type Tx } from '../../core';
import type { RunningJob } from '../jobs';
import { type ApplyPlan, createApplyPlan } from './apply-plan';
import { byTime, type PlanRows } from './plan-rows';
import { type Plan, type Problem, RUN } from './types';

/** Other plans in the transaction of a job: at most so many, and none begins after so many milliseconds. */
const OTHERS = 25;
const OTHERS_TIME = 100;

export interface RunParts {
  readonly app: App;
  readonly rows: PlanRows;
}

export interface RunPayload {
  readonly plan: number;
  readonly turn: number;
}

export function createRun(parts: RunParts) {
  const { app, rows } = parts;
  return async ({ plan: id, turn }: RunPayload, job: RunningJob): Promise<void> => {
    // After an import, a plan of another database may have this id and turn.
    const isOwn = (each: Plan): boolean =>
      each.id === id && each.turn === turn && each.job === job.id && each.state === 'waiting';
    const plan = await rows.plan(id);
    if (plan === null || !isOwn(plan)) return;
    await job.finish(async (tx) => {
      const until = performance.now() + OTHERS_TIME;
      const apply = createApplyPlan(app);
      // After a time without processes, several plans of one document may be due. They run in the order of their times.
      const earlier = (await rows.before([plan])).get(id) ?? [];
      const locked = await rows.lock([...earlier, id]);
      const own = locked.find(isOwn);
      if (own === undefined) return;
      // Meanwhile, earlier ones may have another time.
      const due = locked.filter((each) => byTime(each, own) <= 0);
      const live = await liveOnes(
        parts,
        due.filter((each) => each !== own),
      );
      await runPlans(parts, tx, [...live, own], apply);
      // A further attempt is alone, so that it cannot fail because of other plans.
      if (plan.name === null && job.attempt === 1 && performance.now() < until && !job.signal.aborted)
        await runPlans(parts, tx, await otherPlans(parts), tolerant(app, apply), until);
    });
  };
}

/**
 * Plans of single changes that are due, but for those that have to wait for another plan of their document. Their jobs wait for the
 * first attempt: a plan with a fault is left to its own job. The jobs are locked first, as `finish` does.
 */
async function otherPlans({ app, rows }: RunParts): Promise<readonly Plan[]> {
  const jobs = new Map<number, number>();
  for (const { id, payload } of await app.jobs.takeDue(RUN, OTHERS))
    jobs.set((payload as RunPayload).plan, id);
  if (jobs.size === 0) return [];
  const due = (await rows.lockDue([...jobs.keys()])).filter(({ id, job }) => jobs.get(id) === job);
  if (due.length === 0) return [];
  const waiting = await rows.before(due);
  return due.filter(({ id }) => !waiting.has(id));
}

/** null: the plan has a fault, and waits for its own job, which knows when it gives up. */
const tolerant =
  (app: App, apply: ApplyPlan) =>
  async (...given: Parameters<ApplyPlan>): Promise<readonly Problem[] | null> => {
    try {
      return await apply(...given);
    } catch (error) {
      // Other statuses than 500 are of the server: the database is away or busy.
      const isOfCode = error instanceof AppError && error.status === 500;
      if (!isOfCode && !keepsTransaction(app.database, error)) throw error;
      return null;
    }
  };

const ABANDONED: readonly Problem[] = [
  {
    change: null,
    type: null,
    documentId: null,
    status: 500,
    name: 'InternalServerError',
    message: 'Its job failed for the last time, or was cancelled; the log has the error',
  },
];

/** The job of a plan is dead or cancelled: the plan does not run. */
export async function failAbandoned({ app, rows }: RunParts, plan: Plan): Promise<void> {
  if (!(await rows.set(plan, { state: 'failed', problems: ABANDONED }))) return;
  const { id, name } = plan;
  const log = (): void =>
    app.log.error('a scheduled change does not run, because its job is dead or cancelled', {
      plugin: app.name,
      plan: id,
      release: name,
    });
  app.database.currentTransaction()?.afterCommit(log);
}

/** The plans whose jobs wait or run. The others are failed. */
async function liveOnes(parts: RunParts, plans: readonly Plan[]): Promise<readonly Plan[]> {
  const jobs = plans.flatMap(({ job }) => job ?? []);
  const live = jobs.length > 0 ? await parts.app.jobs.live(jobs) : new Set();
  const isLive = ({ job }: Plan): boolean => job === null || live.has(job);
  for (const plan of plans) if (!isLive(plan)) await failAbandoned(parts, plan);
  return plans.filter(isLive);
}

/** Fails the plans whose jobs ended while this plugin was disabled. */
export const failOverdue = (parts: RunParts): Promise<void> =>
  parts.app.database.transaction(
    async () => void (await liveOnes(parts, await parts.rows.overdue(Date.now()))),
  );

/** Runs locked plans one after another, and stores how they ended. */
async function runPlans(
  { app, rows }: RunParts,
  tx: Tx,
  plans: readonly Plan[],
  apply: (...given: Parameters<ApplyPlan>) => Promise<readonly Problem[] | null>,
  until = Number.POSITIVE_INFINITY,
): Promise<void> {
  if (plans.length === 0) return;
  const changes = await rows.changes(plans.map(({ id }) => id));
  const done: Plan[] = [];
  const failed: Plan[] = [];
  for (const plan of plans) {
    if (performance.now() > until) break;
    const problems = await apply(plan, changes.get(plan.id) ?? []);
    if (problems?.length === 0) done.push(plan);
    if (!problems?.length) continue;
    failed.push(plan);
    await rows.set(plan, { state: 'failed', problems });
    tx.afterCommit(() =>
      app.log.error('a scheduled change was refused; nothing is changed', {
        plugin: app.name,
        plan: plan.id,
        release: plan.name,
        problems,
      }),
    );
  }
  const ended = [...done, ...failed].flatMap(({ job }) => job ?? []);
  if (done.length > 0) await rows.setDone(done.map(({ id }) => id));
  if (ended.length > 0) await app.jobs.remove(ended);
}

/** What would prevent the plan now. Changes nothing. */
export async function checkPlan({ app, rows }: RunParts, plan: Plan): Promise<readonly Problem[]> {
  const rolledBack = new Error('checked');
  let problems: readonly Problem[] = [];
  try {
    await app.database.transaction(async () => {
      const changes = await rows.changes([plan.id]);
      problems = await createApplyPlan(app)(plan, changes.get(plan.id) ?? []);
      throw rolledBack;
    });
  } catch (error) {
    if (error !== rolledBack) throw error;
  }
  return problems;
}
