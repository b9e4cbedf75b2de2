// The HTTP server: node's own, one router, routes compiled at start. koa is the shell for middlewares of its kind: its chain
// runs where config/middlewares has some, and a request has a koa context once somebody asks for it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa, { type Context as KoaContext } from 'koa';
import { coreErrors } from '../errors/core-errors';
import { type Mistake, StartupError } from '../errors/startup-error';
import { createAnswerWriter } from './answer-writer';
import { type CompiledRoute, compileRoute, type RouteSurroundings } from './compile-route';
import type { RequestContext } from './context';
import { createErrorBoundary, type ReshapeError } from './error-boundary';
import { Exchange, type ExchangeShell } from './exchange';
import { createInFlight } from './in-flight';
import { installChain } from './koa-chain';
import { cannotListen } from './listen-error';
import type { Logger } from './logger';
import type { HttpSettings } from './middlewares';
import { type Outcome, outcomes } from './outcomes';
import { boundPipelining } from './pipelining';
import { createQueryParser } from './query-string';
import { readinessRoutes } from './readiness';
import { requestIds } from './request-id';
import type { Answer } from './route';
import type { CollectedRoute } from './route-collector';
import { createRouter } from './router';
import { createShutdown, type ShutdownTimes } from './shutdown';
import { isThenable } from './thenable';

export interface HttpServerOptions extends Omit<RouteSurroundings, 'body' | 'query'> {
  readonly routes: readonly CollectedRoute[];
  readonly settings: HttpSettings;
  readonly log: Logger;
  /** Trusted proxies in front. */
  readonly proxyHops?: number;
  /** Milliseconds; 0: no limit. */
  readonly timeouts?: {
    readonly headers?: number;
    readonly request?: number;
    readonly answer?: number;
    readonly keepAlive?: number;
  };
  readonly shutdown?: Partial<ShutdownTimes>;
  /** Characters of path and query string together. */
  readonly maxUrl?: number;
  /** Rejects while requests cannot be served: `/_ready`. */
  ready(): Promise<void>;
  readonly onError: ReshapeError | null;
  readonly onDone: ((request: RequestContext, outcome: Outcome) => void) | null;
}

export type { Outcome };

export interface HttpServer {
  /** null before `listen`. */
  readonly address: AddressInfo | null;
  /** `http://127.0.0.1:1337`; empty before `listen`. */
  readonly url: string;
  /** Node's server, for tests and upgrades. */
  readonly node: Server;
  readonly isClosing: boolean;
  listen(where: { readonly port: number; readonly host: string }): Promise<void>;
  /** Ends requests in flight, then connections; `force` cuts them, also while a gentle close is under way. */
  close(how?: { readonly force?: boolean }): Promise<void>;
}

const DEFAULT_SHUTDOWN: ShutdownTimes = { drain: 0, idle: 500, deadline: 15_000 };
const CHECK_INTERVAL = 1_000;
const DEFAULT_MAX_URL = 16_384;

