// The HTTP server: node's server, one router, routes compiled at startup. koa is a step of the pipeline, for
// the paths of the koa middlewares in config/middlewares. A request creates its koa context on first access.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import type { Context as KoaContext } from 'koa';
import type { RequestScope } from '../../types';
import { isThenable } from '../check/thenable';
import { coreErrors } from '../errors/core-errors';
import type { SecretNames } from '../errors/secret-names';
import type { Logger } from '../log/logger';
import type { Events } from '../observe/events';
import { enclosed } from '../observe/tracer';
import type { Container } from '../registry/container';
import type { HttpSettings } from './built-in-middlewares';
import { createAnswerBudget } from './connections/answer-budget';
import { createInFlight } from './connections/in-flight';
import { cannotListen } from './connections/listen-error';
import { boundPipelining } from './connections/pipelining';
import { createShutdown, type ShutdownTimes } from './connections/shutdown';
import { surviveAcceptErrors, surviveSocketErrors } from './connections/socket-errors';
import { answerUnparsed } from './connections/unparsed-request';
import { createUnsentBytes, DEFAULT_SEND_LIMITS, type SendLimits } from './connections/unsent-bytes';
import { createUpgrades, type Upgrade } from './connections/upgrades';
import { lateKoa } from './koa/koa-app';
import { createKoaChain } from './koa/koa-chain';
import { createArrivalTurn } from './request/arrival-turn';
import type { Principal, RequestContext } from './request/context';
import { Exchange, type ExchangeShell } from './request/exchange';
import { createKoaBodyReader } from './request/koa-body';
import { refuseNulInUrl } from './request/nul';
import { createQueryParser, DEFAULT_QUERY_LIMITS, type QueryStringLimits } from './request/query-string';
import { requestIds } from './request/request-id';
import { type OwnHeaders, upgradedRequest } from './request/upgraded';
import { createAnswerWriter } from './response/answer-writer';
import { logRefusals } from './response/busy-log';
import { createCompression } from './response/compression';
import { createErrorBoundary, type ErrorHelp, type ReshapeError } from './response/error-boundary';
import { logRequests, type Outcome, requestEvents } from './response/request-events';
import { createAuthorizers, type Recall, type RouteAccess } from './routes/access';
import type { RouteSurroundings } from './routes/compile-route';
import { compileRoutes } from './routes/compile-routes';
import type { RootPage } from './routes/root';
import type { Answer } from './routes/route';
import type { CollectedRoute } from './routes/route-collector';

export interface HttpServerOptions extends Omit<RouteSurroundings, 'body' | 'query'> {
  /** Default: those of DEFAULT_QUERY_LIMITS. */
  readonly query?: QueryStringLimits;
  readonly routes: readonly CollectedRoute[];
  readonly settings: HttpSettings;
  readonly log: Logger;
  readonly events: Events;
  /** The container of the application. */
  readonly container: Container;
  /** Makes the contexts of requests. Default: an application of this server. */
  readonly koa?: () => Koa;
  /** Trusted proxies in front of the server. */
  readonly proxyHops?: number;
  /** Milliseconds; 0: no limit. */
  readonly timeouts?: {
    readonly headers?: number;
    readonly request?: number;
    readonly answer?: number;
    readonly keepAlive?: number;
    readonly send?: number;
  };
  readonly buffers?: Partial<Pick<SendLimits, 'connection' | 'total'>>;
  /** The most bytes of an answer to a read. */
  readonly answerBytes?: number;
  readonly shutdown?: Partial<ShutdownTimes>;
  /** Characters of path and query string together. */
  readonly maxUrl?: number;
  /** The answer of `GET /`. */
  readonly root: RootPage;
  /** For `/_ready`: rejects while the server cannot serve requests. */
  ready(): Promise<void>;
  /** For `/_ready?details=true`. */
  health?(): Readonly<Record<string, object>>;
  /** The taps since then that wait, for the message of a timeout: `documents.prepare of the plugin "audit"`. */
  readonly pendingTaps?: (since: number) => readonly string[];
  /** The answer names them, too. */
  readonly showsPending?: boolean;
  /** Their values are hidden in the log. */
  readonly secretNames: SecretNames;
  readonly onError: ReshapeError | null;
  /** null: no plugin recalls callers. */
  readonly recall?: Recall | null;
  /** Refused requests are logged, with this help. */
  readonly errorHelp?: ErrorHelp | null;
}

