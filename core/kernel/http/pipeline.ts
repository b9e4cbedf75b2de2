// The way of one request: the koa middlewares of its path, the CORS preflight, its route, then the answer or the error. server.ts makes the
// parts.
import { isThenable } from '../check/thenable';
import { coreErrors } from '../errors/core-errors';
import type { Events } from '../observe/events';
import { enclosed } from '../observe/tracer';
import type { HttpSettings } from './built-in-middlewares';
import type { AnswerBudget } from './connections/answer-budget';
import type { InFlight } from './connections/in-flight';
import type { Serve } from './connections/pipelining';
import { createKoaChain } from './koa/koa-chain';
import type { ArrivalTurn } from './request/arrival-turn';
import { Exchange, type ExchangeShell } from './request/exchange';
import { refuseNulInUrl } from './request/nul';
import type { AnswerWriter } from './response/answer-writer';
import type { Compression } from './response/compression';
import type { RequestEvents } from './response/request-events';
import type { compileRoutes } from './routes/compile-routes';
import type { Answer } from './routes/route';

export interface PipelineParts {
  readonly settings: Pick<HttpSettings, 'cors' | 'chain'>;
  readonly shell: ExchangeShell;
  readonly router: ReturnType<typeof compileRoutes>;
  /** Characters of path and query string together. */
  readonly maxUrl: number;
  readonly budget: AnswerBudget;
  readonly turn: ArrivalTurn;
  readonly compression: Compression | null;
  readonly writer: AnswerWriter;
  readonly inFlight: InFlight;
  readonly events: Events;
  readonly began: RequestEvents['began'];
  /** The error boundary. */
  toAnswer(error: unknown, request: Exchange): Answer;
}

export function createPipeline(parts: PipelineParts): Serve {
  const { settings, shell, router, maxUrl, budget, turn, compression, writer, inFlight, events } = parts;
  const { began, toAnswer } = parts;
  const preflight = (request: Exchange): Answer | undefined => settings.cors?.preflight(request);
  const chain = createKoaChain(settings.chain, preflight, writer.placeFixed, toAnswer);

  const serve: Serve = (incoming, response, hasWaited) => {
    const request = new Exchange(shell, incoming, response);
    if (compression !== null) compression.readTags(request);
    began(request);
    let answer: Answer | PromiseLike<Answer>;
    const find = (): Answer | PromiseLike<Answer> => {
      const through = chain === null ? null : chain(request, () => answered(request));
      if (through === null && !hasWaited) request.turn = turn.enter();
      return through ?? preflight(request) ?? respond(request);
    };
    try {
      answer = enclosed(events.tracer, () => ({ span: 'request', request }), find);
    } catch (error) {
      answer = toAnswer(error, request);
    }
    if (!isThenable(answer)) deliver(request, answer);
    else {
      inFlight.add(request);
      answer.then(
        (ready) => {
          inFlight.remove(request);
          deliver(request, ready);
        },
        (error: unknown) => {
          inFlight.remove(request);
          deliver(request, toAnswer(error, request));
        },
      );
    }
  };

  return serve;

  /** Finds and runs the route; the error boundary answers a thrown error. */
  function respond(request: Exchange): Answer | PromiseLike<Answer> {
    if ((request.request.url ?? '').length > maxUrl) throw coreErrors.URL_TOO_LONG(maxUrl);
    if (request.request.headers.host?.includes(',')) throw coreErrors.HOST_SEVERAL();
    const match = router.find(request.path);
    if (match === 'unsafe') throw coreErrors.ROUTE_NOT_FOUND();
    refuseNulInUrl(request.request.url ?? '');
    if (match === null) throw coreErrors.ROUTE_NOT_FOUND();
    if (match === 'undecodable') throw coreErrors.ROUTE_PATH_ENCODING();
    const route = match.table.byMethod.get(request.method);
    if (route === undefined) {
      if (request.method === 'OPTIONS') return { status: 200, headers: { Allow: match.table.allow } };
      throw coreErrors.ROUTE_METHOD_NOT_ALLOWED(match.table.allow);
    }
    // Probes are answered also while unread answers fill the buffers.
    if (route.route.source !== 'core') budget.requireBefore(request);
    return route.run(request, match.values);
  }

  /** An answer that cannot be sent (a bigint, a line break in a header) becomes an error. */
  function deliver(request: Exchange, answer: Answer): void {
    try {
      writer.send(request, answer);
    } catch (error) {
      writer.send(request, toAnswer(error, request));
    }
  }

  /** For koa middlewares: an error of the later steps is an answer, which they may change. */
  async function answered(request: Exchange): Promise<Answer> {
    try {
      return await respond(request);
    } catch (error) {
      request.thrown = { error };
      return toAnswer(error, request);
    }
  }
}
