// Every hook, on one screen, with the moment at which it runs and the changes that its taps may make. A plugin taps through its
// app object: `app.hooks.schema.ready((schema) => …)`. A hook without taps costs nothing; no hook runs per row.
import { AsyncSeriesBailHook, AsyncSeriesHook, SyncHook, SyncWaterfallHook } from 'tapable';
import type { LoadedSet } from '../../content/documents/operations';
import type {
  IssueCollector,
  WriteAction,
  WriteContext,
  WriteResult,
} from '../../content/documents/write-action';
import type { DroppedTypes } from '../../content/migrate/dropped-types';
import type { Schema } from '../../content/model/compiled/content-type';
import type { Visibility } from '../../content/model/compiled/visibility';
import type { SchemaCollector, TypeBuilder } from '../../content/model/read/type-builder';
import type { QueryNode } from '../../content/query/ast';
import type { QueryContext } from '../../content/query/prepare';
import type { TableSpec } from '../../database/tables';
import type { AppError } from '../errors/app-error';
import type { ErrorBody } from '../errors/to-response';
import type { Principal, RequestContext, Verdict } from '../http/request/context';
import type { RouteBuilder } from '../http/routes/route-collector';
import type { HttpServer } from '../http/server';

export const createHooks = () =>
  Object.freeze({
    schema: Object.freeze({
      /** Before the schema is compiled. May add content types and components of the plugin. */
      collect: new SyncHook<[collector: SchemaCollector]>(['collector']),
      /** Once per content type. May add attributes, axes, indexes and known options. */
      contentType: new SyncHook<[type: TypeBuilder]>(['type']),
      /** Once, with the tables that the schema needs. May add tables, columns and indexes. */
      tables: new SyncHook<[tables: TableSpec[], schema: Schema]>(['tables', 'schema']),
      /**
       * `quire migrate apply --drop` removed the tables of content types that the schema no longer has. Runs in the transaction of
       * the migration; the application is not started. May remove what the plugin stored about them.
       */
      dropped: new AsyncSeriesHook<[dropped: DroppedTypes]>(['dropped']),
      /** The schema is frozen. May compute values, add routes and permission actions; must not change the schema. */
      ready: new SyncHook<[schema: Schema]>(['schema']),
    }),
    http: Object.freeze({
      /** Once per route, after `schema.ready`. May attach policies and middlewares. */
      route: new SyncHook<[route: RouteBuilder]>(['route']),
    }),
    boot: Object.freeze({
      /**
       * The database has the tables of the schema; the port is closed. May write seeds. Processes that start at the same time
       * run this hook and the `boot` of the plugins one after the other: check for the seed, then add it.
       */
      before: new AsyncSeriesHook<[]>([]),
      /** After the `boot` of every plugin. May start timers. */
      after: new AsyncSeriesHook<[]>([]),
    }),
    /** The port is open. */
    listening: new AsyncSeriesHook<[server: HttpServer]>(['server']),
    /** All requests have ended; the database is still connected. */
    shutdown: new AsyncSeriesHook<[]>([]),
    request: Object.freeze({
      /**
       * The first tap that recognises the credentials answers the principal; undefined leaves the request to the next tap. Must
       * not answer for credentials of another plugin. Answer without a promise where that is possible.
       */
      authenticate: new AsyncSeriesBailHook<[request: RequestContext], Principal>(['request']),
      /**
       * The first verdict on the action counts; undefined leaves it to the next tap. Routes with `action: null` skip this hook.
       * The server calls the taps of both hooks directly: interceptors see the taps, not the calls.
       */
      authorize: new AsyncSeriesBailHook<[request: RequestContext, action: string], Verdict>([
        'request',
        'action',
      ]),
      /**
       * What an allowed caller may read and write. Must return a visibility: the given one, or one that shows less (`limitRows`,
       * `withVisibility`).
       */
      visibility: new SyncWaterfallHook<[visibility: Visibility, request: RequestContext]>([
        'visibility',
        'request',
      ]),
      /** May reshape the body of an error; must return a body. */
      error: new SyncWaterfallHook<[body: ErrorBody, error: AppError, request: RequestContext | null]>([
        'body',
        'error',
        'request',
      ]),
      /** The response is sent. For logs and metrics. */
      done: new SyncHook<
        [
          request: RequestContext,
          outcome: { readonly status: number; readonly milliseconds: number; readonly bytes: number },
        ]
      >(['request', 'outcome']),
    }),
    query: Object.freeze({
      /** Once per query, after visibility and before axes are bound. May add predicates to any node; they are part of the shape. */
      transform: new SyncHook<[node: QueryNode, context: QueryContext]>(['node', 'context']),
    }),
    documents: Object.freeze({
      /** Before the transaction, from the request alone. `action.caller` is the caller. May set values (`action.set`), target, strictness, columns, follow-ups. */
      prepare: new AsyncSeriesHook<[action: WriteAction]>(['action']),
      /** Inside the transaction, with the merged document. May add issues; must not write. */
      validate: new SyncHook<[action: WriteAction, issues: IssueCollector]>(['action', 'issues']),
      /**
       * Inside the transaction, before the row is written. A retry runs it again. May copy rows: a deleted document stays when it has
       * another row.
       */
      writing: new AsyncSeriesHook<[context: WriteContext]>(['context']),
      /** Inside the transaction, once, after all rows are written. A thrown error rolls the transaction back. */
      written: new AsyncSeriesHook<[result: WriteResult, context: WriteContext]>(['result', 'context']),
      /** After the commit. A thrown error is logged; the write stays. */
      committed: new AsyncSeriesHook<[result: WriteResult]>(['result']),
      /**
       * Once per result set of any type. For the answer of a write, inside the transaction. Documents behind relations are inside the
       * set. `set.caller` is the caller who reads, also of a subscription. May change the objects in place; must not write. Reading `documents` turns the text of the set into objects.
       */
      loaded: new AsyncSeriesHook<[set: LoadedSet]>(['set']),
    }),
  });

export type Hooks = ReturnType<typeof createHooks>;
