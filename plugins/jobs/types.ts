// Types that the files of the plugin share, and the types that it adds to the core.
import type { Check, Logger, Tx } from '../../core';
import type { JobsConfig } from './config';
import type { Schedule } from './cron';
import type { JobHooks } from './job-hooks';

export const NAME = 'jobs';

export interface JobDefinition<T = unknown> {
  /** Unique in the application: `shop.send-invoice`. */
  readonly name: string;
  readonly description?: string;
  /** Checks the payload when the job is enqueued, and again before it runs. Absent: any JSON value. */
  readonly payload?: Check<T>;
  /** At least once for each enqueued job. It must stop when `job.signal` aborts. */
  run(payload: T, job: RunningJob): unknown;
  /** In the transaction in which the job becomes dead, or in which a person cancels it. */
  abandoned?(payload: T, job: AbandonedJob): unknown;
  /** A cron expression, or a schedule. Each tick runs one job, over all processes. */
  readonly schedule?: string | Schedule;
  /** Jobs of this name that run at once in one process. */
  readonly concurrency?: number;
  /** Further attempts after the first. */
  readonly retries?: number;
  /** Milliseconds before the second attempt, and at most. Each attempt doubles the time; a random part is subtracted. */
  readonly backoff?: { readonly first?: number; readonly most?: number };
  /** Milliseconds. Then `job.signal` aborts. */
  readonly timeout?: number;
}

export interface AbandonedJob {
  readonly id: number;
  readonly state: 'dead' | 'cancelled';
}

export interface RunningJob {
  readonly id: number;
  readonly name: string;
  readonly key: string | null;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** The moment of the schedule; null for other jobs. */
  readonly tick: Date | null;
  /** Aborts when the timeout is over, the job was cancelled or taken over, or the application stops. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  /**
   * Ends the job in one transaction with `work`: the database stores both, or neither. So what `work` writes is written exactly once.
   * Calls of the document service in `work` belong to the transaction.
   */
  finish<R>(work: (tx: Tx) => Promise<R>): Promise<R>;
}

export interface EnqueueOptions {
  /** The transaction to join. Absent: the current one, else one of its own. */
  readonly tx?: Tx;
  /** Not before this time. */
  readonly at?: Date;
  /** Jobs with one key run one after another, in the order in which they were enqueued. */
  readonly key?: string;
  /** While a job with this text waits, another one is not added. */
  readonly dedupe?: string;
}

/** The jobs of one plugin. */
export interface Jobs {
  /** In `register`. */
  add<T = unknown>(job: JobDefinition<T>): void;
  /** From `boot.before` on. Returns the id; null: `dedupe` found a waiting job. A rolled back transaction leaves no job. */
  enqueue(name: string, payload?: unknown, options?: EnqueueOptions): Promise<number | null>;
  /** A waiting job is removed; a running one gets its signal. false: there is no such job. */
  cancel(id: number): Promise<boolean>;
  /** In a transaction: locks due jobs of this name that wait for their first attempt. The caller does their work, and removes them. */
  takeDue(
    name: string,
    limit: number,
  ): Promise<readonly { readonly id: number; readonly payload: unknown }[]>;
  /** Those of these jobs that wait or run. */
  live(ids: readonly number[]): Promise<ReadonlySet<number>>;
  /** Removes waiting jobs whose work the caller has done, in the current transaction. A job that runs already stays. */
  remove(ids: readonly number[]): Promise<void>;
  /** The number of jobs in each state, of the whole database. */
  counts(): Promise<Readonly<Record<JobState, number>>>;
}

export type JobState = 'waiting' | 'running' | 'dead' | 'cancelled';

declare module '../../core/types' {
  interface PluginConfigMap {
    jobs: JobsConfig;
  }
  interface SpanMap {
    job: { readonly name: string; readonly attempt: number };
  }
  interface HookMap {
    jobs: JobHooks;
  }
  interface AppMap {
    /** Of plugins with `dependencies: ['jobs']`. */
    readonly jobs: Jobs;
  }
}
