// The names and attributes of spans, with the words of the semantic conventions of OpenTelemetry where they have some.
import type { Attributes, Span, SpanKind } from '@opentelemetry/api';
import { AppError, type AppSpan, type RequestContext } from '../../core';
import type { Api } from './types';

export interface Described {
  readonly name: string;
  readonly kind: SpanKind;
  readonly attributes: Attributes;
}

export interface DescribeParts {
  readonly api: Api;
  /** `sqlite`, `mysql` or `postgresql`. */
  readonly database: () => string;
  readonly hasStatements: boolean;
}

const SERVER_ERROR = 500;
const LONGEST_PATH = 1_000;

export function describeSpan({ api, database, hasStatements }: DescribeParts, span: AppSpan): Described {
  const { SpanKind } = api;
  switch (span.span) {
    case 'request': {
      const { method, path, id } = span.request;
      const attributes = {
        'http.request.method': method,
        'url.path': path.slice(0, LONGEST_PATH),
        'quire.request': id,
      };
      return { name: method, kind: SpanKind.SERVER, attributes };
    }
    case 'statement': {
      const texts = span.texts();
      const verb = /^\s*(\w+)/.exec(texts[0] ?? '')?.[1]?.toUpperCase() ?? 'statement';
      const attributes: Attributes = { 'db.system.name': database() };
      if (texts.length > 1) attributes['db.operation.batch.size'] = texts.length;
      if (hasStatements) attributes['db.query.text'] = texts.join('; ');
      return { name: verb, kind: SpanKind.CLIENT, attributes };
    }
    case 'hook': {
      const attributes = { 'quire.hook': span.hook, 'quire.plugin': span.plugin };
      return { name: span.hook, kind: SpanKind.INTERNAL, attributes };
    }
    case 'job': {
      const attributes = { 'quire.job': span.name, 'quire.job.attempt': span.attempt };
      return { name: `job ${span.name}`, kind: SpanKind.CONSUMER, attributes };
    }
    default:
      return { name: (span as AppSpan).span, kind: SpanKind.INTERNAL, attributes: {} };
  }
}

/** The route is known at the end. */
export function describeOutcome(api: Api, span: Span, request: RequestContext, status: number): void {
  const { method, route, source } = request;
  span.setAttribute('http.response.status_code', status);
  if (route !== null) {
    span.updateName(`${method} ${route}`);
    span.setAttribute('http.route', route);
  }
  if (source !== null) span.setAttribute('quire.plugin', source);
  if (status >= SERVER_ERROR) span.setStatus({ code: api.SpanStatusCode.ERROR });
}

/** The type of an error, without its message: it may contain values. A refused request is no error of the application. */
export function describeError(api: Api, span: Span, error: unknown): void {
  const type = error instanceof AppError ? error.code : error instanceof Error ? error.name : typeof error;
  span.setAttribute('error.type', type);
  if (!(error instanceof AppError) || error.status >= SERVER_ERROR)
    span.setStatus({ code: api.SpanStatusCode.ERROR });
}
