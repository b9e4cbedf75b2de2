// For tests: the real SDK, which keeps the spans in memory until the end of the suite.
import { context, type SpanContext, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

export interface Collected {
  readonly all: readonly ReadableSpan[];
  clear(): void;
}

export function collectSpans(): Collected {
  const exporter = new InMemorySpanExporter();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
  // Other suites of the process have no SDK.
  afterAll(() => {
    trace.disable();
    context.disable();
  });
  return {
    get all() {
      return exporter.getFinishedSpans();
    },
    clear: () => exporter.reset(),
  };
}

/** `request > transaction > INSERT`, of each span, in the order of the alphabet. */
export function pathsOf(spans: readonly ReadableSpan[]): string[] {
  const byId = new Map(spans.map((span) => [span.spanContext().spanId, span]));
  const pathOf = (span: ReadableSpan): string => {
    const parent = byId.get(parentOf(span)?.spanId ?? '');
    return parent === undefined ? span.name : `${pathOf(parent)} > ${span.name}`;
  };
  return spans.map(pathOf).sort();
}

export const parentOf = (span: ReadableSpan): SpanContext | undefined => span.parentSpanContext;
