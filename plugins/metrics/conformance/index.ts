// Rows and cases of the metrics.
import { borrowUser, makeToken } from '../../../conformance/cases/accounts';
import { get } from '../../../conformance/cases/build';
import type { Bench, Case } from '../../../conformance/cases/case';
import { served, sheet } from '../../../conformance/cases/served';
import { rowsOf } from '../../../conformance/spec/row';
import { configuredCases } from './configured';
import { type Labels, metrics, seriesValue, TRANSACTIONS, withLabels } from './series';

export const rows = rowsOf(
  { section: 'quire.metrics', title: 'Quire: metrics', profile: 'quire' },
  `
quire.metrics.text     | Observe | must | auth tokens drafts config files | metrics are text for Prometheus; each family has its help and type, and each histogram its buckets, count and sum
quire.metrics.requests | Observe | must | auth tokens drafts config files | requests count by method, pattern of the route and status; no path is a label
quire.metrics.rights   | Observe | must | auth tokens drafts config files | the route needs its permission
quire.metrics.counted  | Observe | must | tokens config | rolled back transactions, plans and attempts of jobs count; histograms have the configured buckets
quire.metrics.port     | Observe | must | config | with a port of its own, the application has no route for metrics
quire.metrics.buckets  | Observe | must | config | buckets are 1 to 30 seconds above 0 in rising order
`,
);

const ROUTE = 'quire_http_request_duration_seconds';

export const cases: readonly Case[] = [
  ...configuredCases,
  served('quire.metrics.text', { a: sheet() }, async (bench) => {
    const { text } = await bench.send(metrics());
    for (const [name, type] of [
      [ROUTE, 'histogram'],
      ['quire_http_response_bytes_total', 'counter'],
      ['quire_http_refused_total', 'counter'],
      ['quire_database_read_duration_seconds', 'histogram'],
      ['quire_database_transaction_duration_seconds', 'histogram'],
      ['process_cpu_seconds_total', 'counter'],
    ] as const) {
      if (!text.includes(`# HELP ${name} `)) bench.fail('a family has no help', name, text.slice(0, 300));
      if (!text.includes(`# TYPE ${name} ${type}`))
        bench.fail('a family has another type', `${name} ${type}`, text.slice(0, 300));
    }
    const counted = (from: string): number =>
      seriesValue(from, `${TRANSACTIONS}_count`, { outcome: 'committed' });
    if (counted(text) < 1) bench.fail('no transaction counts', 'at least 1', counted(text));
    await bench.make('b', sheet());
    const later = (await bench.send(metrics())).text;
    if (counted(later) <= counted(text))
      bench.fail('a transaction does not count', `more than ${counted(text)}`, counted(later));
  }),
  served('quire.metrics.requests', { a: sheet() }, async (bench) => {
    await borrowUser(bench, 'user', ['api::sheet.sheet.findOne']);
    const route = '/api/sheets/:documentId';
    const read = async (): Promise<string> => (await bench.send(metrics())).text;
    const before = await read();
    for (let times = 0; times < 3; times += 1) await bench.send(get('/sheets/{a.documentId}'));
    await bench.send(get('/sheets/unknown{mark}', { status: 404 }));
    await bench.send(get('/nothing/{mark}', { status: 404 }));
    const after = await read();
    const grows = (name: string, labels: Labels, least: number): void => {
      const grown = seriesValue(after, name, labels) - seriesValue(before, name, labels);
      if (!(grown >= least)) bench.fail(`the series ${name} grows`, least, grown);
    };
    const found = { method: 'GET', route, status: 200 };
    grows(`${ROUTE}_count`, found, 3);
    grows(`${ROUTE}_bucket`, { ...found, le: '+Inf' }, 3);
    grows(`${ROUTE}_count`, { ...found, status: 404 }, 1);
    grows(`${ROUTE}_count`, { method: 'GET', route: 'unmatched', status: 404 }, 1);
    grows('quire_http_response_bytes_total', found, 3 * 50);
    if (after.includes(bench.mark))
      bench.fail(
        'a path is a label',
        'patterns of routes only',
        after.split('\n').find((line) => line.includes(bench.mark)),
      );
    checkBuckets(bench, after, route);
  }),
  served('quire.metrics.rights', {}, async (bench) => {
    await borrowUser(bench, 'reader', ['plugin::metrics.metrics.read']);
    await borrowUser(bench, 'other', ['api::sheet.sheet.find']);
    await makeToken(bench, 'scraper', { type: 'custom', actions: ['plugin::metrics.metrics.read'] });
    for (const as of ['reader', 'scraper']) await bench.send(metrics({ as }));
    for (const as of ['other', 'anonymous'])
      await bench.send(metrics({ as, expect: { status: as === 'other' ? 403 : [401, 403] } }));
  }),
];

/** Buckets rise, and the last one is the count. */
function checkBuckets(bench: Bench, text: string, route: string): void {
  const labels = { method: 'GET', route, status: 200 };
  const buckets = withLabels(text, `${ROUTE}_bucket`, labels).map(({ labels: { le }, value }) => ({
    bound: le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le),
    count: value,
  }));
  const rises = buckets.every(({ bound, count }, at) => {
    const last = buckets[at - 1];
    return last === undefined || (bound > last.bound && count >= last.count);
  });
  if (buckets.length < 5 || !rises) bench.fail('buckets rise', 'bounds and counts in order', buckets);
  const sum = seriesValue(text, `${ROUTE}_sum`, labels);
  if (!(sum > 0 && sum < 600)) bench.fail('the sum of seconds', 'more than 0', sum);
  const count = seriesValue(text, `${ROUTE}_count`, labels);
  if (buckets.at(-1)?.count !== count) bench.fail('the last bucket is the count', count, buckets.at(-1));
}