export type { Outcome };

export interface HttpServer {
  /** null before `listen`. */
  readonly address: AddressInfo | null;
  /** `http://127.0.0.1:1337`; empty before `listen`. */
  readonly url: string;
  /** Node's server, for tests. */
  readonly node: Server;
  readonly isClosing: boolean;
  /** Aborts when the port closes. Connections that stay open, such as event streams, must end. */
  readonly closing: AbortSignal;
  /**
   * Accepts upgrades of a path; register it before the port opens. All other upgrades are served as plain requests. `take` may throw an
   * error of a table, which becomes the answer. The connection has an `error` listener; errors do not end the process.
   */
  onUpgrade(upgrade: Upgrade): void;
  /** The request of a connection that leaves HTTP. `headers` replace its own. Throws the 403 of a page of a foreign origin. */
  upgraded(incoming: IncomingMessage, headers?: OwnHeaders): RequestContext;
  /** Recognises the caller; requests that stay open are checked again. Throws the 401. */
  authenticate(request: RequestContext): Promise<void>;
  /** The request acts as this caller, who asked for the work at `since`. Throws the 401 of a caller who cannot act now. */
  recall(request: RequestContext, principal: Principal, since: number): Promise<void>;
  /** Throws the 401 or the 403 of an action that the caller may not do. For transports with several actions per request. */
  authorize(request: RequestContext, asked: RouteAccess): RequestScope | PromiseLike<RequestScope>;
  listen(where: { readonly port: number; readonly host: string }): Promise<void>;
  /** Waits for requests in flight, then ends connections. `force` cuts them, also during an earlier `close()`. */
  close(how?: { readonly force?: boolean }): Promise<void>;
}

const DEFAULT_SHUTDOWN: ShutdownTimes = { drain: 0, idle: 500, deadline: 15_000 };
const CHECK_INTERVAL = 1_000;
const DEFAULT_MAX_URL = 16_384;
const MAX_HEAD = 2 * DEFAULT_MAX_URL;

