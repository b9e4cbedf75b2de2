// Cases of the options of metrics, and of the metrics of jobs, plans and transactions.
import { askUntil } from '../../../conformance/cases/ask-until';
import { get } from '../../../conformance/cases/build';
import type { Case, Deployment, Step } from '../../../conformance/cases/case';
import { type Labels, metrics, seriesIn, seriesValue, TRANSACTIONS, withLabels } from './series';

const configured = (config: object, plugins: object = {}): Deployment => ({
  config: { plugins: { metrics: { enabled: true, config }, ...plugins } },
});
const WATCHED = configured(
  { buckets: [0.5, 60] },
  { jobs: { enabled: true, config: { poll: 100 } }, history: true },
);
const JOB = { job_name: 'history.clean' };

export const configuredCases: readonly Case[] = [
  {
    rows: ['quire.metrics.counted'],
    deploy: WATCHED,
    async run(bench) {
      const read = async (): Promise<string> => (await bench.send(metrics())).text;
      const attempts = (text: string): number =>
        withLabels(text, 'quire_job_attempts_total', JOB).reduce((sum, { value }) => sum + value, 0);
      await bench.make('first', { at: '/checks', data: { req: 'x', uniq: '{mark}' } });
      const before = await read();
      const again: Step = { send: 'POST', path: '/checks', body: { data: { req: 'x', uniq: '{mark}' } } };
      await bench.send({ ...again, expect: { status: 400 } });
      // Reads with other values have the same plan.
      for (const text of ['{mark}', '{mark}-a', '{mark}-b'])
        await bench.send(get(`/checks?filters[uniq]=${text}`, { list: text === '{mark}' ? ['first'] : [] }));
      await bench.send({
        send: 'POST',
        path: '/jobs',
        body: { name: JOB.job_name },
        expect: { status: 201 },
      });
      const { text: after } = await askUntil(
        bench,
        metrics(),
        ({ text }) => attempts(text) > attempts(before),
      );
      const grows = (name: string, labels: Labels = {}): void => {
        const values = [before, after].map((text) => seriesValue(text, name, labels)) as [number, number];
        if (!(values[1] > values[0]))
          bench.fail(`the series ${name} grows`, `more than ${values[0]}`, values[1]);
      };
      grows(`${TRANSACTIONS}_count`, { outcome: 'rolled back' });
      grows('quire_query_plans_total', { result: 'hit' });
      grows('quire_database_statements_total');
      grows('quire_event_loop_active_seconds_total');
      grows('quire_job_duration_seconds_count', JOB);
      for (const [name, labels, value] of [
        ['quire_bus_down', {}, 0],
        ['quire_http_refused_total', {}, 0],
        ['quire_database_connection_refused_total', {}, 0],
        ['quire_cluster_incidents_total', { event: 'bus.gap' }, 0],
        ['quire_jobs', { state: 'dead' }, 0],
      ] as const)
        bench.compare(name, value, withLabels(after, name, labels)[0]?.value ?? null);
      for (const state of ['waiting', 'running'])
        if (withLabels(after, 'quire_jobs', { state }).length !== 1) bench.fail('jobs by state', state, []);
      // Each histogram has the bounds of the configuration.
      const bounds = new Map<string, Set<string>>();
      for (const { name, labels } of seriesIn(after))
        if (/^quire_.*_bucket$/.test(name))
          bounds.set(name, (bounds.get(name) ?? new Set()).add(String(labels.le)));
      for (const [name, found] of bounds) bench.compare(name, '0.5 60 +Inf', [...found].join(' '));
      if (bounds.size < 3) bench.fail('histograms', 'at least 3', [...bounds.keys()]);
    },
  },
  {
    rows: ['quire.metrics.port'],
    deploy: configured({ port: 0 }),
    steps: [metrics({ expect: { status: 404 } })],
  },
  ...[[0.5, 0.5], [0, 1], [2, 1], [], Array.from({ length: 31 }, (_, at) => at + 1)].map(
    (buckets): Case => ({
      rows: ['quire.metrics.buckets'],
      name: `${buckets.length} from ${buckets[0] ?? 'none'}`,
      refuses: configured({ buckets }),
      saying: 'buckets',
    }),
  ),
];
