// The request for hooks, policies and handlers.
import type { Context as KoaContext } from 'koa';
import type { RequestScope, RequestState } from '../../../types';
import type { Logger } from '../../log/logger';
import type { Container } from '../../registry/container';
import type { Principal, RequestCaller } from './caller';
import type { Commits } from './commits';

/** The result of authorisation for a request and an action. */
export type Verdict =
  | { readonly allowed: true; readonly visibility: RequestScope }
  /** The client receives `hint` in development only. */
  | { readonly allowed: false; readonly status: 401 | 403; readonly hint?: string };

export type { Principal } from './caller';

export interface RequestContext {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly querystring: string;
  /** The query string as a nested object, parsed on first access. A query over the limits throws a 400. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Names the query, for caches: requests with one name have the same query, also after a koa middleware has replaced it. */
  readonly queryName: string;
  readonly params: Readonly<Record<string, string>>;
  header(name: string): string | undefined;
  /**
   * Sets a header of the coming answer, also of an error. A header in the `Answer` of the handler wins. For handlers and middlewares that
   * do not make the answer themselves.
   */
  setHeader(name: string, value: string): void;
  /** The client's address. X-Forwarded-For counts only from trusted proxies. */
  readonly ip: string;
  principal: Principal | null;
  /** Set by authorisation. */
  visibility: RequestScope;
  /** The caller of this request, for calls of the document service: `{ caller: request.caller }`. */
  readonly caller: RequestCaller;
  /**
   * May the caller do this action? Answers from `visibility`. A route with `action: null` authorises nothing: there the answer is no, and
   * `app.documentsAs(request)` asks for the permission of each call.
   */
  can(action: string): boolean;
  /** The plugin of the route; null before the route is known. */
  readonly source: string | null;
  /** The path of the route, such as `/api/articles/:documentId`; null before the route is known. */
  readonly route: string | null;
  /** The action of the route. */
  readonly action: string | null;
  readonly state: Partial<RequestState>;
  readonly log: Logger;
  /**
   * The services of this request: those of the application, and values that are provided here. Services with the lifetime `container`
   * are made once in it. Made on first access; disposed of after the answer, when the handler has ended.
   */
  readonly container: Container;
  /** A GET is a read. A read may be refused (503) for lack of room; the answer to a write is always sent. */
  isRead: boolean;
  /** Names a read that is no GET: the same text asks for the same answer. Called when a read was refused. null: no name. */
  readText: () => string | null;
  /** No middleware reads the answer of a handler, so it may be a stream where it usually is text. */
  readonly takesStream: boolean;
  /** Aborted when the work is no longer wanted: the client has gone, the time is over, or the answer was refused. */
  readonly signal: AbortSignal;
  /**
   * The commits of the request. Transactions in the handler of a route that writes find them. Otherwise pass them to the write:
   * `documents(uid).update({ …, commits: request.commits })`.
   */
  readonly commits: Commits;
  /**
   * Counts bytes of the coming answer as unread bytes until it is sent. Throws the reason of `signal`, and the 503 of a read that
   * finds no room.
   */
  hold(bytes: number): void;
  /** Whether `hold` would find room for so many bytes. */
  hasRoomFor(bytes: number): boolean;
  /** Reads the body to `request.koa.request.body`, and files to `request.koa.request.files`, with the limits of other bodies. */
  readKoaBody(): Promise<void>;
  /** The koa context, for middlewares written for koa. */
  readonly koa: KoaContext;
}
