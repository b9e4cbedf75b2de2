// The job of a plan: at its time, its changes run in the transaction that ends the job. If one change fails, nothing of the plan is
// changed, and the plan keeps the list of what prevents it. Many plans may have one time, and most take a few milliseconds. So a job also
// runs others that are due.
import { type App, AppError, type Tx } from '../../core';
import type { RunningJob } from '../jobs';
import { type ApplyPlan, createApplyPlan } from './apply-plan';
import type { PlanRows } from './plan-rows';
import type { Plan, Problem } from './types';

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
    const plan = await rows.plan(id);
    if (plan?.state !== 'waiting' || plan.turn !== turn) return;
    await job.finish(async (tx) => {
      const until = performance.now() + OTHERS_TIME;
      const apply = createApplyPlan(app);
      // After a time without processes, several plans of one document may be due. They run in the order of their times.
      const earlier = (await rows.before([plan])).get(id) ?? [];
      const own = await rows.lock([...earlier, id]);
      await runPlans(parts, tx, own, apply);
      // A further attempt is alone, so that it cannot fail because of other plans.
      if (plan.name === null && job.attempt === 1 && performance.now() < until && !job.signal.aborted)
        await runPlans(parts, tx, await otherPlans(rows), tolerant(app, apply), until);
    });
  };
}

/** Plans of single changes that are due, but for those that have to wait for another plan of their document. */
async function otherPlans(rows: PlanRows): Promise<readonly Plan[]> {
  const due = await rows.lockDue(OTHERS);
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
      // A fault of the database ends the transaction.
      if (error instanceof AppError || app.database.dialect.classify(error).kind !== 'other') throw error;
      return null;
    }
  };

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
