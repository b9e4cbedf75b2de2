// The definition of a route: path, input, access, answer.

import type { Readable } from 'node:stream';
import type { Check, Infer } from '../../check/check';
import type { BodyKind } from '../request/body';
import type { CacheControl } from '../request/cache-control';
import type { RequestContext } from '../request/context';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Head {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
type StreamAnswer = Head & { readonly stream: Readable; readonly type: string };

/** The result of a handler. `text` is JSON text; `json` is stringified. */
export type Answer =
  | (Head & { readonly text: string })
  | (Head & { readonly json: unknown })
  | StreamAnswer
  | (Head & { readonly html: string })
  | (Head & { readonly status: number });

/** The answer of a koa middleware that writes to node's response itself (`ctx.respond = false`). */
export const ANSWERED: Answer = Object.freeze({ status: 200 });

/** The contract of a route. Numbers and booleans in `params` and `query` are converted from text. */
export interface RouteChecks {
  readonly params?: Check<unknown>;
  /** The parsed query string. Routes of content types omit it: core/content/query checks it. */
  readonly query?: Check<unknown>;
  readonly body?: Check<unknown>;
  /** The JSON of successful answers. Compared with the answers except in production. */
  readonly answer?: Check<unknown>;
}

/** Not distributive: a check that may be absent is none. */
type Given<C, Otherwise> = [C] extends [Check<unknown>] ? Infer<C> : Otherwise;

type NamesIn<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | NamesIn<`/${More}`>
    : Rest
  : Path extends `${string}/*${infer Name}`
    ? Name
    : never;

/** `/api/users/:id` → `{ id: string }`, `/app/*rest` → `{ rest: string }`. A path with a variable part, such as a prefix, may have more parameters. */
type PathParams<Path extends string> = { readonly [Name in NamesIn<Path>]: string } & (object extends Record<
  Path,
  1
>
  ? Readonly<Record<string, string>>
  : unknown);

export interface CheckedInput<C extends RouteChecks, Path extends string = string> {
  readonly params: Given<C['params'], PathParams<Path>>;
  readonly query: Given<C['query'], undefined>;
  readonly body: Given<C['body'], unknown>;
}

/** A value as a handler returns it: keys that may be undefined may be absent. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [K in keyof T as undefined extends T[K] ? never : K]: Sent<T[K]> } & {
        readonly [K in keyof T as undefined extends T[K] ? K : never]?: Sent<T[K]>;
      }
    : T;

/** With `checks.answer`, `json` must match it. */
export type AnswerOf<C extends RouteChecks> = [C['answer']] extends [Check<unknown>]
  ?
      | (Head & { readonly json: Sent<Infer<C['answer']>> })
      | (Head & { readonly text: string })
      | StreamAnswer
      | (Head & { readonly status: number; readonly json?: undefined })
  : Answer;

/** `true` and `undefined` allow; other values, a throw and a rejection deny. */
export type Policy = (request: RequestContext, config: unknown) => unknown;

/** Runs around the later steps; its result is the answer. `input`: what the handler gets. */
export type RouteMiddleware = (
  request: RequestContext,
  next: () => Promise<Answer>,
  config: unknown,
  input: CheckedInput<RouteChecks>,
) => Promise<Answer>;

/** A registered name, a name with configuration, or a function. */
export type PolicyReference = string | { readonly name: string; readonly config?: unknown } | Policy;
export type MiddlewareReference =
  | string
  | { readonly name: string; readonly config?: unknown }
  | RouteMiddleware;

export interface RouteDefinition<C extends RouteChecks = RouteChecks, Path extends string = string> {
  readonly method: Method;
  /**
   * From the root, with parameters as `:name`: `/api/articles/:documentId`. `*name` at the end takes all parts that are left, also none:
   * `/app/*rest` → `params.rest` is `a/b` for `/app/a/b`.
   */
  readonly path: Path;
  /** The required permission: `api::article.article.find`. null: public. */
  readonly action: string | null;
  readonly summary: string;
  readonly tags?: readonly string[];
  /** A name for this address in `GET /` and in the startup message, except in production: `docs`. */
  readonly link?: string;
  readonly body?: BodyKind;
  /** JSON and forms as they were sent are in `request.koa.request.rawBody`, too: signatures are made of them. */
  readonly keepsText?: boolean;
  readonly checks?: C;
  readonly policies?: readonly PolicyReference[];
  readonly middlewares?: readonly MiddlewareReference[];
  /**
   * How the transactions of the handler belong to the request, whose time may end before theirs. `found`: Quire finds them; default, except
   * for GET. `passed`: the handler passes `request.commits` to each write. `none`: it writes nothing; default for GET.
   */
  readonly commits?: 'found' | 'passed' | 'none';
  /** The header `Cache-Control`. Default: `no-store` on answers to requests with credentials. Errors get `no-store`. */
  readonly cacheControl?: CacheControl;
  /** How an application removes the route, for the message about another route at its path: "`except: ['create']` in config/api". */
  readonly removedBy?: string;
  handler(request: RequestContext, input: CheckedInput<C, Path>): Promise<AnswerOf<C>> | AnswerOf<C>;
}

/**
 * Types the handler by the path and the checks of its route. The result has a general type, so that routes fit into one list.
 */
export const route = <const C extends RouteChecks, const Path extends string>(
  definition: RouteDefinition<C, Path>,
): RouteDefinition => definition as unknown as RouteDefinition;
