// What the plugin counts: it reads the events of the application.
import type { App } from '../../core';
import { createRequests, type Requests } from './requests';
import { Counts, Distribution } from './series';

export interface Figures {
  readonly requests: Requests;
  readonly refused: Counts;
  readonly reads: Distribution;
  readonly committed: Distribution;
  readonly rolledBack: Distribution;
  readonly retries: Counts;
  readonly waits: Distribution;
  readonly poolRefusals: Counts;
  /** `hit`, `miss` */
  readonly plans: Counts;
  /** `hit`, `redis`, `miss` */
  readonly answers: Counts;
  /** `replica`, `primary` */
  readonly replicaReads: Counts;
  readonly blocks: Counts;
  readonly blockedSeconds: Counts;
  /** By event: `bus.gap`, `lease.lost` … */
  readonly incidents: Counts;
  /** By job, then by outcome. */
  readonly jobs: Map<string, JobFigures>;
}

export interface JobFigures {
  readonly outcomes: Counts;
  readonly seconds: Distribution;
}

/** Events that say that something is wrong between processes. */
export const INCIDENTS = [
  'bus.down',
  'bus.unsent',
  'bus.gap',
  'bus.subscriber',
  'shared.failed',
  'lease.lost',
  'cache.down',
  'cache.refused',
  'config.differs',
] as const;
const RESULTS = { memory: 'hit', redis: 'redis', database: 'miss' } as const;

export function watchApplication(app: App, bounds: readonly number[]): Figures {
  const distribution = () => new Distribution(bounds);
  const figures: Figures = {
    requests: createRequests(bounds),
    refused: new Counts(),
    reads: distribution(),
    committed: distribution(),
    rolledBack: distribution(),
    retries: new Counts(),
    waits: distribution(),
    poolRefusals: new Counts(),
    plans: new Counts(),
    answers: new Counts(),
    replicaReads: new Counts(),
    blocks: new Counts(),
    blockedSeconds: new Counts(),
    incidents: new Counts(),
    jobs: new Map(),
  };
  const { events } = app;
  events.observe('request.done', ({ request, status, milliseconds, bytes }) =>
    figures.requests.add(request, status, milliseconds, bytes),
  );
  events.observe('request.refused', () => figures.refused.add());
  events.observe('database.read', ({ milliseconds }) => figures.reads.add(milliseconds / 1000));
  events.observe('database.transaction', ({ milliseconds, isCommitted }) =>
    (isCommitted ? figures.committed : figures.rolledBack).add(milliseconds / 1000),
  );
  events.observe('database.retry', () => figures.retries.add());
  events.observe('database.connection', ({ milliseconds, isRefused }) => {
    figures.waits.add(milliseconds / 1000);
    if (isRefused) figures.poolRefusals.add();
  });
  events.observe('query.plan', ({ isKept }) => figures.plans.add(isKept ? 'hit' : 'miss'));
  events.observe('query.answer', ({ from }) => figures.answers.add(RESULTS[from]));
  events.observe('database.replica.read', ({ address }) =>
    figures.replicaReads.add(address === null ? 'primary' : 'replica'),
  );
  events.observe('loop.blocked', ({ milliseconds }) => {
    figures.blocks.add();
    figures.blockedSeconds.add('', milliseconds / 1000);
  });
  events.observe(INCIDENTS, ({ event }) => figures.incidents.add(event));
  if ('jobs' in app.hooks)
    app.hooks.jobs.ended(({ name, outcome, milliseconds }) => {
      const known = figures.jobs.get(name) ?? { outcomes: new Counts(), seconds: distribution() };
      figures.jobs.set(name, known);
      known.outcomes.add(outcome);
      known.seconds.add(milliseconds / 1000);
    });
  return figures;
}
