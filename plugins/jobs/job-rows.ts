// The table of jobs, and its statements. A job is claimed by compare and set of its token. `due` is the time at which it may be claimed:
// of a waiting job its start, of a running one the end of its lease. Dead and cancelled jobs have none. All times are of the database.
//   jobs   id  name        state    due            token  order_key  running_key
//          7   shop.mail   running  1772360430045  3      order 12   order 12
// `running_key` is unique, so two jobs with one key never run at once.
import type { App, OwnModel, RowOf } from '../../core';
import type { JobState } from './types';

const COLUMNS = {
  id: { kind: 'id' },
  name: { kind: 'string', length: 120, notNull: true },
  payload: { kind: 'json' },
  state: { kind: 'string', length: 10, notNull: true },
  due: { kind: 'integer' },
  token: { kind: 'integer', notNull: true, default: 0 },
  attempts: { kind: 'integer', notNull: true, default: 0 },
  order_key: { kind: 'string', length: 191 },
  running_key: { kind: 'string', length: 191 },
  dedupe: { kind: 'string', length: 191 },
  tick: { kind: 'integer' },
  node: { kind: 'string', length: 40 },
  error: { kind: 'text' },
  created: { kind: 'integer', notNull: true },
  changed: { kind: 'integer', notNull: true },
} as const;

export type JobRow = RowOf<typeof COLUMNS>;
export type JobModel = OwnModel<JobRow>;

export interface Claimed {
  readonly id: number;
  readonly name: string;
  readonly token: number;
  readonly key: string | null;
  /** With this one. */
  readonly attempts: number;
  readonly tick: number | null;
}

export interface JobRows {
  readonly model: JobModel;
  /** Jobs of these names that may be claimed now; at most `limit`. Leaves out jobs that another transaction has locked. */
  due(names: readonly string[], limit: number): Promise<readonly JobRow[]>;
  /** Milliseconds until the next job may be claimed; null: none waits. */
  untilNext(): Promise<number | null>;
  /** null: another process has it, or a job with its key runs. */
  claim(row: JobRow, lease: number): Promise<Claimed | null>;
  payloads(ids: readonly number[]): Promise<ReadonlyMap<number, unknown>>;
  /** false: the job is no longer that of this token. */
  renew(job: Claimed, lease: number): Promise<boolean>;
  /** Removes the job. */
  end(job: Claimed): Promise<boolean>;
  /** Back to the waiting jobs, after a pause. */
  retry(job: Claimed, pause: number, error: string): Promise<boolean>;
  /** Back at once; the attempt does not count. */
  giveBack(job: Claimed): Promise<boolean>;
  bury(job: Claimed, error: string, attempts: number): Promise<boolean>;
  /** In a transaction. Leaves out jobs that another transaction has locked. */
  removeWaiting(ids: readonly number[]): Promise<void>;
  /** In a transaction: locks due jobs of this name that wait for their first attempt, without those that another transaction has locked. */
  takeDue(name: string, limit: number): Promise<readonly Pick<JobRow, 'id' | 'payload'>[]>;
  /** Those of these jobs that wait or run. */
  live(ids: readonly number[]): Promise<ReadonlySet<number>>;
  counts(): Promise<Record<JobState, number>>;
  /** Removes dead and cancelled jobs that were last changed earlier. */
  clean(milliseconds: number): Promise<number>;
}

export const MOST_ERROR = 2_000;

