// The HTTP server: assembles node's server and the parts of the pipeline (pipeline.ts). A request creates its koa context on first access.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';
import type { Context as KoaContext } from 'koa';
import type { RequestScope } from '../../types';
import { coreErrors } from '../errors/core-errors';
import type { SecretNames } from '../errors/secret-names';
import type { Logger } from '../log/logger';
import type { Events } from '../observe/events';
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
import { createPipeline } from './pipeline';
import { createArrivalTurn } from './request/arrival-turn';
import { keepAddresses } from './request/client-address';
import type { Principal, RequestContext } from './request/context';
import type { ExchangeShell } from './request/exchange';
import { createKoaBodyReader } from './request/koa-body';
import { createQueryParser, DEFAULT_QUERY_LIMITS, type QueryStringLimits } from './request/query-string';
import { requestIds } from './request/request-id';
import { type OwnHeaders, upgradedRequest } from './request/upgraded';
import { createAnswerWriter } from './response/answer-writer';
import { logRefusals } from './response/busy-log';
import { createCompression } from './response/compression';
import { createErrorBoundary, type ErrorHelp, type ReshapeError } from './response/error-boundary';
import { createLateAnswer, type LateAnswerParts } from './response/late-answer';
import { logRequests, type Outcome, requestEvents } from './response/request-events';
import { createAuthorizers, type Recall, type RouteAccess } from './routes/access';
import type { RouteSurroundings } from './routes/compile-route';
import { compileRoutes } from './routes/compile-routes';
import type { RootPage } from './routes/root';
import type { CollectedRoute } from './routes/route-collector';

export interface HttpServerOptions
  extends Omit<RouteSurroundings, 'body' | 'query'>,
    Pick<LateAnswerParts, 'pendingTaps' | 'showsPending'> {
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
  const inFlight = createInFlight(
    answerTimeout,
    createLateAnswer({
      ...options,
      sendError: (request, error) => writer.send(request, toAnswer(error, request)),
    }),
  );
  const serve = createPipeline({
    settings,
    shell,
    router,
    maxUrl: options.maxUrl ?? DEFAULT_MAX_URL,
    budget,
    turn,
    compression,
    writer,
    inFlight,
    events,
    began,
    toAnswer,
  });
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
  keepAddresses(server);
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
