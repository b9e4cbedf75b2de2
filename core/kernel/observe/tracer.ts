// Where a tracer encloses work in spans: requests, transactions, statements, taps of hooks. Without a tracer, each place costs one look.
import type { SpanMap } from '../../types';

export type SpanName = keyof SpanMap & string;

/** A span with its name: `{ span: 'hook', hook: 'documents.prepare', plugin: 'audit' }`. */
export type AppSpan<N extends SpanName = SpanName> = {
  [Name in N]: { readonly span: Name } & Readonly<SpanMap[Name]>;
}[N];

/** To be called once. */
export type EndSpan = (error?: unknown) => void;

export interface Tracer {
  /** Runs work inside a span, and returns its result. The span ends with the work, or when its promise settles. */
  enclose<T>(span: AppSpan, work: () => T): T;
  /** Begins spans inside the span of now, also when other code runs by then. null: nothing is traced now. */
  here(): ((span: AppSpan) => EndSpan) | null;
  /** The headers with which a request to another service continues the trace. */
  headers(): Readonly<Record<string, string>>;
}

/** `span` is a function, so that no object is made without a tracer. */
export const enclosed = <T>(tracer: Tracer | null, span: () => AppSpan, work: () => T): T =>
  tracer === null ? work() : tracer.enclose(span(), work);
