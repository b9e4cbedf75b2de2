// Lists, retries and cancels jobs, for the command, the routes and GraphQL.
import type { App, Tx } from '../../core';
import { abandon } from './abandon';
import type { KnownJob } from './definitions';
import { jobErrors } from './errors';
import type { JobRow, JobRows } from './job-rows';
import { hideSecrets } from './shown-payload';
import type { JobState } from './types';

export interface ShownJob {
  readonly id: number;
  readonly name: string;
  readonly state: JobState;
  readonly payload: unknown;
  readonly key: string | null;
  readonly attempts: number;
  /** When it may run; of a running job, the end of its lease. */
  readonly due: string | null;
  readonly tick: string | null;
  readonly error: string | null;
  readonly createdAt: string;
  readonly changedAt: string;
}

export interface JobFilter {
  readonly state?: JobState | undefined;
  readonly name?: string | undefined;
}

export interface JobPage extends JobFilter {
  readonly page: number;
  readonly pageSize: number;
}

export interface ManagedJobs {
  list(page: JobPage): Promise<{ readonly jobs: readonly ShownJob[]; readonly total: number }>;
  find(id: number): Promise<ShownJob | null>;
  /** A dead or cancelled job waits again, with all its attempts. */
  retry(id: number): Promise<ShownJob>;
  /** All dead jobs of this name; returns their number. */
  retryDead(name: string): Promise<number>;
  cancel(id: number): Promise<ShownJob>;
  /** The same for the plugin of the job, which gets no `abandoned`. */
  withdraw(id: number): Promise<ShownJob>;
}

export interface ManageParts {
  readonly app: App;
  readonly rows: JobRows;
  readonly jobs: () => ReadonlyMap<string, KnownJob>;
  wake(): void;
  /** Tells the attempt in this process, if there is one. */
  cancelled(id: number): void;
}

export function manageJobs({ app, rows: { model }, jobs, wake, cancelled }: ManageParts): ManagedJobs {
  const now = () => model.Model.raw(app.database.dialect.now) as never;
  const waits = () => ({ state: 'waiting', due: now(), attempts: 0, error: null, changed: now() });

  const rowOf = async (id: number): Promise<JobRow> => {
    const row = await model.query().findById(id);
    if (!row) throw jobErrors.JOB_NOT_FOUND();
    return row;
  };
  const shown = (row: JobRow): ShownJob => ({
    id: row.id,
    name: row.name,
    state: row.state as JobState,
    payload: hideSecrets(row.payload, app.secretNames),
    key: row.order_key,
    attempts: row.attempts,
    due: timeOf(row.due),
    tick: timeOf(row.tick),
    error: row.error,
    createdAt: new Date(row.created).toISOString(),
    changedAt: new Date(row.changed).toISOString(),
  });

  async function endRow(tx: Tx, id: number): Promise<JobRow> {
    const changed = await model.query().where({ id }).whereIn('state', ['waiting', 'running']).patch({
      state: 'cancelled',
      due: null,
      dedupe: null,
      running_key: null,
      node: null,
      changed: now(),
    });
    const row = await rowOf(id);
    if (changed !== 1) throw jobErrors.JOB_STATE(id, row.state, 'cancelled');
    tx.afterCommit(() => {
      cancelled(id);
      wake();
    });
    return row;
  }

  return {
    async list({ state, name, page, pageSize }) {
      const filter = { ...(state ? { state } : {}), ...(name ? { name } : {}) };
      const found = await inState(model.query(), state)
        .where(filter)
        .orderBy('id')
        .page(page - 1, pageSize);
      return { jobs: found.results.map(shown), total: found.total };
    },
    async find(id) {
      const row = await model.query().findById(id);
      return row ? shown(row) : null;
    },
    /** One transaction: else a process may run the job before its row is read. */
    retry: (id) =>
      app.database.transaction(async (tx) => {
        const changed = await model
          .query()
          .where({ id })
          .whereIn('state', ['dead', 'cancelled'])
          .patch(waits());
        const row = await rowOf(id);
        if (changed !== 1) throw jobErrors.JOB_STATE(id, row.state, 'retried');
        tx.afterCommit(wake);
        return shown(row);
      }),
    async retryDead(name) {
      const changed = await inState(model.query(), 'dead').where({ name, state: 'dead' }).patch(waits());
      if (changed > 0) wake();
      return changed;
    },
    cancel: (id) =>
      app.database.transaction(async (tx) => {
        const row = await endRow(tx, id);
        const known = jobs().get(row.name);
        if (known) await abandon(known, row.payload, { id, state: 'cancelled' });
        return shown(row);
      }),
    withdraw: async (id) => shown(await app.database.transaction((tx) => endRow(tx, id))),
  };
}

/** The index begins with the time, which ended jobs do not have. */
function inState(query: ReturnType<JobRows['model']['query']>, state: JobState | undefined): typeof query {
  if (state === undefined) return query;
  return state === 'dead' || state === 'cancelled' ? query.whereNull('due') : query.whereNotNull('due');
}

const timeOf = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();
