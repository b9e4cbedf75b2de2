// The way of a request where the application has koa middlewares of its own: they stand in koa's chain, in the order of
// config/middlewares, and see our answer on `ctx` before it is sent.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Koa from 'koa';
import type { Context as KoaContext } from 'koa';
import { coreErrors } from '../errors/core-errors';
import type { AnswerWriter } from './answer-writer';
import { Exchange, type ExchangeShell } from './exchange';
import type { InFlight } from './in-flight';
import type { HttpSettings } from './middlewares';
import type { Answer } from './route';

export interface ChainParts {
  readonly settings: HttpSettings;
  readonly shell: ExchangeShell;
  readonly writer: AnswerWriter;
  readonly inFlight: InFlight;
  readonly done: ((request: Exchange, status: number, bytes: number) => void) | null;
  respond(request: Exchange): Answer | PromiseLike<Answer>;
  toAnswer(error: unknown, request: Exchange): Answer;
}

export function installChain(
  koa: Koa,
  parts: ChainParts,
): (request: IncomingMessage, response: ServerResponse) => void {
  const { settings, writer, inFlight, toAnswer, done } = parts;
  const exchanges = new WeakMap<KoaContext, Exchange>();
  const exchangeOf = (ctx: KoaContext): Exchange => {
    const found = exchanges.get(ctx);
    if (!found) throw new Error('A koa context that did not begin here reached the chain');
    return found;
  };

  koa.use(async (ctx, next) => {
    const request = new Exchange(parts.shell, ctx.req, ctx.res, ctx);
    exchanges.set(ctx, request);
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
    // The time was up: that answer is out, and koa must not write another.
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
    let answer: Answer;
    try {
      answer = await parts.respond(request);
    } catch (error) {
      answer = toAnswer(error, request);
    }
    writer.place(request, answer);
  });
  return koa.callback();
}
