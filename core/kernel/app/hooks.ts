// The hooks of the kernel, with the moment at which each runs and the changes that its taps may make. Modules and plugins publish more
// hooks. A plugin taps through its app object: `app.hooks.http.route((route) => …)`. A hook without taps costs nothing.
import type { HookMap, RequestScope } from '../../types';
import type { AppError } from '../errors/app-error';
import type { ErrorBody } from '../errors/to-response';
import type { Principal, RequestContext, Verdict } from '../http/request/context';
import type { RouteBuilder } from '../http/routes/route-collector';
import type { HttpServer } from '../http/server';
import { hooks } from './hook-kinds';

export interface Happened {
  /** Plugin and word: `two-factor.enabled`, `migration.applied`. */
  readonly event: string;
  /** Its facts. No secrets. */
  readonly details: Readonly<Record<string, unknown>>;
  /** null: a command, a job or a start. */
  readonly request: RequestContext | null;
}

export const kernelHooks = () => ({
  http: Object.freeze({
    /** Once per route, after `schema.ready`. May attach policies and middlewares. */
    route: hooks.sync<[route: RouteBuilder]>(['route']),
  }),
  boot: Object.freeze({
    /** Before the database is opened; commands that do not start the application skip it. May throw: nothing is changed then. */
    check: hooks.series<[]>([]),
    /**
     * The database has the tables of the schema; the port is closed. May write seeds. Processes that start at the same time
     * run this hook and the `boot` of the plugins one after the other: check for the seed, then add it.
     */
    before: hooks.series<[]>([]),
    /** After the `boot` of every plugin. May start timers. */
    after: hooks.series<[]>([]),
  }),
  /**
   * Something happened that an operator wants to find later, and that is no write of a document, such as a migration or a new second
   * factor. Inside the transaction of the caller, if there is one; an error ends what happened.
   */
  record: hooks.series<[happened: Happened]>(['happened']),
  /** The port is open. */
  listening: hooks.series<[server: HttpServer]>(['server']),
  /** All requests have ended; the database is still connected. */
  shutdown: hooks.everyTap<[]>([]),
  request: Object.freeze({
    /**
     * The first tap that recognises the credentials answers the principal; undefined leaves the request to the next tap. Must
     * not answer for credentials of another plugin. Answer without a promise where that is possible.
     */
    authenticate: hooks.firstAnswer<[request: RequestContext], Principal>(['request']),
    /**
     * A caller acts later, without a request: the person who scheduled work. The plugin that knows callers of this kind sets what its
     * own taps read from the request, and answers the principal of now; undefined leaves it to the next tap. `since`: the time at which
     * the caller asked for the work, in milliseconds. Must throw a 401 if the caller does not exist, was created later, or may not act.
     */
    recall: hooks.firstAnswer<[request: RequestContext, principal: Principal, since: number], Principal>([
      'request',
      'principal',
      'since',
    ]),
    /**
     * The first verdict on the action counts; undefined leaves it to the next tap. Routes with `action: null` skip this hook.
     */
    authorize: hooks.firstAnswer<[request: RequestContext, action: string], Verdict>(['request', 'action']),
    /**
     * What an allowed caller may read and write. Must return a visibility: the given one, or one that shows less (`limitRows`,
     * `withVisibility`).
     */
    visibility: hooks.waterfall<[visibility: RequestScope, request: RequestContext]>([
      'visibility',
      'request',
    ]),
    /** May reshape the body of an error; must return a body. */
    error: hooks.waterfall<[body: ErrorBody, error: AppError, request: RequestContext | null]>([
      'body',
      'error',
      'request',
    ]),
    /** The response is sent. For logs and metrics. */
    done: hooks.everyTapSync<
      [
        request: RequestContext,
        outcome: { readonly status: number; readonly milliseconds: number; readonly bytes: number },
      ]
    >(['request', 'outcome']),
  }),
});

export type Hooks = ReturnType<typeof kernelHooks> & HookMap;
