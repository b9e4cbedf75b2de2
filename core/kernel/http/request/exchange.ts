// Implements RequestContext for one request. It creates expensive parts on first access.
import { setMaxListeners } from 'node:events';
import {
  type IncomingMessage,
  type ServerResponse,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';
import type { Context as KoaContext } from 'koa';
import type { RequestScope, RequestState } from '../../../types';
import { coreErrors } from '../../errors/core-errors';
import { errorSourceOf } from '../../errors/error-source';
import type { Logger } from '../../log/logger';
import type { Container } from '../../registry/container';
import { NO_TURN } from './arrival-turn';
import type { CacheRule } from './cache-control';
import { mayDo, type RequestCaller, requestCaller } from './caller';
import { clientAddress } from './client-address';
import { RequestCommits } from './commits';
import type { Principal, RequestContext } from './context';
import type { ParsedQuery } from './query-string';
import type { RequestScopes } from './scopes';

/** Shared by all requests of a server. */
export interface ExchangeShell {
  readonly log: Logger;
  readonly scopes: RequestScopes;
  readonly proxyHops: number;
  requestId(request: IncomingMessage): string;
  parseQuery(text: string): ParsedQuery;
  /** The container of the application. */
  readonly container: Container;
  createKoaContext(request: IncomingMessage, response: ServerResponse): KoaContext;
  /** Counts bytes of the coming answer; throws the 503 of a read that finds no room. */
  hold(request: Exchange, bytes: number): void;
  hasRoomFor(request: Exchange, bytes: number): boolean;
  isCurrentTurn(turn: number): boolean;
  readKoaBody(request: Exchange): Promise<void>;
}

const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

const NO_TEXT = () => null;

export class Exchange implements RequestContext {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  querystring: string;
  params = NO_PARAMS;
  principal: Principal | null = null;
  visibility: RequestScope;
  action: string | null = null;
  /** The plugin of the route. */
  source: string | null = null;
  route: string | null = null;
  /** `Cache-Control` of the route. */
  cache: CacheRule | null = null;
  /** The headers of every answer are on the koa context. */
  hasFixedHeaders = false;
  /** Headers of `setHeader`. */
  addedHeaders: Record<string, string> | null = null;
  /** If-None-Match as it was sent, if its tags name an encoding. */
  encodedTags: string | null = null;
  /** Whether an answer has been started. */
  isAnswered = false;
  takesStream = true;
  startedAt = 0;
  isRead: boolean;
  /** The turn of the event loop in which it arrived. */
  turn = NO_TURN;
  readText: () => string | null = NO_TEXT;
  /** Bytes of rows that become the answer. */
  held = 0;
  /** The answer is made: work that still goes on is for nothing. */
  isReleased = false;
  /** Its handler goes on after it returned a promise. */
  isRunning = false;
  /** For koa middlewares: the error that became the answer. */
  thrown: { readonly error: unknown } | null = null;
  answerError: ((error: unknown) => void) | null = null;
  /** The body, after the route or koa-body has read it. */
  readBody: { readonly value: unknown } | null = null;
  /** Called after the answer; removes temporary files of the body. */
  cleanUp: (() => void) | null = null;
  readonly #shell: ExchangeShell;
  #caller: RequestCaller | null = null;
  #query: ParsedQuery | null = null;
  #queryName: string | null = null;
  #state: Partial<RequestState> | null = null;
  #log: Logger | null = null;
  #koa: KoaContext | null = null;
  #container: Container | null = null;
  #commits: RequestCommits | null = null;
  #abort: AbortController | null = null;
  /** Its container waits for the end of the handler. */
  #isClosed = false;
  #stopped: { readonly reason: unknown } | null = null;

  constructor(
    shell: ExchangeShell,
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
  ) {
    this.#shell = shell;
    this.visibility = shell.scopes.none;
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    this.path = mark === -1 ? url : url.slice(0, mark);
    this.querystring = mark === -1 ? '' : url.slice(mark + 1);
    this.method = request.method ?? 'GET';
    this.isRead = this.method === 'GET' || this.method === 'HEAD';
    this.id = shell.requestId(request);
  }

  get caller(): RequestCaller {
    const { principal, visibility } = this;
    if (this.#caller?.visibility !== visibility || this.#caller.principal !== principal)
      this.#caller = requestCaller(principal, visibility, this);
    return this.#caller;
  }

  can(action: string): boolean {
    return mayDo(this.visibility, action);
  }

  get query(): ParsedQuery {
    this.#query ??= this.#shell.parseQuery(this.querystring);
    return this.#query;
  }

  replaceQuery(query: ParsedQuery): void {
    const { stringify }: typeof import('qs') = require('qs');
    this.#query = query;
    this.querystring = stringify(query);
    // A query string leaves out empty lists, and shows null as an empty text. No request line has a line break.
    this.#queryName = `\n${JSON.stringify(query)}`;
  }

  get queryName(): string {
    return this.#queryName ?? this.querystring;
  }

  get state(): Partial<RequestState> {
    this.#state ??= {};
    return this.#state;
  }

  get log(): Logger {
    this.#log ??= this.#shell.log.child({ request: this.id });
    return this.#log;
  }

  get container(): Container {
    if (this.#container === null) {
      const { container } = this.#shell;
      this.#container = (this.source === null ? container : container.as(this.source)).createChild();
      this.whenClosed(() => this.#disposeWhenDone());
    }
    return this.#container;
  }

  /** Also at once, for a request whose connection is closed. */
  protected whenClosed(closed: () => void): void {
    if (this.response.closed) closed();
    else this.response.once('close', closed);
  }

  /** A handler may go on after a timeout, or after its client has gone. */
  #disposeWhenDone(): void {
    if (this.isRunning) this.#isClosed = true;
    // Taps of `request.done` run before.
    else setImmediate(() => this.#container?.dispose((error) => this.#logDisposal(error)));
  }

  #logDisposal(error: unknown): void {
    this.log.error('a service of the request failed in dispose()', { ...errorSourceOf(error), error });
  }

  get koa(): KoaContext {
    this.#koa ??= this.#shell.createKoaContext(this.request, this.response);
    return this.#koa;
  }

  get ip(): string {
    return clientAddress(this.request, this.#shell.proxyHops);
  }

  get commits(): RequestCommits {
    this.#commits ??= new RequestCommits();
    return this.#commits;
  }

  /** May something that the request wrote be stored? */
  get mayBeStored(): boolean {
    return this.#commits?.mayBeStored ?? false;
  }

  /** Its handler has ended. */
  end(): void {
    this.isRunning = false;
    if (this.#isClosed) this.#disposeWhenDone();
    this.#commits?.end();
  }

  get signal(): AbortSignal {
    if (this.#abort !== null) return this.#abort.signal;
    const controller = new AbortController();
    // One listener for each statement under way.
    setMaxListeners(0, controller.signal);
    this.#abort = controller;
    if (this.#stopped !== null) controller.abort(this.#stopped.reason);
    const closed = (): void => {
      if (!this.response.writableFinished) this.stop(coreErrors.REQUEST_CLOSED());
    };
    if (this.response.closed) closed();
    else this.response.once('close', closed);
    return controller.signal;
  }

  /** Ends the work of the request; the first reason counts. */
  stop(reason: unknown): void {
    if (this.#stopped !== null) return;
    this.#stopped = { reason };
    this.#abort?.abort(reason);
  }

  readKoaBody(): Promise<void> {
    return this.#shell.readKoaBody(this);
  }

  setHeader(name: string, value: string): void {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    this.addedHeaders ??= {};
    this.addedHeaders[name.toLowerCase()] = value;
  }

  hold(bytes: number): void {
    if (this.#stopped !== null) throw this.#stopped.reason;
    try {
      this.#shell.hold(this, bytes);
    } catch (error) {
      this.stop(error);
      throw error;
    }
  }

  get isArriving(): boolean {
    return this.#shell.isCurrentTurn(this.turn);
  }

  hasRoomFor(bytes: number): boolean {
    return this.#shell.hasRoomFor(this, bytes);
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  }
}
