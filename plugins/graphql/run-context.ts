// What one GraphQL request carries to its resolvers.
import type { RequestContext, Visibility } from '../../core';

export interface Limits {
  readonly amountLimit: number;
  readonly defaultLimit: number;
  readonly maxLimit: number | null;
}

export interface Trace {
  /** Adds the cost of the work to a root field. */
  measure<T>(field: string, work: () => T | Promise<T>): Promise<T>;
  report(): TraceReport;
}

export interface TraceReport {
  /** Of the operation, from its plan to its answer. */
  readonly milliseconds: number;
  readonly fields: readonly FieldTrace[];
}

interface FieldTrace {
  /** The response key: the alias, or the name. */
  readonly field: string;
  readonly statements: number;
  /** From the first resolver to the end of the last. */
  readonly milliseconds: number;
}

export interface RunContext {
  readonly request: RequestContext;
  readonly limits: Limits;
  /** Did the caller say who they are, or is the API open to everyone? */
  readonly isKnown: boolean;
  /** The operation and its variables as one text: what was prepared for it once serves again. null: too long to keep. */
  readonly operationText: string | null;
  /** Ends the reads of the operation; null: it has no time limit. */
  readonly signal: AbortSignal | null;
  /** null: the request asks for none. */
  readonly trace: Trace | null;
  /** Throws the 401 or 403 of an action that the caller may not do. */
  authorize(action: string): Promise<Visibility>;
}
