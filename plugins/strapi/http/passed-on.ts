// What global middlewares of a project pass on as in Strapi: a query that they have changed, and errors of the later steps, which `next()`
// throws.
import type { Context } from 'koa';
import { AppError, chainRequestOf } from '../../../core';

const MISSING: ReadonlySet<number> = new Set([404, 405]);
const OF_BODY: ReadonlySet<string> = new Set(['content-type', 'content-length', 'etag', 'last-modified']);
const UNKNOWN_ROUTE: ReadonlySet<string> = new Set(['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED']);
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
  if (!thrown || !isThrownInStrapi(thrown.error)) return;
  forgetAnswer(ctx);
  throw thrown.error;
}

/** The answer to an unknown route has no body for these middlewares. Call the result after the middleware: it shows the body again. */
export function hideUnknownRoute(ctx: Context): () => void {
  const request = chainRequestOf(ctx);
  const thrown = request?.thrown;
  if (!request || !thrown || !isUnknownRoute(thrown.error)) return () => undefined;
  const { status } = ctx;
  forgetAnswer(ctx);
  ctx.res.statusCode = status;
  return () => {
    if (ctx.body !== undefined || ctx.status !== status) return;
    forgotten.get(ctx)?.();
    request.thrown = thrown;
  };
}

const isUnknownRoute = (error: unknown): boolean =>
  error instanceof AppError && UNKNOWN_ROUTE.has(error.code);

const forgotten = new WeakMap<Context, () => void>();

/** As koa leaves the context when a step throws: a middleware that sets only a body answers 200, and one that sets nothing 404. */
function forgetAnswer(ctx: Context): void {
  const { response } = ctx;
  if (response.headerSent || ctx.respond === false) return;
  const { status, body } = response;
  const headers = Object.entries(response.headers).filter(([name]) => OF_BODY.has(name));
  for (const [name] of headers) response.remove(name);
  // koa has no other way back: an empty body is a 204.
  Object.assign(response, { _body: undefined, _explicitStatus: false });
  Object.assign(response.res, { statusCode: 404, statusMessage: '' });
  forgotten.set(ctx, () => {
    ctx.status = status;
    ctx.body = body;
    for (const [name, value] of headers) if (value !== undefined) response.res.setHeader(name, value);
  });
}

/** The middleware has ended with an error: that of the later steps, whose answer stays, or another one. */
export function answerThrown(ctx: Context, error: unknown): void {
  const request = chainRequestOf(ctx);
  if (!request?.answerError) throw error;
  if (request.thrown?.error !== error) request.answerError(error);
  else forgotten.get(ctx)?.();
}

/** The middleware has made another answer of it. */
export function forgetThrown(ctx: Context): void {
  const request = chainRequestOf(ctx);
  if (request) request.thrown = null;
}
