// What a koa middleware of config/middlewares may ask about the request of its context, beside what koa knows.
import type { Context } from 'koa';
import type { ParsedQuery } from '../request/query-string';

export interface ChainRequest {
  /** The query string as a nested object. A query over the limits throws a 400. */
  readonly query: ParsedQuery;
  /** For the later steps. */
  replaceQuery(query: ParsedQuery): void;
  /** The error that became the answer of the later steps; null: none, or a middleware has handled it. */
  thrown: { readonly error: unknown } | null;
  /** Places the answer to an error on the context, instead of the former answer. null: before the chain. */
  answerError: ((error: unknown) => void) | null;
}

const requests = new WeakMap<Context, ChainRequest>();

export const setChainRequest = (ctx: Context, request: ChainRequest): void => void requests.set(ctx, request);

/** undefined: the context is not that of the chain. */
export const chainRequestOf = (ctx: Context): ChainRequest | undefined => requests.get(ctx);
