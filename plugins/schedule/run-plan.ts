// The job of a plan: at its time, all changes run in one transaction with the rights that their callers have now. If one change fails,
// nothing is changed, and the plan keeps the list of what prevents it.
import { type App, AppError, coreErrors, requestCaller, toResponse } from '../../core';
import type { RunningJob } from '../jobs';
import { requestOf } from './person';
import type { PlanRows } from './plan-rows';
import type { Change, Person, Plan, Problem } from './types';

/** The permission to set the time of a release. */
export const RELEASE_ACTION = 'plugin::schedule.release.update';

export interface RunParts {
  readonly app: App;
  readonly rows: PlanRows;
}

export interface RunPayload {
  readonly plan: number;
  readonly turn: number;
}

type Finish = (work: () => Promise<void>) => Promise<void>;

class Refused extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super('The plan was refused');
  }
}

export function createRun(parts: RunParts) {
  const { app, rows } = parts;
  return async ({ plan: id, turn }: RunPayload, job: RunningJob): Promise<void> => {
    const plan = await rows.plan(id);
    if (plan?.state !== 'waiting' || plan.turn !== turn) return;
    // After a time without processes, several plans of one document may be due. They run in the order of their times.
    for (const earlier of await rows.before(plan))
      await runPlan(parts, earlier, (work) => app.database.transaction(work));
    await runPlan(parts, plan, (work) => job.finish(work));
  };
}

/** `finish` runs the work in one transaction. */
async function runPlan(parts: RunParts, plan: Plan, finish: Finish): Promise<void> {
  const { app, rows } = parts;
  try {
    await finish(async () => {
      // Another process has run it, or it was cancelled.
      if (!(await rows.set(plan, { state: 'done', problems: null }))) return;
      const problems = await apply(parts, plan);
      if (problems.length > 0) throw new Refused(problems);
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { problems } = error;
    app.log.error('a scheduled change was refused; nothing is changed', {
      plugin: app.name,
      plan: plan.id,
      release: plan.name,
      problems,
    });
    await finish(async () => void (await rows.set(plan, { state: 'failed', problems })));
  }
}

/** What would prevent the plan now. Changes nothing. */
export async function checkPlan(parts: RunParts, plan: Plan): Promise<readonly Problem[]> {
  let problems: readonly Problem[] = [];
  const rolledBack = new Error('checked');
  try {
    await parts.app.database.transaction(async () => {
      problems = await apply(parts, plan);
      throw rolledBack;
    });
  } catch (error) {
    if (error !== rolledBack) throw error;
  }
  return problems;
}

/** Inside a transaction. Every change is tried, so that the list is complete. */
async function apply({ app, rows }: RunParts, plan: Plan): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  const collect = async (change: Change | null, work: () => Promise<unknown>): Promise<void> => {
    try {
      // A savepoint: after a refusal, the next changes are tried.
      await app.database.transaction(async () => void (await work()));
    } catch (error) {
      // A fault of the server is no reason to give up the plan: the job runs again.
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const { status, name, message, details } = toResponse(error).body.error;
      problems.push({
        change: change?.id ?? null,
        type: change?.type ?? null,
        documentId: change?.documentId ?? null,
        ...change?.axes,
        status,
        name,
        message,
        ...(details === undefined ? {} : { details }),
      });
    }
  };
  if (plan.name !== null)
    await collect(null, async () => {
      const request = await requestOf(app, plan.by);
      if (request) await app.server.authorize(request, { action: RELEASE_ACTION, method: 'PUT' });
    });
  for (const change of await rows.changes(plan.id)) {
    const gone = absent(app, change);
    if (gone !== null) problems.push(gone);
    else await collect(change, () => applyChange(app, change));
  }
  return problems;
}

async function applyChange(app: App, { type, documentId, action, axes, by }: Change): Promise<void> {
  const words = { ...axes, documentId, ...(await rightsOf(app, by, type, action)) };
  const outcome = await app.documents.text(type).operation(action, words);
  if (outcome === null) throw coreErrors.DOCUMENT_NOT_FOUND();
}

async function rightsOf(app: App, by: Person, type: string, action: string) {
  const request = await requestOf(app, by);
  if (request === null) return {};
  await app.server.authorize(request, { action: `${type}.schedule`, method: 'POST' });
  const visibility = await app.server.authorize(request, { action: `${type}.${action}`, method: 'POST' });
  return { caller: requestCaller(request.principal, visibility), visibility };
}

/** The type was removed, or has no drafts any more. */
function absent(app: App, { id, type, documentId, action, axes }: Change): Problem | null {
  const model = app.schema.types.get(type);
  const operation = app.operations.get(action);
  if (model && operation && operation.available?.(model) !== false) return null;
  return {
    change: id,
    type,
    documentId,
    ...axes,
    status: 404,
    name: 'NotFoundError',
    message: `The content type "${type}" does not exist any more, or has no operation "${action}"`,
  };
}
