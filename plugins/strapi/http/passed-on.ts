// What global middlewares of a project pass on as in Strapi: a query that they have changed, and errors of the later steps, which `next()`
// throws.
import type { Context } from 'koa';
import { AppError, chainRequestOf } from '../../../core';

const MISSING: ReadonlySet<number> = new Set([404, 405]);
const NO_ACCESS: ReadonlySet<string> = new Set(['ForbiddenError', 'UnauthorizedError']);

/** In Strapi, missing access and an unknown route or document are answers, and no errors. */
const isThrownInStrapi = (error: unknown): boolean =>
  !(error instanceof AppError) ||
  !(NO_ACCESS.has(error.name) || (MISSING.has(error.status) && error.code !== 'STRAPI_PROJECT'));

/** Before `next()`. `query`: that of the context, if the code has read it. */
export function passQuery(ctx: Context, query: unknown): void {
  const request = chainRequestOf(ctx);
  if (request === undefined || typeof query !== 'object' || query === null) return;
  if (JSON.stringify(query) !== JSON.stringify(request.query))
    request.replaceQuery(query as Readonly<Record<string, unknown>>);
}

/** After `next()`. */
export function throwPassed(ctx: Context): void {
  const thrown = chainRequestOf(ctx)?.thrown;
  if (thrown && isThrownInStrapi(thrown.error)) throw thrown.error;
}

/** The middleware has ended with an error: that of the later steps, whose answer stays, or another one. */
export function answerThrown(ctx: Context, error: unknown): void {
  const request = chainRequestOf(ctx);
  if (!request?.answerError) throw error;
  if (request.thrown?.error !== error) request.answerError(error);
}

/** The middleware has made another answer of it. */
export function forgetThrown(ctx: Context): void {
  const request = chainRequestOf(ctx);
  if (request) request.thrown = null;
}
