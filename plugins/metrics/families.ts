// All metrics of the plugin as one table: name, help, type, and how to read its values. docs/observe.md and grafana.json name them.
import type { App } from '../../core';
import { type Figures, INCIDENTS } from './figures';
import type { Counts, Distribution } from './series';

export type Labels = Readonly<Record<string, string>>;

interface Head {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

interface NumberFamily extends Head {
  readonly type: 'counter' | 'gauge';
  read(): Numbers | Promise<Numbers>;
}

type Numbers = readonly (readonly [Labels, number])[];

export interface HistogramFamily extends Head {
  readonly type: 'histogram';
  read(): readonly (readonly [Labels, Distribution])[];
}

export type Family = NumberFamily | HistogramFamily;

const MILLISECONDS = 1000;
const NONE: Labels = {};

export function metricFamilies(app: App, figures: Figures): readonly Family[] {
  const stats = () => app.database.stats();
  const by = (label: string, counts: Counts, values: readonly string[]) => () =>
    values.map((value) => [{ [label]: value }, counts.values.get(value) ?? 0] as const);
  const total = (counts: Counts) => () => [[NONE, counts.values.get('') ?? 0] as const];
  const one = (value: () => number) => () => [[NONE, value()] as const];
  const requests = () =>
    figures.requests
      .all()
      .map(({ method, route, status, ...rest }) => ({ labels: { method, route, status }, ...rest }));
  const countJobs = jobCounts(app);
  // Prometheus itself sets the label `job`.
  const jobs = () => [...figures.jobs].map(([job_name, figures]) => ({ job_name, ...figures }));
  return [
    {
      name: 'quire_http_request_duration_seconds',
      help: 'Requests, by the pattern of their route',
      type: 'histogram',
      labels: ['method', 'route', 'status'],
      read: () => requests().map(({ labels, seconds }) => [labels, seconds]),
    },
    {
      name: 'quire_http_response_bytes_total',
      help: 'Bytes of the bodies of responses',
      type: 'counter',
      labels: ['method', 'route', 'status'],
      read: () => requests().map(({ labels, bytes }) => [labels, bytes]),
    },
    {
      name: 'quire_http_refused_total',
      help: 'Requests that the busy server refused (503)',
      type: 'counter',
      read: total(figures.refused),
    },
    {
      name: 'quire_database_read_duration_seconds',
      help: 'Reads outside of transactions',
      type: 'histogram',
      read: () => [[NONE, figures.reads]],
    },
    {
      name: 'quire_database_transaction_duration_seconds',
      help: 'Transactions with all their attempts',
      type: 'histogram',
      labels: ['outcome'],
      read: () => [
        [{ outcome: 'committed' }, figures.committed],
        [{ outcome: 'rolled back' }, figures.rolledBack],
      ],
    },
    {
      name: 'quire_database_retries_total',
      help: 'Repeated attempts of transactions, for example after a deadlock',
      type: 'counter',
      read: total(figures.retries),
    },
    {
      name: 'quire_database_statements_total',
      help: 'Statements',
      type: 'counter',
      read: one(() => stats().statements),
    },
    {
      name: 'quire_database_slow_lane_total',
      help: 'Reads that ran in the slow lane',
      type: 'counter',
      read: one(() => stats().slow),
    },
    {
      name: 'quire_database_connection_wait_seconds',
      help: 'Waits for a connection of the pool; on SQLite, for the handle that writes',
      type: 'histogram',
      read: () => [[NONE, figures.waits]],
    },
    {
      name: 'quire_database_connection_refused_total',
      help: 'Calls that got no connection in time',
      type: 'counter',
      read: total(figures.poolRefusals),
    },
    {
      name: 'quire_database_pool_connections',
      help: 'Connections of the pool, used or idle',
      type: 'gauge',
      labels: ['state'],
      read: () => {
        const { open, idle } = stats().pool;
        return [
          [{ state: 'used' }, open - idle],
          [{ state: 'idle' }, idle],
        ];
      },
    },
    {
      name: 'quire_database_pool_waiting',
      help: 'Calls that wait for a connection now',
      type: 'gauge',
      read: one(() => stats().pool.waiting),
    },
    {
      name: 'quire_query_plans_total',
      help: 'Queries whose plan was in the cache (hit), or was compiled (miss)',
      type: 'counter',
      labels: ['result'],
      read: by('result', figures.plans, ['hit', 'miss']),
    },
    {
      name: 'quire_query_answers_total',
      help: 'Reads of requests whose result was in memory (hit), in Redis (redis) or not kept (miss)',
      type: 'counter',
      labels: ['result'],
      read: by('result', figures.answers, ['hit', 'redis', 'miss']),
    },
    {
      name: 'quire_replica_reads_total',
      help: 'Reads that a server of database.replicas answered, or the primary in its place',
      type: 'counter',
      labels: ['server'],
      read: by('server', figures.replicaReads, ['replica', 'primary']),
    },
    {
      name: 'quire_event_loop_blocks_total',
      help: 'Times that code blocked the event loop for 50 ms or more',
      type: 'counter',
      read: total(figures.blocks),
    },
    {
      name: 'quire_event_loop_blocked_seconds_total',
      help: 'Time that code blocked the event loop in these blocks',
      type: 'counter',
      read: total(figures.blockedSeconds),
    },
    {
      name: 'quire_event_loop_active_seconds_total',
      help: 'Time that the event loop was not idle; its rate is the utilization',
      type: 'counter',
      read: one(() => performance.eventLoopUtilization().active / MILLISECONDS),
    },
    {
      name: 'quire_bus_down',
      help: '1 while messages of other processes cannot be read',
      type: 'gauge',
      read: one(() => (app.bus.state.down ? 1 : 0)),
    },
    {
      name: 'quire_bus_lag_seconds',
      help: 'Time that the last messages took from process to process',
      type: 'gauge',
      read: () => (app.bus.state.lag === null ? [] : [[NONE, app.bus.state.lag / MILLISECONDS]]),
    },
    {
      name: 'quire_cluster_incidents_total',
      help: 'Faults between processes, by their event',
      type: 'counter',
      labels: ['event'],
      read: by('event', figures.incidents, INCIDENTS),
    },
    {
      name: 'quire_jobs',
      help: 'Jobs in the database, by their state; each process reports those of all',
      type: 'gauge',
      labels: ['state'],
      read: countJobs,
    },
    {
      name: 'quire_job_duration_seconds',
      help: 'Attempts of jobs',
      type: 'histogram',
      labels: ['job_name'],
      read: () => jobs().map(({ job_name, seconds }) => [{ job_name }, seconds]),
    },
    {
      name: 'quire_job_attempts_total',
      help: 'Attempts of jobs, by how they ended',
      type: 'counter',
      labels: ['job_name', 'outcome'],
      read: () =>
        jobs().flatMap(({ job_name, outcomes }) =>
          [...outcomes.values].map(([outcome, count]) => [{ job_name, outcome }, count] as const),
        ),
    },
  ];
}

/** Milliseconds. A database that does not answer must not hide the other metrics. */
const PATIENCE = 1_000;

/** A count that takes longer goes on, and the next scrape waits for the same one. */
function jobCounts(app: App): () => Promise<Numbers> {
  let pending: ReturnType<App['jobs']['counts']> | null = null;
  return async () => {
    // Undefined while the plugin jobs is disabled.
    if (!app.jobs) return [];
    pending ??= app.jobs.counts().finally(() => {
      pending = null;
    });
    return withPatience(pending);
  };
}

async function withPatience(pending: ReturnType<App['jobs']['counts']>): Promise<Numbers> {
  let timer: NodeJS.Timeout | undefined;
  const none = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, null);
  });
  const counts = await Promise.race([pending.catch(() => null), none]);
  clearTimeout(timer);
  if (!counts) return [];
  const { waiting, running, dead } = counts;
  return Object.entries({ waiting, running, dead }).map(([state, count]) => [{ state }, count] as const);
}
