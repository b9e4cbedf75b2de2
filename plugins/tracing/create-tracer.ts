// The tracer of the application, with the API of OpenTelemetry. An SDK, which the application starts, keeps the spans.
import type { Tracer as ApiTracer, Context, Link, Span } from '@opentelemetry/api';
import type { AppSpan, RequestContext, Tracer } from '../../core';
import type { TracingConfig } from './config';
import { describeError, describeOutcome, describeSpan } from './describe-span';
import { clientSpan, headersOf } from './trace-context';
import type { Api } from './types';

export interface TracerParts {
  readonly api: Api;
  readonly config: TracingConfig;
  readonly database: () => string;
}

export interface RequestTracer extends Tracer {
  /** The response of a request is sent. */
  done(request: RequestContext, status: number): void;
}

const SCOPE = 'quire-cms';
/** Their spans would hide all others. */
const PROBES: readonly string[] = ['/_health', '/_ready'];

export function createTracer({ api, config, database }: TracerParts): RequestTracer {
  const { context, trace } = api;
  const tracer: ApiTracer = trace.getTracer(SCOPE);
  const describing = { api, database, hasStatements: config.statements };
  const own = new WeakSet<Span>();
  const requests = new WeakMap<RequestContext, Span>();

  function start(span: AppSpan, parent: Context, links: Link[] = []): Span {
    const { name, kind, attributes } = describeSpan(describing, span);
    const started = tracer.startSpan(name, { kind, attributes, links }, parent);
    own.add(started);
    return started;
  }

  /** Requests that wait on one connection run in the context of the request before. That of an instrumented server is the parent. */
  function outside(): Context {
    const active = context.active();
    const span = trace.getSpan(active);
    return span !== undefined && !own.has(span) ? active : api.ROOT_CONTEXT;
  }

  function startRequest(span: AppSpan & { readonly span: 'request' }): Span {
    const parent = outside();
    if (config.incoming === 'ignore' || trace.getSpan(parent) !== undefined) return start(span, parent);
    const client = clientSpan(api, span.request);
    if (client === null) return start(span, parent);
    return config.incoming === 'parent'
      ? start(span, trace.setSpanContext(parent, client))
      : start(span, parent, [{ context: client }]);
  }

  /** Runs work in the context of the span, which ends with it. */
  function within<T>(span: Span, parent: Context, work: () => T): T {
    const failed = (error: unknown): void => {
      describeError(api, span, error);
      span.end();
    };
    try {
      const result = context.with(trace.setSpan(parent, span), work);
      if (result instanceof Promise) result.then(() => span.end(), failed);
      else span.end();
      return result;
    } catch (error) {
      failed(error);
      throw error;
    }
  }

  const isTraced = (active: Context): boolean => trace.getSpan(active)?.isRecording() ?? false;

  return {
    enclose(span, work) {
      if (span.span === 'request') {
        if (PROBES.includes(span.request.path)) return work();
        const started = startRequest(span);
        requests.set(span.request, started);
        return context.with(trace.setSpan(api.ROOT_CONTEXT, started), work);
      }
      if (span.span === 'job') return within(start(span, api.ROOT_CONTEXT), api.ROOT_CONTEXT, work);
      const active = context.active();
      return isTraced(active) ? within(start(span, active), active, work) : work();
    },
    here() {
      const active = context.active();
      if (!isTraced(active)) return null;
      return (span) => {
        const started = start(span, active);
        return (error) => {
          if (error !== undefined) describeError(api, started, error);
          started.end();
        };
      };
    },
    headers: () => headersOf(api, context.active()),
    done(request, status) {
      const span = requests.get(request);
      if (span === undefined) return;
      describeOutcome(api, span, request, status);
      span.end();
    },
  };
}
