// W3C Trace Context: the headers of clients, which are untrusted, and those for other services.
import type { Context, SpanContext } from '@opentelemetry/api';
import type { RequestContext } from '../../core';
import type { Api } from './types';

/** Version, trace, span, flags. Later versions may have more parts, version 00 has none. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const FORBIDDEN_VERSION = 'ff';
const LONGEST_STATE = 512;

/** The span of the client; null: there is none, or a header is not as W3C says. */
export function clientSpan(api: Api, request: Pick<RequestContext, 'header'>): SpanContext | null {
  const [, version, traceId, spanId, flags, more] =
    TRACEPARENT.exec(request.header('traceparent') ?? '') ?? [];
  if (!version || !traceId || !spanId || !flags) return null;
  if (version === FORBIDDEN_VERSION || (version === '00' && more !== undefined)) return null;
  const traceFlags = Number.parseInt(flags, 16) & api.TraceFlags.SAMPLED;
  const state = request.header('tracestate') ?? '';
  const span: SpanContext = {
    traceId,
    spanId,
    traceFlags,
    isRemote: true,
    ...(state === '' || state.length > LONGEST_STATE ? {} : { traceState: api.createTraceState(state) }),
  };
  // All zeros are no ids.
  return api.isSpanContextValid(span) ? span : null;
}

/** Without a trace: none. */
export function headersOf(api: Api, context: Context): Readonly<Record<string, string>> {
  const span = api.trace.getSpanContext(context);
  if (span === undefined || !api.isSpanContextValid(span)) return {};
  const flags = span.traceFlags.toString(16).padStart(2, '0');
  const state = span.traceState?.serialize() ?? '';
  return {
    traceparent: `00-${span.traceId}-${span.spanId}-${flags}`,
    ...(state === '' ? {} : { tracestate: state }),
  };
}
