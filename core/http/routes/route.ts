// The definition of a route: path, input, access, answer.
import type { Readable } from 'node:stream';
import type { Check, Infer } from '../../check/check';
import type { RequestContext } from '../request/context';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The result of a handler. `text` is JSON text; `json` is stringified. */
export type Answer =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly text: string }
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly json: unknown }
  | {
      readonly status?: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly stream: Readable;
      readonly type: string;
    }
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly html: string }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

export interface RouteChecks {
  /** Path parameters; strings. */
  readonly params?: Check<unknown>;
  /** The parsed query string. Routes of content types omit it: core/query checks it. */
  readonly query?: Check<unknown>;
  readonly body?: Check<unknown>;
  readonly answer?: Check<unknown>;
}

/** Not distributive: a check that may be absent is none. */
type Given<C, Otherwise> = [C] extends [Check<unknown>] ? Infer<C> : Otherwise;

export interface CheckedInput<C extends RouteChecks> {
  readonly params: Given<C['params'], Readonly<Record<string, string>>>;
  readonly query: Given<C['query'], undefined>;
  readonly body: Given<C['body'], unknown>;
}

/** The body of a route: none (default), JSON and forms, or also files. */
export type BodyKind = 'none' | 'json' | 'multipart';

/** `true` and `undefined` allow; other values, a throw and a rejection deny. */
export type Policy = (request: RequestContext, config: unknown) => unknown;

/** Runs around the later steps; its result is the answer. */
export type RouteMiddleware = (
  request: RequestContext,
  next: () => Promise<Answer>,
  config: unknown,
) => Promise<Answer>;

/** A registered name, a name with configuration, or a function. */
export type PolicyReference = string | { readonly name: string; readonly config?: unknown } | Policy;
export type MiddlewareReference =
  | string
  | { readonly name: string; readonly config?: unknown }
  | RouteMiddleware;

export interface RouteDefinition<C extends RouteChecks = RouteChecks> {
  readonly method: Method;
  /** From the root, with parameters as `:name`: `/api/articles/:documentId`. */
  readonly path: string;
  /** The required permission: `api::article.article.find`. null: public. */
  readonly action: string | null;
  readonly summary: string;
  readonly tags?: readonly string[];
  /** A name for this address in `GET /` and in the startup message, except in production: `docs`. */
  readonly link?: string;
  readonly body?: BodyKind;
  readonly checks?: C;
  readonly policies?: readonly PolicyReference[];
  readonly middlewares?: readonly MiddlewareReference[];
  /** The header `Cache-Control`. Default: `no-store` on answers to requests with credentials. */
  readonly cacheControl?: string;
  handler(request: RequestContext, input: CheckedInput<C>): Promise<Answer> | Answer;
}

/**
 * Types the handler by the checks of its route. The result has a general type, so that routes fit into one list.
 */
export const route = <const C extends RouteChecks>(definition: RouteDefinition<C>): RouteDefinition =>
  definition as unknown as RouteDefinition;