export function createHttpServer(options: HttpServerOptions): HttpServer {
  const { settings, log, events, query = DEFAULT_QUERY_LIMITS } = options;
  const maxUrl = options.maxUrl ?? DEFAULT_MAX_URL;
  const router = compileRoutes({ ...options, query }, () => shutdown.isClosing);
  const koa = options.koa ?? lateKoa(options.proxyHops ?? 0);
  const sendTimeout = options.timeouts?.send ?? DEFAULT_SEND_LIMITS.timeout;
  const unsent = createUnsentBytes({ ...DEFAULT_SEND_LIMITS, ...options.buffers, timeout: sendTimeout });
  const budget = createAnswerBudget(unsent, options.answerBytes);
  const turn = createArrivalTurn();
  const shell: ExchangeShell = {
    log,
    scopes: options.scopes,
    proxyHops: options.proxyHops ?? 0,
    requestId: requestIds(settings.requestId?.accept ? settings.requestId.header : null),
    parseQuery: createQueryParser(query),
    container: options.container,
    createKoaContext: (request, response) => koa().createContext(request, response) as KoaContext,
    hold: budget.hold,
    hasRoomFor: budget.hasRoomFor,
    isCurrentTurn: turn.isCurrent,
    readKoaBody: createKoaBodyReader(settings.body, query),
  };
  const toAnswer = createErrorBoundary(
    options.onError,
    log,
    events,
    options.errorHelp ?? null,
    options.secretNames,
  );
  const answerTimeout = settings.answerTimeout ?? options.timeouts?.answer ?? 0;
  const { began, done } = requestEvents(events, answerTimeout);
  logRequests(events, settings.requestLog, log);
  const endRefusalLog = logRefusals(events, log);
  const compression = settings.compression && createCompression(settings.compression);
  const writer = createAnswerWriter({
    unsent,
    budget,
    compression,
    sendTimeout,
    fixed: [...settings.security, ...(settings.cors?.fixed ?? [])],
    requestIdHeader: settings.requestId?.header ?? null,
    addHeaders: settings.cors?.add ?? null,
    isClosing: () => shutdown.isClosing,
    done,
  });
  const inFlight = createInFlight(answerTimeout, (request, isLast) => {
    // Of the whole process: a tap that waits for long is probably the one of this request.
    const pending = options.pendingTaps?.(request.startedAt) ?? [];
    const timeout = () => coreErrors.REQUEST_TIMEOUT(options.showsPending ? pending : []);
    request.commits.expire(timeout());
    // Its write is stored, and nothing holds back its answer any more.
    if (request.mayBeStored && !isLast) {
      if (pending.length > 0)
        log.warn(`${request.method} ${request.path} is answered before its last taps have ended`, {
          request: request.id,
          pending,
        });
      return false;
    }
    const error = request.mayBeStored ? coreErrors.OUTCOME_UNKNOWN() : timeout();
    request.stop(error);
    if (request.response.headersSent) return true;
    if (pending.length > 0) error.cause = new Error(`pending: ${pending.join(', ')}`);
    writer.send(request, toAnswer(error, request));
    return true;
  });

  /** Finds and runs the route; the error boundary answers a thrown error. */
  const respond = (request: Exchange): Answer | PromiseLike<Answer> => {
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
  };

  /** An answer that cannot be sent (a bigint, a line break in a header) becomes an error. */
  const deliver = (request: Exchange, answer: Answer): void => {
    try {
      writer.send(request, answer);
    } catch (error) {
      writer.send(request, toAnswer(error, request));
    }
  };

  /** For koa middlewares: an error of the later steps is an answer, which they may change. */
  const answered = async (request: Exchange): Promise<Answer> => {
    try {
      return await respond(request);
    } catch (error) {
      return toAnswer(error, request);
    }
  };

  const preflight = (request: Exchange): Answer | undefined => settings.cors?.preflight(request);
  const chain = createKoaChain(settings.chain, preflight, writer.placeFixed);

  const serve = (incoming: IncomingMessage, response: ServerResponse, hasWaited: boolean): void => {
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

  const upgrades = createUpgrades(log, () => shutdown.closing.aborted);
  const server = createServer(
    {
      IncomingMessage: upgrades.Message,
      maxHeaderSize: MAX_HEAD,
      // Node would drop all but the first Host and Authorization; a proxy may read the last.
      joinDuplicateHeaders: true,
      keepAliveTimeout: options.timeouts?.keepAlive ?? 65_000,
      headersTimeout: options.timeouts?.headers ?? 20_000,
      connectionsCheckingInterval: CHECK_INTERVAL,
      requestTimeout: options.timeouts?.request ?? 60_000,
    },
    boundPipelining(serve, unsent),
  );
  surviveSocketErrors(server, log);
  upgrades.attach(server);
  answerUnparsed(server, MAX_HEAD);
  const authorizerOf = createAuthorizers({ ...options, showHints: options.isDevelopment });
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
    closing: shutdown.closing,
    onUpgrade: upgrades.add,
    upgraded: (incoming, headers = {}) => upgradedRequest(shell, settings.cors, incoming, headers),
    async authenticate(request) {
      request.principal = (await options.authenticate?.(request)) ?? null;
    },
    async recall(request, principal, since) {
      const found = await options.recall?.(request, principal, since);
      if (!found) throw coreErrors.ACCESS_UNAUTHORIZED('This caller cannot act without a request');
      request.principal = found;
    },
    authorize: (request, asked) => authorizerOf(asked)(request),
    listen: ({ port, host }) =>
      new Promise((resolve, reject) => {
        server.once('error', (error) => reject(cannotListen(error, host, port)));
        server.listen(port, host, () => {
          server.removeAllListeners('error');
          surviveAcceptErrors(server, log);
          resolve();
        });
      }),
    async close(how = {}) {
      const ended = shutdown.close();
      if (how.force) shutdown.force();
      await ended;
      inFlight.stop();
      endRefusalLog();
    },
  };
}
