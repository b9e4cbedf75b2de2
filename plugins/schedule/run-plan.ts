// The job of a plan: at its time, its changes run in the transaction that ends the job. If one change fails, nothing of the plan is
// changed, and the plan keeps the list of what prevents it. Many plans may have one time, and each may be small. So a job also runs others
// that are due: some of them in one write of many documents.
import type { App, Tx } from '../../core';
import type { RunningJob } from '../jobs';
import { type Applying, type ApplyPlan, createApplying } from './apply-plan';
import { byTime, type PlanRows } from './plan-rows';
import { type Plan, type Problem, RUN } from './types';

/** The most plans of one batch. */
const TOGETHER = 50;
/** The first batch of a process, and the one after a failed job, is small: slow taps must not use up the time of the transaction. */
const FIRST = 4;
/** No further ones begin after so many milliseconds of a job. */
const TOGETHER_TIME = 250;
/** Milliseconds. After a shorter batch the next one is larger; after a longer one, smaller. Small batches cost more per plan. */
const SHORT = 120;
const LONG = 250;

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
  /** Of the next batch. It grows and shrinks with the time of the batches of this process. */
  let size = FIRST;
  return async ({ plan: id, turn }: RunPayload, job: RunningJob): Promise<void> => {
    // After an import, a plan of another database may have this id and turn.
    const isOwn = (each: Plan): boolean =>
      each.id === id && each.turn === turn && each.job === job.id && each.state === 'waiting';
    const plan = await rows.plan(id);
    if (plan === null || !isOwn(plan)) return;
    const work = async (tx: Tx): Promise<void> => {
      const until = performance.now() + TOGETHER_TIME;
      const apply = createApplying(app);
      // After a time without processes, several plans of one document may be due. They run in the order of their times.
      const earlier = (await rows.before([plan])).get(id) ?? [];
      const locked = await rows.lock([...earlier, id]);
      const own = locked.find(isOwn);
      if (own === undefined) return;
      // A further attempt is alone, so that it cannot fail because of other plans.
      if (plan.name === null && locked.length === 1 && job.attempt === 1) {
        let plans = [own, ...(await otherPlans(parts, size - 1))].sort(byTime);
        while (plans.length > 0) {
          const began = performance.now();
          const faulty = await runTogether(parts, tx, plans, apply.many);
          // Alone, it throws its fault, so the job fails. The jobs of the others will do the same.
          if (faulty.includes(own)) await runPlans(parts, tx, [own], apply.plan);
          if (faulty.length > 0 || performance.now() > until || job.signal.aborted) return;
          size = nextSize(plans.length, performance.now() - began);
          plans = [...(await otherPlans(parts, size))];
        }
        return;
      }
      // Meanwhile, earlier ones may have another time.
      const due = locked.filter((each) => byTime(each, own) <= 0);
      const live = await liveOnes(
        parts,
        due.filter((each) => each !== own),
      );
      await runPlans(parts, tx, [...live, own], apply.plan);
    };
    try {
      await job.finish(work);
    } catch (error) {
      size = FIRST;
      throw error;
    }
  };
}

function nextSize(count: number, milliseconds: number): number {
  if (milliseconds < SHORT) return Math.min(count * 2, TOGETHER);
  return milliseconds > LONG ? Math.ceil(count / 2) : count;
}

/**
 * Plans of single changes that are due, at most `most`, but for those that have to wait for another plan of their document. Their jobs
 * wait for the first attempt: a plan with a fault is left to its own job. The jobs are locked first, as `finish` does.
 */
async function otherPlans({ app, rows }: RunParts, most: number): Promise<readonly Plan[]> {
  const jobs = new Map<number, number>();
  for (const { id, payload } of await app.jobs.takeDue(RUN, most)) jobs.set((payload as RunPayload).plan, id);
  if (jobs.size === 0) return [];
  const due = (await rows.lockDue([...jobs.keys()])).filter(({ id, job }) => jobs.get(id) === job);
  if (due.length === 0) return [];
  const waiting = await rows.before(due);
  return due.filter(({ id }) => !waiting.has(id));
}

