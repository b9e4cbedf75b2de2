// The changes of a plan, inside a transaction, with the rights that their callers have now.
import {
  type App,
  AppError,
  coreErrors,
  requestCaller,
  toResponse,
  type WriteItem,
  type WriteManyResult,
} from '../../core';
import { requestOf } from './person';
import { withoutValues } from './problems';
import type { Change, Person, Plan, Problem } from './types';

/** The permission to set the time of a release. */
export const RELEASE_ACTION = 'plugin::schedule.release.update';

/** All changes or none. Returns what prevents the plan; a fault of the server is thrown. */
export type ApplyPlan = (plan: Plan, changes: readonly Change[]) => Promise<readonly Problem[]>;

/**
 * Changes of different documents in the order of their times, each on its own. By change, what prevents it; null: it met a fault of the
 * server, and nothing of it is stored.
 */
export type ApplyMany = (
  changes: readonly Change[],
) => Promise<ReadonlyMap<number, readonly Problem[] | null>>;

export interface Applying {
  readonly plan: ApplyPlan;
  readonly many: ApplyMany;
}

class Refused extends Error {
  constructor(readonly problems: readonly Problem[]) {
    super('The plan was refused');
  }
}

/** For one transaction: it asks once for each right of a caller. */
export function createApplying(app: App): Applying {
  const rights = rememberedRights(app);

  /** Every change is tried, so that the list is complete. */
  async function tryAll(plan: Plan, changes: readonly Change[]): Promise<readonly Problem[]> {
    const problems: Problem[] = [];
    const collect = async (change: Change | null, work: () => Promise<unknown>): Promise<void> => {
      try {
        // A savepoint: after a refusal, the next changes are tried.
        await app.database.transaction(async () => void (await work()));
      } catch (error) {
        // A fault of the server is no reason to give up the plan: the job runs again.
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        problems.push(problemOf(change, toResponse(error).body.error));
      }
    };
    if (plan.name !== null)
      await collect(null, async () => {
        const request = await requestOf(app, plan.by);
        if (request) await app.server.authorize(request, { action: RELEASE_ACTION, method: 'PUT' });
      });
    for (const change of changes) {
      const gone = absent(app, change);
      if (gone !== null) problems.push(gone);
      else await collect(change, () => applyChange(change));
    }
    return problems;
  }

  async function applyChange({ type, documentId, action, axes, by }: Change): Promise<void> {
    const words = { ...axes, documentId, ...(await rights(by, type, action)) };
    const outcome = await app.documents.text(type).operation(action, words);
    if (outcome === null) throw coreErrors.DOCUMENT_NOT_FOUND();
  }

  async function applyPlan(plan: Plan, changes: readonly Change[]): Promise<readonly Problem[]> {
    // The savepoint of a single change is enough.
    if (plan.name === null) return tryAll(plan, changes);
    try {
      await app.database.transaction(async () => {
        const problems = await tryAll(plan, changes);
        if (problems.length > 0) throw new Refused(problems);
      });
      return [];
    } catch (error) {
      if (error instanceof Refused) return error.problems;
      throw error;
    }
  }

  /** In the order that is given. Neighbours of one type, operation and axes are one write of many items. */
  async function applyMany(
    changes: readonly Change[],
  ): Promise<ReadonlyMap<number, readonly Problem[] | null>> {
    const ended = new Map<number, readonly Problem[] | null>();
    const live: Change[] = [];
    for (const change of changes) {
      const gone = absent(app, change);
      if (gone === null) live.push(change);
      else ended.set(change.id, [gone]);
    }
    for (const group of groupsOf(live)) {
      const [first] = group;
      if (!first) continue;
      const { type, action, axes } = first;
      const items: WriteItem[] = [];
      for (const { documentId, by } of group) {
        const found = await rights(by, type, action).catch((refusal: unknown) => ({ refusal }));
        items.push({ operation: action, documentId, ...found });
      }
      const outcome = await app.documents.text(type).writeMany({ ...axes, items, atomic: false });
      for (const [index, change] of group.entries()) {
        const error = outcome.items[index]?.error ?? null;
        if (error === null) ended.set(change.id, []);
        else ended.set(change.id, error.status >= 500 ? null : [problemOf(change, error)]);
      }
    }
    return ended;
  }

  return { plan: applyPlan, many: applyMany };
}

/** An earlier change may free what a later one needs, such as a unique value. So a change never joins a group before its neighbour. */
function groupsOf(changes: readonly Change[]): readonly (readonly Change[])[] {
  const groups: Change[][] = [];
  let last = '';
  for (const change of changes) {
    const { type, action, axes } = change;
    const key = JSON.stringify([type, action, axes]);
    if (key === last) groups.at(-1)?.push(change);
    else groups.push([change]);
    last = key;
  }
  return groups;
}

type ItemError = NonNullable<WriteManyResult['items'][number]['error']>;

type Rights = Awaited<ReturnType<typeof rightsOf>>;

function rememberedRights(app: App) {
  const known = new Map<string, Promise<Rights>>();
  return (by: Person, type: string, action: string): Promise<Rights> => {
    const key = JSON.stringify([by, type, action]);
    const found = known.get(key) ?? rightsOf(app, by, type, action);
    known.set(key, found);
    return found;
  };
}

async function rightsOf(app: App, by: Person, type: string, action: string) {
  const request = await requestOf(app, by);
  if (request === null) return {};
  await app.server.authorize(request, { action: `${type}.schedule`, method: 'POST' });
  const visibility = await app.server.authorize(request, { action: `${type}.${action}`, method: 'POST' });
  return { caller: requestCaller(request.principal, visibility), visibility };
}

function problemOf(change: Change | null, { status, name, message, details }: ItemError): Problem {
  return {
    change: change?.id ?? null,
    type: change?.type ?? null,
    documentId: change?.documentId ?? null,
    ...change?.axes,
    status,
    name,
    message,
    ...(details === undefined ? {} : { details: withoutValues(details) }),
  };
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
