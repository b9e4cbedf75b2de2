// One request while it is served: what hooks, policies and handlers see as RequestContext. Whatever costs is made on first use.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Context as KoaContext } from 'koa';
import type { Visibility } from '../schema/visibility';
import type { RequestState } from '../types';
import { clientAddress } from './client-address';
import type { Principal, RequestContext } from './context';
import type { Logger } from './logger';
import type { ParsedQuery } from './query-string';

/** What all requests of one server share. */
export interface ExchangeShell {
  readonly log: Logger;
  readonly proxyHops: number;
  requestId(request: IncomingMessage): string;
  parseQuery(text: string): ParsedQuery;
  createKoaContext(request: IncomingMessage, response: ServerResponse): KoaContext;
}

const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({});

export const NO_VISIBILITY: Visibility = {
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
  /** The plugin whose route serves it. */
  source: string | null = null;
  /** The head of an answer is out, or on its way. */
  isAnswered = false;
  startedAt = 0;
  /** Called once the answer is out; a body's temporary files go here. */
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