/** `ended`: the job ended while this plugin was disabled, so its state is unknown. */
type JobEnd = 'dead' | 'cancelled' | 'ended';

const ENDS: Readonly<Record<JobEnd, Pick<Problem, 'status' | 'name' | 'message'>>> = {
  dead: {
    status: 500,
    name: 'InternalServerError',
    message: 'The last attempt of its job failed; the log has the error',
  },
  cancelled: { status: 409, name: 'ConflictError', message: 'Its job was cancelled' },
  ended: {
    status: 500,
    name: 'InternalServerError',
    message:
      'Its job was cancelled, or the last attempt of the job failed; the log has the error of a failed attempt',
  },
};

/** The job of a plan does not run any more, so the plan does not run. */
export async function failAbandoned({ app, rows }: RunParts, plan: Plan, end: JobEnd): Promise<void> {
  const problems = [{ change: null, type: null, documentId: null, ...ENDS[end] }];
  if (!(await rows.set(plan, { state: 'failed', problems }))) return;
  const { id, name } = plan;
  const log = (): void =>
    app.log.error('a scheduled change does not run, because its job is dead or cancelled', {
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
  for (const plan of plans) if (!isLive(plan)) await failAbandoned(parts, plan, 'ended');
  return plans.filter(isLive);
}

/** Fails the plans whose jobs ended while this plugin was disabled. */
export const failOverdue = (parts: RunParts): Promise<void> =>
  parts.app.database.transaction(
    async () => void (await liveOnes(parts, await parts.rows.overdue(Date.now()))),
  );

/** Runs locked plans one after another, and stores how they ended. */
async function runPlans(parts: RunParts, tx: Tx, plans: readonly Plan[], apply: ApplyPlan): Promise<void> {
  const changes = await parts.rows.changes(plans.map(({ id }) => id));
  const ended = new Map<Plan, readonly Problem[]>();
  for (const plan of plans) ended.set(plan, await apply(plan, changes.get(plan.id) ?? []));
  await storeEnds(parts, tx, ended);
}

/** Runs locked plans of single changes of different documents. Returns those that met a fault. */
async function runTogether(
  parts: RunParts,
  tx: Tx,
  plans: readonly Plan[],
  apply: Applying['many'],
): Promise<readonly Plan[]> {
  const changes = await parts.rows.changes(plans.map(({ id }) => id));
  const outcomes = await apply([...changes.values()].flat());
  const ended = new Map<Plan, readonly Problem[]>();
  const faulty: Plan[] = [];
  for (const plan of plans) {
    const problems = (changes.get(plan.id) ?? []).map(({ id }) => outcomes.get(id) ?? null);
    if (problems.includes(null)) faulty.push(plan);
    else
      ended.set(
        plan,
        problems.flatMap((each) => each ?? []),
      );
  }
  await storeEnds(parts, tx, ended);
  return faulty;
}

async function storeEnds(
  { app, rows }: RunParts,
  tx: Tx,
  ended: ReadonlyMap<Plan, readonly Problem[]>,
): Promise<void> {
  if (ended.size === 0) return;
  const done: number[] = [];
  for (const [plan, problems] of ended) {
    if (problems.length === 0) {
      done.push(plan.id);
      continue;
    }
    await rows.set(plan, { state: 'failed', problems });
    tx.afterCommit(() =>
      app.log.error('a scheduled change was refused; nothing is changed', {
        plan: plan.id,
        release: plan.name,
        problems,
      }),
    );
  }
  if (done.length > 0) await rows.setDone(done);
  const jobs = [...ended.keys()].flatMap(({ job }) => job ?? []);
  if (jobs.length > 0) await app.jobs.remove(jobs);
}

/** What would prevent the plan now. Changes nothing. */
export async function checkPlan({ app, rows }: RunParts, plan: Plan): Promise<readonly Problem[]> {
  const rolledBack = new Error('checked');
  let problems: readonly Problem[] = [];
  try {
    await app.database.transaction(async () => {
      const changes = await rows.changes([plan.id]);
      problems = await createApplying(app).plan(plan, changes.get(plan.id) ?? []);
      throw rolledBack;
    });
  } catch (error) {
    if (error !== rolledBack) throw error;
  }
  return problems;
}
