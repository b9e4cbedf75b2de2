// The context of one GraphQL operation, for its resolvers.
import type { GraphQLResolveInfo } from 'graphql';
import {
  type Caller,
  type RequestContext,
  type RowBudget,
  requestCaller,
  type Visibility,
} from '../../../core';
import { type GraphqlConfig, maxLimitOf } from '../config';
import { LONGEST_KEPT } from '../transport/kept-texts';
import type { Asked } from '../transport/read-request';
import { AnswerSize } from './answer-size';
import type { SubscriptionClient } from './client';
import type { OperationControl } from './deadline';
import { NodeBudget } from './row-budget';

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

/** The response key of the root field above a field. */
export function rootKey({ path }: Pick<GraphQLResolveInfo, 'path'>): string {
  let root = path;
  while (root.prev) root = root.prev;
  return String(root.key);
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
  /** true: the caller is authenticated, or the API is open to everyone. */
  readonly isKnown: boolean;
  /** The operation and its variables as one text: what was prepared for it once serves again. null: too long to keep. */
  readonly operationText: string | null;
  /** Ends the reads of the operation, and counts their rows; null: a subscription. */
  readonly control: OperationControl | null;
  readonly size: AnswerSize;
  /** The documents that the operation may still read. */
  readonly rows: RowBudget;
  /** null: the request asks for none. */
  readonly trace: Trace | null;
  /** The connection of a subscription; null: a query or a mutation. */
  readonly client: SubscriptionClient | null;
  /** Throws the 401 or 403 of an action that the caller may not do. null: open to everyone. */
  authorize(action: string | null): Visibility | PromiseLike<Visibility>;
  /** The caller of the operation, with the visibility of one of its actions. */
  callerWith(visibility: Visibility): Caller;
}

export interface ContextParts {
  readonly config: GraphqlConfig;
  /** `limits.answerBytes`. */
  readonly answerBytes: number;
  /** Throws the 401 or 403. */
  authorize(
    request: RequestContext,
    action: string | null,
    isReading: boolean,
  ): Visibility | PromiseLike<Visibility>;
  /** Anonymous callers may do everything. */
  readonly isOpen: boolean;
}

type Own = Pick<RunContext, 'trace' | 'control' | 'client'>;

export const contextOf = (
  { config, answerBytes, authorize, isOpen }: ContextParts,
  request: RequestContext,
  asked: Asked,
  isReading: boolean,
  own: Own,
): RunContext => ({
  trace: own.trace,
  control: own.control,
  client: own.client,
  size: new AnswerSize(answerBytes),
  rows: rowsOf(config, own.control),
  request,
  limits: {
    amountLimit: config.amountLimit,
    defaultLimit: config.defaultLimit,
    maxLimit: maxLimitOf(config),
  },
  isKnown: isOpen || request.principal !== null,
  operationText: textOf(asked),
  authorize(action) {
    own.control?.hold(0);
    return authorize(request, action, isReading);
  },
  callerWith: (visibility) => requestCaller(request.principal, visibility, request),
});

export const rowsOf = ({ nodeLimit }: GraphqlConfig, control: OperationControl | null): RowBudget =>
  new NodeBudget(nodeLimit, control && ((reason) => control.stop(reason)));

/** null: too long to keep. JSON writes Infinity as null; here the two must differ. */
export function textOf({ query, operationName, variables }: Asked): string | null {
  const values = variables ? JSON.stringify(variables, finite) : '';
  const text = `${operationName ?? ''} ${values} ${query}`;
  return text.length > LONGEST_KEPT ? null : text;
}

const finite = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? `\u0000${value}` : value;
