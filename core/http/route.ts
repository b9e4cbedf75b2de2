// A route as a plugin declares it: what it is called, what it takes, who may call it, what it answers.
import type { Readable } from 'node:stream';
import type { Check, Infer } from '../check/check';
import type { RequestContext } from './context';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A body ready to be sent. `text` is JSON text; `json` is stringified; nothing at all is 204. */
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
  /** The query string, parsed. Routes of content types leave it to core/query. */
  readonly query?: Check<unknown>;
  readonly body?: Check<unknown>;
  readonly answer?: Check<unknown>;
}

type Given<C, Otherwise> = C extends Check<unknown> ? Infer<C> : Otherwise;

export interface CheckedInput<C extends RouteChecks> {
  readonly params: Given<C['params'], Readonly<Record<string, string>>>;
  readonly query: Given<C['query'], undefined>;
  readonly body: Given<C['body'], unknown>;
}

/** What a body may be on a route: none (the default), or JSON and forms, or files. */
export type BodyKind = 'none' | 'json' | 'multipart';

/** `true` or nothing lets pass; `false`, anything else, a throw or a rejection denies. */
export type Policy = (request: RequestContext, config: unknown) => unknown;

/** Runs around what follows it; answers what it returns. */
export type RouteMiddleware = (
  request: RequestContext,
  next: () => Promise<Answer>,
  config: unknown,
) => Promise<Answer>;

/** By registered name, with configuration, or the function itself. */
export type PolicyReference = string | { readonly name: string; readonly config?: unknown } | Policy;
export type MiddlewareReference =
  | string
  | { readonly name: string; readonly config?: unknown }
  | RouteMiddleware;

export interface RouteDefinition<C extends RouteChecks = RouteChecks> {
  readonly method: Method;
  /** From the root, parameters as `:name`: `/api/articles/:documentId`. */
  readonly path: string;
  /** What must be allowed: `api::article.article.find`. null: open to everyone. */
  readonly action: string | null;
  readonly summary: string;
  readonly tags?: readonly string[];
  readonly body?: BodyKind;
  readonly checks?: C;
  readonly policies?: readonly PolicyReference[];
  readonly middlewares?: readonly MiddlewareReference[];
  handler(request: RequestContext, input: CheckedInput<C>): Promise<Answer> | Answer;
}

/**
 * Types the handler by its checks. What comes back says nothing of them, so that routes fit into one list: each is handed only
 * what its own checks have let through.
 */
export const route = <const C extends RouteChecks>(definition: RouteDefinition<C>): RouteDefinition =>
  definition as unknown as RouteDefinition;