export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { settings, log } = options;
  const maxUrl = options.maxUrl ?? DEFAULT_MAX_URL;
  const router = compileRoutes(options, () => shutdown.isClosing);
  const koa = createKoa(options.proxyHops ?? 0);
  const shell: ExchangeShell = {
    log,
    proxyHops: options.proxyHops ?? 0,
    requestId: requestIds(settings.requestId?.accept ? settings.requestId.header : null),
    parseQuery: createQueryParser(settings.query),
    createKoaContext: (request, response) => koa.createContext(request, response) as KoaContext,
  };
  const toAnswer = createErrorBoundary(options.onError, log);
  const done = outcomes(settings.requestLog, log, options.onDone);
  const writer = createAnswerWriter({
    fixed: [...settings.security, ...(settings.cors?.fixed ?? [])],
    requestIdHeader: settings.requestId?.header ?? null,
    addHeaders: settings.cors?.add ?? null,
    isClosing: () => shutdown.isClosing,
    done,
  });
  const inFlight = createInFlight(settings.answerTimeout ?? options.timeouts?.answer ?? 0, (request) => {
    if (!request.response.headersSent) writer.send(request, toAnswer(coreErrors.REQUEST_TIMEOUT(), request));
  });

  /** From the path to the answer; throws what the boundary turns into one. */
  const respond = (request: Exchange): Answer | PromiseLike<Answer> => {
    if ((request.request.url ?? '').length > maxUrl) throw coreErrors.URL_TOO_LONG(maxUrl);
    const match = router.find(request.path);
    if (match === null) throw coreErrors.ROUTE_NOT_FOUND();
    if (match === 'undecodable') throw coreErrors.ROUTE_PATH_ENCODING();
    const route = match.table.byMethod.get(request.method);
    if (route === undefined) {
      if (request.method === 'OPTIONS') return { status: 200, headers: { Allow: match.table.allow } };
      throw coreErrors.ROUTE_METHOD_NOT_ALLOWED(match.table.allow);
    }
    request.params = match.params;
    return route.run(request);
  };

  /** What cannot be sent (a value JSON does not know, a line break in a header) is an error like any other. */
  const deliver = (request: Exchange, answer: Answer): void => {
    try {
      writer.send(request, answer);
    } catch (error) {
      writer.send(request, toAnswer(error, request));
    }
  };

  const serve = (incoming: IncomingMessage, response: ServerResponse): void => {
    const request = new Exchange(shell, incoming, response, null);
    if (done !== null) request.startedAt = performance.now();
    let answer: Answer | PromiseLike<Answer>;
    try {
      answer = settings.cors?.preflight(request) ?? respond(request);
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

  const hasOwn = settings.chain.some((step) => step !== 'cors');
  const listener = hasOwn
    ? installChain(koa, { settings, shell, writer, inFlight, respond, toAnswer, done })
    : serve;
  const server = createServer(
    {
      maxHeaderSize: 2 * DEFAULT_MAX_URL,
      keepAliveTimeout: options.timeouts?.keepAlive ?? 65_000,
      headersTimeout: options.timeouts?.headers ?? 20_000,
      connectionsCheckingInterval: CHECK_INTERVAL,
      requestTimeout: options.timeouts?.request ?? 60_000,
    },
    boundPipelining(listener),
  );
  const shutdown = createShutdown(server, { ...DEFAULT_SHUTDOWN, ...options.shutdown });

  return {
    node: server,
    get address() {
      const address = server.address();
      return typeof address === 'object' ? address : null;
    },
    get url() {
      const address = server.address();
      if (typeof address !== 'object' || address === null) return '';
      return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
    },
    get isClosing() {
      return shutdown.isClosing;
    },
    listen: ({ port, host }) =>
      new Promise((resolve, reject) => {
        server.once('error', (error) => reject(cannotListen(error, host, port)));
        server.listen(port, host, () => {
          server.removeAllListeners('error');
          resolve();
        });
      }),
    async close(how = {}) {
      const ended = shutdown.close();
      if (how.force) shutdown.force();
      await ended;
      inFlight.stop();
    },
  };
}

function compileRoutes(options: HttpServerOptions, isClosing: () => boolean) {
  const mistakes: Mistake[] = [];
  const around: RouteSurroundings = {
    ...options,
    body: options.settings.body,
    query: options.settings.query,
  };
  const compile = (routes: readonly CollectedRoute[], surroundings: RouteSurroundings) =>
    routes.map((route) => ({
      method: route.definition.method,
      path: route.definition.path,
      build: (rename: Parameters<typeof compileRoute>[2]) =>
        compileRoute(route, surroundings, rename, mistakes),
    }));
  const probes = readinessRoutes(options.ready, isClosing, options.log);
  const router = createRouter<CompiledRoute>([
    // Whoever looks after the process is not asked who it is.
    ...compile(probes, { ...around, authenticate: null }),
    ...compile(options.routes, around),
  ]);
  if (mistakes.length > 0) throw new StartupError('Some routes cannot be served:', mistakes);
  return router;
}

function createKoa(hops: number): Koa {
  const koa = new Koa({ proxy: hops > 0, maxIpsCount: hops });
  koa.silent = true;
  return koa;
}