export function createJobRows(app: App): JobRows {
  const model = app.model({
    table: 'jobs',
    columns: COLUMNS,
    indexes: [
      // In the order of the search, which then locks only what it takes. Counts and searches need no row.
      { columns: ['due', 'id', 'state', 'name'] },
      { columns: ['order_key', 'id'], filled: true },
      { columns: ['running_key'], unique: true, filled: true },
      { columns: ['dedupe'], unique: true, filled: true },
    ],
  });
  const now = () => app.database.dialect.now;
  const inMilliseconds = (milliseconds: number) =>
    model.Model.raw(`${now()} + ${Math.round(milliseconds)}`) as never;
  const held = ({ id, token }: Claimed) => model.query().where({ id, token, state: 'running' });
  const skipLocked = (query: ReturnType<typeof model.query>) => {
    const locked = query.forUpdate();
    return app.database.dialect.isServer ? locked.skipLocked() : locked;
  };
  const release = { running_key: null, node: null };
  const text = (error: string) => error.replaceAll('\0', '').slice(0, MOST_ERROR);

  return {
    model,
    due: async (names, limit) => {
      const found = model
        .query()
        .alias('j')
        .select('j.id', 'j.name', 'j.token', 'j.order_key', 'j.attempts', 'j.tick', 'j.state')
        .whereIn('j.name', [...names])
        .whereRaw(`j.due <= ${now()}`)
        .where((free) =>
          free
            .whereNull('j.order_key')
            .orWhereNotExists(
              model
                .query()
                .alias('e')
                .select('e.id')
                .whereColumn('e.order_key', 'j.order_key')
                .whereColumn('e.id', '<', 'j.id')
                .whereNotNull('e.due'),
            ),
        )
        .orderBy('j.due')
        .orderBy('j.id')
        .limit(limit);
      // A claim of a job that another transaction has locked would wait for its end.
      return await skipLocked(found);
    },
    async untilNext() {
      const [row] = (await model
        .query()
        .select(model.Model.raw(`MIN(due) - ${now()} AS wait`))
        .whereRaw(`due > ${now()}`)) as unknown as readonly { readonly wait: number | string | null }[];
      return row?.wait === null || row === undefined ? null : Number(row.wait);
    },
    async claim({ id, name, token, order_key, attempts, tick }, lease) {
      const values = {
        state: 'running' satisfies JobState,
        token: token + 1,
        attempts: attempts + 1,
        due: inMilliseconds(lease),
        running_key: order_key,
        dedupe: null,
        node: app.bus.node,
        changed: inMilliseconds(0),
      };
      const changed = await model
        .query()
        .where({ id, token })
        .whereRaw(`due <= ${now()}`)
        .patch(values)
        .catch((error: unknown) => {
          // A job with the same key runs, or another process claims it now.
          const { kind } = app.database.dialect.classify(error);
          if (kind === 'duplicate' || kind === 'retry') return 0;
          throw error;
        });
      if (changed !== 1) return null;
      return { id, name, token: token + 1, key: order_key, attempts: attempts + 1, tick };
    },
    async payloads(ids) {
      const rows = await model
        .query()
        .select('id', 'payload')
        .whereIn('id', [...ids]);
      return new Map(rows.map(({ id, payload }) => [id, payload]));
    },
    renew: async (job, lease) => (await held(job).patch({ due: inMilliseconds(lease) })) === 1,
    end: async (job) => (await held(job).delete()) === 1,
    retry: async (job, pause, error) =>
      (await held(job).patch({
        ...release,
        state: 'waiting',
        due: inMilliseconds(pause),
        error: text(error),
        changed: inMilliseconds(0),
      })) === 1,
    giveBack: async (job) =>
      (await held(job).patch({
        ...release,
        state: 'waiting',
        due: inMilliseconds(0),
        attempts: job.attempts - 1,
      })) === 1,
    bury: async (job, error, attempts) =>
      (await held(job).patch({
        ...release,
        state: 'dead',
        due: null,
        attempts,
        error: text(error),
        changed: inMilliseconds(0),
      })) === 1,
    async removeWaiting(ids) {
      // A job that runs is locked by its `finish`, which may wait for rows that this transaction has locked. So nothing waits for it.
      const waiting = await skipLocked(
        model
          .query()
          .select('id')
          .whereIn('id', [...ids])
          .where({ state: 'waiting' }),
      );
      if (waiting.length === 0) return;
      await model
        .query()
        .whereIn(
          'id',
          waiting.map(({ id }) => id),
        )
        .where({ state: 'waiting' })
        .delete();
    },
    takeDue: async (name, limit) =>
      await skipLocked(
        model
          .query()
          .select('id', 'payload')
          .where({ name, state: 'waiting', attempts: 0 })
          .whereRaw(`due <= ${now()}`)
          .orderBy(['due', 'id'])
          .limit(limit),
      ),
    async live(ids) {
      const rows = await model
        .query()
        .select('id')
        .whereIn('id', [...ids])
        .whereNotNull('due');
      return new Set(rows.map(({ id }) => id));
    },
    async counts() {
      const counts = { waiting: 0, running: 0, dead: 0, cancelled: 0 };
      const rows = (await model
        .query()
        .select('state')
        .count('* as count')
        .groupBy('state')) as unknown as readonly {
        readonly state: JobState;
        readonly count: number | string;
      }[];
      for (const { state, count } of rows) counts[state] = Number(count);
      return counts;
    },
    clean: async (milliseconds) =>
      await model.query().whereNull('due').whereRaw(`changed < ${now()} - ${milliseconds}`).delete(),
  };
}
