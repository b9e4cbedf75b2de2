// Serves requests in an application with koa middlewares. They run in koa's chain, in the order of config/middlewares, and may
// change the answer on `ctx`.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Koa from 'koa';
import type { Context as KoaContext } from 'koa';
import { coreErrors } from '../errors/core-errors';
import type { HttpSettings } from './built-in-middlewares';
import type { InFlight } from './connections/in-flight';
import { leavesBody } from './connections/unread-body';
import type { UnsentBytes } from './connections/unsent-bytes';
import { Exchange, type ExchangeShell } from './request/exchange';
import type { AnswerWriter } from './response/answer-writer';
import type { Answer } from './routes/route';

/** koa with some sixty files of its dependencies, loaded with the first context or middleware. */
export function lateKoa(hops: number): () => Koa {
  let koa: Koa | null = null;
  return () => {
    if (koa === null) {
      const KoaClass: typeof Koa = require('koa');
      koa = new KoaClass({ proxy: hops > 0, maxIpsCount: hops });
      koa.silent = true;
    }
    return koa;
  };
}

export interface ChainParts {
  readonly settings: HttpSettings;
  readonly shell: ExchangeShell;
  readonly writer: AnswerWriter;
  readonly unsent: UnsentBytes;
  readonly inFlight: InFlight;
  readonly done: ((request: Exchange, status: number, bytes: number) => void) | null;
  respond(request: Exchange): Answer | PromiseLike<Answer>;
  toAnswer(error: unknown, request: Exchange): Answer;
}

export function installChain(
  koa: Koa,
  parts: ChainParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { settings, writer, unsent, inFlight, toAnswer, done } = parts;
  const exchanges = new WeakMap<ServerResponse, Exchange>();
  const exchangeOf = (ctx: KoaContext): Exchange => {
    const found = exchanges.get(ctx.res);
    if (!found) throw new Error('The koa chain received a context of another server');
    return found;
  };

  koa.use(async (ctx, next) => {
    const request = new Exchange(parts.shell, ctx.req, ctx.res, ctx);
    exchanges.set(ctx.res, request);
    request.startedAt = performance.now();
    writer.placeFixed(request);
    inFlight.add(request);
    try {
      await next();
      const isUntouched =
        ctx.status === 404 && ctx.body == null && !request.isAnswered && ctx.respond !== false;
      if (isUntouched) throw coreErrors.ROUTE_NOT_FOUND();
    } catch (error) {
      writer.place(request, toAnswer(error, request));
    }
    inFlight.remove(request);
    // After a timeout the answer has been sent, so koa must not send another.
    if (request.isAnswered) ctx.respond = false;
    else {
      request.isAnswered = true;
      ctx.res.once('close', () => {
        request.cleanUp?.();
        done?.(request, ctx.res.statusCode, Number(ctx.res.getHeader('content-length') ?? 0));
      });
    }
  });
  for (const step of settings.chain)
    koa.use(
      step === 'cors'
        ? async (ctx, next) => {
            const request = exchangeOf(ctx);
            const preflight = settings.cors?.preflight(request);
            if (!preflight) return next();
            writer.place(request, preflight);
          }
        : step,
    );
  koa.use(async (ctx) => {
    const request = exchangeOf(ctx);
    try {
      writer.place(request, await parts.respond(request));
    } catch (error) {
      writer.place(request, toAnswer(error, request));
    }
    if (leavesBody(request.request, ctx.status)) ctx.set('Connection', 'close');
  });
  const serve = koa.callback();
  return async (request, response) => {
    await serve(request, response);
    const isRead = exchanges.get(response)?.isRead ?? false;
    if (response.writableLength > 0) unsent.watch(response, response.writableLength, isRead);
  };
}
