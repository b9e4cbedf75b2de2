// Implements RequestContext for one request. It creates expensive parts on first access.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context as KoaContext } from 'koa';
import type { Visibility } from '../../schema/model/visibility';
import type { RequestState } from '../../types';
import type { Logger } from '../logger';
import { clientAddress } from './client-address';
import type { Principal, RequestContext } from './context';
import type { ParsedQuery } from './query-string';

/** Shared by all requests of a server. */
export interface ExchangeShell {
  readonly log: Logger;
  readonly proxyHops: number;
  requestId(request: IncomingMessage): string;
  parseQuery(text: string): ParsedQuery;
  createKoaContext(request: IncomingMessage, response: ServerResponse): KoaContext;
}

const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

const NO_VISIBILITY: Visibility = {
  scope: 'none',
  canRead: () => false,
  readable: () => false,
  writable: () => false,
};

export class Exchange implements RequestContext {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly querystring: string;
  params = NO_PARAMS;
  principal: Principal | null = null;
  visibility = NO_VISIBILITY;
  action: string | null = null;
  /** The plugin of the route. */
  source: string | null = null;
  /** The route's own value of `Cache-Control`. */
  cacheControl: string | null = null;
  /** Whether an answer has been started. */
  isAnswered = false;
  startedAt = 0;
  /** Called after the answer; removes temporary files of the body. */
  cleanUp: (() => void) | null = null;
  readonly #shell: ExchangeShell;
  #query: ParsedQuery | null = null;
  #state: Partial<RequestState> | null = null;
  #log: Logger | null = null;
  #koa: KoaContext | null;

  constructor(
    shell: ExchangeShell,
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    koa: KoaContext | null,
  ) {
    this.#shell = shell;
    this.#koa = koa;
    const url = request.url ?? '/';
    const mark = url.indexOf('?');
    this.path = mark === -1 ? url : url.slice(0, mark);
    this.querystring = mark === -1 ? '' : url.slice(mark + 1);
    this.method = request.method ?? 'GET';
    this.id = shell.requestId(request);
  }

  get query(): ParsedQuery {
    this.#query ??= this.#shell.parseQuery(this.querystring);
    return this.#query;
  }

  get state(): Partial<RequestState> {
    this.#state ??= {};
    return this.#state;
  }

  get log(): Logger {
    this.#log ??= this.#shell.log.child({ request: this.id });
    return this.#log;
  }

  get koa(): KoaContext {
    this.#koa ??= this.#shell.createKoaContext(this.request, this.response);
    return this.#koa;
  }

  get ip(): string {
    return clientAddress(this.request, this.#shell.proxyHops);
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  }
}
