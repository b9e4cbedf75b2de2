// Rows and cases of traces.
import { get, UNKNOWN } from '../../../conformance/cases/build';
import type { Case, Step } from '../../../conformance/cases/case';
import { is, only } from '../../../conformance/cases/pattern';
import { rowsOf } from '../../../conformance/spec/row';
import { incomingCases } from './incoming';
import { type KeptSpan, LINK, matches, PARENT, parentOf, sends, spansUntil, valid } from './kept-spans';

export const rows = rowsOf(
  { section: 'quire.tracing', title: 'Quire: traces', profile: 'quire' },
  `
quire.tracing.spans    | Observe | must | config files | a request has one tree of spans: transactions, statements and taps of hooks, with names and attributes
quire.tracing.none     | Observe | must | config files | probes and work inside of requests that are not sampled have no spans
quire.tracing.failed   | Observe | must | auth tokens config files | failed spans have the type of the error and never its message; a refused request has not failed
quire.tracing.incoming | Observe | must | config files | a valid traceparent becomes a link, the parent or nothing, as configured; a wrong one is ignored, and the span of the server wins
quire.tracing.outgoing | Observe | must | config files | the tracer gives the headers that continue the trace
`,
);

const SERVER = 1;
const CLIENT = 2;
const FAILED = 2;

