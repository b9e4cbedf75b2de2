// A deployment that traces, with a small SDK in place of that of OpenTelemetry: a route returns the spans that it has kept.
import { createHash } from 'node:crypto';
import { askUntil } from '../../../conformance/cases/ask-until';
import { get } from '../../../conformance/cases/build';
import type { Bench, Deployment, Step } from '../../../conformance/cases/case';
import type { Pattern } from '../../../conformance/cases/pattern';

export interface KeptSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  /** Of the parent; absent: the span begins a trace. */
  readonly parent?: string;
  readonly state?: string;
  /** Of the traces that the span names beside its own. */
  readonly links: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
  /** 2: it failed. Absent: nothing was said. */
  readonly status?: { readonly code: number };
  readonly ended: number;
}

/** Requests below `/api/unsampled` are not sampled, and neither is the work inside of them. */
const SDK = `
const { AsyncLocalStorage } = require('node:async_hooks');
const { randomBytes } = require('node:crypto');
const { createRequire } = require('node:module');
const api = createRequire(require.main.filename)('@opentelemetry/api');

const storage = new AsyncLocalStorage();
api.context.setGlobalContextManager({
  active: () => storage.getStore() ?? api.ROOT_CONTEXT,
  with: (context, work, self, ...given) => storage.run(context, () => work.call(self, ...given)),
  bind: (_context, target) => target,
  enable() { return this; },
  disable() { return this; },
});

const kept = [];
api.trace.setGlobalTracerProvider({ getTracer: () => ({
  startSpan(name, { kind = 0, attributes = {}, links = [] } = {}, context = api.context.active()) {
    const parent = api.trace.getSpanContext(context);
    const isSampled = !String(attributes['url.path']).startsWith('/api/unsampled');
    const own = {
      traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      traceFlags: isSampled ? 1 : 0,
      traceState: parent?.traceState,
    };
    const span = {
      ...{ name, kind, traceId: own.traceId, spanId: own.spanId, parent: parent?.spanId },
      ...{ state: own.traceState?.serialize(), links: links.map((link) => link.context.traceId) },
      ...{ attributes: { ...attributes }, status: undefined, ended: 0 },
    };
    kept.push(span);
    return {
      spanContext: () => own,
      isRecording: () => isSampled && span.ended === 0,
      setAttribute(key, value) { span.attributes[key] = value; return this; },
      updateName(value) { span.name = value; return this; },
      setStatus(status) { span.status = status; return this; },
      end() { span.ended += 1; },
    };
  },
}) });

// As an SDK that instruments the server of node.
const { Server } = require('node:http');
const { emit } = Server.prototype;
Server.prototype.emit = function (event, ...given) {
  if (event !== 'request' || given[0].headers['x-instrumented'] === undefined) return emit.call(this, event, ...given);
  const span = api.trace.getTracer('http').startSpan('server', {}, api.ROOT_CONTEXT);
  return api.context.with(api.trace.setSpan(api.ROOT_CONTEXT, span), () => emit.call(this, event, ...given));
};

exports.default = {
  name: 'kept-spans',
  dependencies: ['jobs', 'tracing'],
  register(app) {
    app.hooks.documents.written(async (_result, { tx }) => void (await tx.all('SELECT 1')));
    app.jobs.add({ name: 'kept.fails', retries: 0, run() { throw new TypeError('a secret of the program'); } });
    const answers = (path, handler) =>
      app.routes.add({ method: 'GET', path: '/api/' + path, action: null, summary: path, handler });
    answers('spans', () => ({ json: { data: kept } }));
    answers('spans/headers', () => ({ json: { data: app.events.tracer.headers() } }));
    answers('unsampled/labels', async () => ({ json: { data: await app.documents('api::label.label').count() } }));
  },
};
`;

export const traced = (config: object): Deployment => ({
  alone: true,
  files: { 'kept-spans/index.js': SDK },
  config: {
    plugins: {
      jobs: { enabled: true, config: { poll: 100 } },
      tracing: { enabled: true, config },
      'kept-spans': { resolve: './src/kept-spans' },
    },
  },
});

/** All spans, when the first one that fits has ended: a response comes before the end of its span. */
export async function spansUntil(
  bench: Bench,
  fits: (span: KeptSpan) => boolean,
): Promise<{ readonly found: KeptSpan; readonly all: readonly KeptSpan[] }> {
  const spansIn = (body: unknown): readonly KeptSpan[] => Object(body).data ?? [];
  const isFound = (span: KeptSpan): boolean => span.ended > 0 && fits(span);
  const { body } = await askUntil(bench, get('/spans'), (answer) => spansIn(answer.body).some(isFound));
  const all = spansIn(body);
  return { found: all.find(isFound) as KeptSpan, all };
}

export const LINK = traced({});
export const PARENT = traced({ incoming: 'parent', statements: false });

/** Hexadecimal digits that no other case has. */
const idOf = (bench: Bench, name: string, length: number): string =>
  createHash('sha256').update(`${bench.mark} ${name}`).digest('hex').slice(0, length);
export const parentOf = (bench: Bench, name: string) => ({
  traceId: idOf(bench, name, 32),
  spanId: idOf(bench, `span of ${name}`, 16),
});
export const sends = (step: Step, headers: Step['headers'] & {}): Step => ({ ...step, headers });
export const valid = ({ traceId, spanId }: { traceId: string; spanId: string }, flags = '01'): string =>
  `00-${traceId}-${spanId}-${flags}`;

export const matches = (bench: Bench, message: string, span: KeptSpan | undefined, pattern: Pattern): void =>
  bench.compare(message, pattern, span ?? null);
