// Every hook, on one screen. A tap carries its plugin's name: `kernel.hooks.http.routes.tap('my-plugin', (routes) => …)`.
// When each runs, what it may do and must not, stands beside it. Hooks cost nothing where nobody taps; none runs per row.
import { AsyncSeriesBailHook, AsyncSeriesHook, SyncHook, SyncWaterfallHook } from 'tapable';
import type { TableSpec } from '../database/tables';
import type {
  IssueCollector,
  LoadedSet,
  WriteAction,
  WriteContext,
  WriteResult,
} from '../documents/operations';
import type { AppError } from '../errors/app-error';
import type { ErrorBody } from '../errors/to-response';
import type { Principal, RequestContext, Verdict } from '../http/context';
import type { RouteBuilder, RouteCollector } from '../http/route-collector';
import type { HttpServer } from '../http/server';
import type { QueryNode } from '../query/ast';
import type { QueryContext } from '../query/prepare';
import type { Schema } from '../schema/content-type';
import type { SchemaCollector, TypeBuilder } from '../schema/type-builder';
import type { Answer } from './first-answer';

/** `K` is the kernel: its type names these hooks, so they cannot name it. */
export function createHooks<K>() {
  return Object.freeze({
    schema: Object.freeze({
      /** Before anything is compiled. May add types and components of the plugin. */
      collect: new SyncHook<[SchemaCollector]>(['collector']),
      /** Once per content type. May add attributes, axes, indexes, tail fields. */
      contentType: new SyncHook<[TypeBuilder]>(['type']),
      /** Once, with the tables the schema needs. May add tables, columns and indexes. */
      tables: new SyncHook<[TableSpec[], Schema]>(['tables', 'schema']),
      /** The schema is frozen. May compute what depends on it; must not change it. */
      ready: new SyncHook<[Schema]>(['schema']),
    }),
    http: Object.freeze({
      /** Once, after `schema.ready`. May add routes. */
      routes: new SyncHook<[RouteCollector]>(['routes']),
      /** Once per route. May attach policies and middlewares. */
      route: new SyncHook<[RouteBuilder]>(['route']),
    }),
    boot: Object.freeze({
      /** The database is in step with the schema; nothing listens yet. May write (seeds). */
      before: new AsyncSeriesHook<[K]>(['kernel']),
      /** After every plugin's own `boot`. */
      after: new AsyncSeriesHook<[K]>(['kernel']),
    }),
    /** The port is open. */
    listening: new AsyncSeriesHook<[HttpServer]>(['server']),
    /** Requests have ended, the database is still up. */
    shutdown: new AsyncSeriesHook<[K]>(['kernel']),
    request: Object.freeze({
      /**
       * Bails: the first tap that recognises the credentials answers who it is. Must not answer for credentials of others. A
       * tap that mostly knows at once answers without a promise (`tap`), and with one when it has to wait.
       */
      authenticate: new AsyncSeriesBailHook<[RequestContext], Answer<Principal>>(['request']),
      /**
       * Bails with a verdict on the action, at once or with a promise. Routes with `action: null` never get here. Of these two
       * hooks the taps are called one by one: interceptors see what is tapped, not what is called.
       */
      authorize: new AsyncSeriesBailHook<[RequestContext, string], Answer<Verdict>>(['request', 'action']),
      /** May reshape the body of an error; must return one. */
      error: new SyncWaterfallHook<[ErrorBody, AppError, RequestContext | null]>([
        'body',
        'error',
        'request',
      ]),
      /** The answer has been sent. Logs, metrics. */
      done: new SyncHook<
        [RequestContext, { readonly status: number; readonly milliseconds: number; readonly bytes: number }]
      >(['request', 'outcome']),
    }),
    query: Object.freeze({
      /** After visibility, before axes are bound, once per tree. May add predicates to any node. Part of the shape. */
      transform: new SyncHook<[QueryNode, QueryContext]>(['node', 'context']),
    }),
    documents: Object.freeze({
      /** Before the transaction, from the request alone. May set target, strictness, columns, follow-ups. */
      prepare: new AsyncSeriesHook<[WriteAction]>(['action']),
      /** With the merged document, inside the transaction. May add issues; must not write. */
      validate: new SyncHook<[WriteAction, IssueCollector]>(['action', 'issues']),
      /** Inside the transaction, before the row is written. A retry runs it again. */
      writing: new AsyncSeriesHook<[WriteContext]>(['context']),
      /** Inside the transaction, once, with all rows written. A throw undoes everything. */
      written: new AsyncSeriesHook<[WriteResult, WriteContext]>(['result', 'context']),
      /** After the commit. A failure is logged, never thrown. */
      committed: new AsyncSeriesHook<[WriteResult]>(['result']),
      /** Once per result set, whatever its type: one tap turns all reads into objects. May change them in place. */
      loaded: new SyncHook<[LoadedSet]>(['set']),
    }),
  });
}

export type Hooks<K> = ReturnType<typeof createHooks<K>>;