export const cases: readonly Case[] = [
  {
    rows: ['quire.tracing.spans'],
    deploy: LINK,
    async run(bench) {
      const client = parentOf(bench, 'write');
      const post: Step = {
        send: 'POST',
        path: '/labels?populate=*',
        body: { data: { name: '{mark}' } },
        save: 'label',
      };
      const { headers } = await bench.send(sends(post, { traceparent: valid(client) }));
      bench.afterwards({ send: 'DELETE', path: `/labels/${bench.value('label.documentId')}` });
      const { found, all } = await spansUntil(bench, ({ links }) => links.includes(client.traceId));
      const own = all.filter(({ traceId }) => traceId === found.traceId);
      matches(bench, 'the span of the request', found, {
        name: 'POST /api/labels',
        kind: SERVER,
        parent: is.absent,
        status: is.absent,
        attributes: only({
          'http.request.method': 'POST',
          'http.route': '/api/labels',
          'http.response.status_code': 201,
          'url.path': '/api/labels',
          'quire.request': headers['x-request-id'] ?? is.text,
          'quire.plugin': 'rest',
        }),
      });
      const below = (parent: KeptSpan | undefined, name: string): KeptSpan | undefined =>
        own.find((span) => span.parent === parent?.spanId && span.name === name);
      const transaction = below(found, 'transaction');
      const insert = below(transaction, 'INSERT');
      const tap = own.find(
        (span) => span.parent === transaction?.spanId && span.attributes['quire.plugin'] === 'kept-spans',
      );
      const statement = { 'db.system.name': is.matching('^(sqlite|mysql|postgresql)$') };
      matches(bench, 'the insert in the transaction', insert, {
        kind: CLIENT,
        attributes: { ...statement, 'db.query.text': is.matching('labels') },
      });
      matches(bench, 'the tap in the transaction', tap, {
        name: 'documents.written',
        kind: 0,
        attributes: only({ 'quire.hook': 'documents.written', 'quire.plugin': 'kept-spans' }),
      });
      matches(bench, 'the statement of the tap', below(tap, 'SELECT'), {
        attributes: only({ ...statement, 'db.query.text': 'SELECT 1' }),
      });
      if (own.some((span) => JSON.stringify(span).includes(bench.mark)))
        bench.fail('a span has a value', 'marks in place of values', own);
      bench.compare(
        'every span ends once',
        is.each(1),
        own.map(({ ended }) => ended),
      );
      bench.compare(
        'no span has failed',
        is.each(null),
        own.map(({ status }) => status ?? null),
      );
    },
  },
  {
    rows: ['quire.tracing.none'],
    deploy: LINK,
    async run(bench) {
      for (const path of ['/_health', '/_ready'])
        await bench.send({ send: 'GET', from: 'root', path, expect: { status: [200, 204] } });
      await bench.send(get('/unsampled/labels'));
      await bench.send(get(`/labels/${UNKNOWN}{mark}`, { status: 404 }));
      await bench.send(get('/nothing/{mark}', { status: 404 }));
      const pathOf = ({ attributes }: KeptSpan): string => String(attributes['url.path']);
      const { found, all } = await spansUntil(bench, (span) => pathOf(span) === `/api/nothing/${bench.mark}`);
      matches(bench, 'a request without a route', found, {
        name: 'GET',
        status: is.absent,
        attributes: { 'http.response.status_code': 404, 'http.route': is.absent, 'quire.plugin': is.absent },
      });
      const unknown = all.find((span) => pathOf(span) === `/api/labels/${UNKNOWN}${bench.mark}`);
      matches(bench, 'a request without a document', unknown, {
        name: 'GET /api/labels/:documentId',
        attributes: { 'http.response.status_code': 404, 'http.route': '/api/labels/:documentId' },
      });
      const probes = all.filter((span) => /_(health|ready)$/.test(pathOf(span)));
      if (probes.length > 0) bench.fail('a probe has no span', [], probes);
      const skipped = all
        .filter((span) => pathOf(span) === '/api/unsampled/labels')
        .map(({ traceId }) => traceId);
      const inside = all.filter(({ traceId, parent }) => skipped.includes(traceId) && parent !== undefined);
      if (skipped.length === 0 || inside.length > 0)
        bench.fail('no work of a request that is not sampled has a span', [], inside);
    },
  },
  {
    rows: ['quire.tracing.failed'],
    deploy: LINK,
    async run(bench) {
      const client = parentOf(bench, 'refused');
      const given = { req: 'x', uniq: '{mark}' };
      await bench.make('first', { at: '/checks', data: given });
      const post: Step = { send: 'POST', path: '/checks', body: { data: given }, expect: { status: 400 } };
      await bench.send(sends(post, { traceparent: valid(client) }));
      const { found, all } = await spansUntil(bench, ({ links }) => links.includes(client.traceId));
      matches(bench, 'a refused request', found, {
        status: is.absent,
        attributes: { 'http.response.status_code': 400, 'error.type': is.absent },
      });
      const own = all.filter(({ traceId }) => traceId === found.traceId);
      matches(
        bench,
        'its transaction',
        own.find(({ name }) => name === 'transaction'),
        {
          status: is.absent,
          attributes: { 'error.type': is.matching('^[A-Z_]+$') },
        },
      );
      await bench.send({
        send: 'POST',
        path: '/jobs',
        body: { name: 'kept.fails' },
        expect: { status: 201 },
      });
      const job = await spansUntil(bench, ({ name }) => name === 'job kept.fails');
      matches(bench, 'a job that fails', job.found, {
        parent: is.absent,
        kind: 4,
        status: only({ code: FAILED }),
        attributes: only({ 'quire.job': 'kept.fails', 'quire.job.attempt': 1, 'error.type': 'TypeError' }),
      });
      if (JSON.stringify(job.all).includes('a secret of the program'))
        bench.fail('a span has the message of an error', 'its type', job.found);
    },
  },
  ...incomingCases(),
  {
    rows: ['quire.tracing.outgoing'],
    deploy: PARENT,
    async run(bench) {
      const client = parentOf(bench, 'outgoing');
      for (const [flags, state] of [
        ['01', 'vendor=1'],
        ['00', ''],
      ] as const) {
        const { body } = await bench.send(
          sends(get('/spans/headers'), {
            traceparent: valid(client, flags),
            ...(state === '' ? {} : { tracestate: state }),
          }),
        );
        const { found } = await spansUntil(
          bench,
          ({ traceId, state: kept = '', attributes }) =>
            traceId === client.traceId && kept === state && attributes['url.path'] === '/api/spans/headers',
        );
        bench.compare(
          'the headers for another service',
          only({
            traceparent: `00-${client.traceId}-${found.spanId}-01`,
            ...(state === '' ? {} : { tracestate: state }),
          }),
          Object(body).data,
        );
      }
    },
  },
];
