// The application as the embedding program sees it (Kernel), and as one plugin sees it (App).

import { type CallerDocuments, documentsAs } from '../../content/documents/documents-as';
import type { DocumentTextService } from '../../content/documents/operations';
import type { ReadService } from '../../content/documents/read';
import type { Documents } from '../../content/documents/typed-documents';
import type { Schema, Uid } from '../../content/model/compiled/content-type';
import { type PluginSettings, pluginSettings, watchSettings } from '../../content/state/plugin-settings';
import {
  createStateStore,
  type PluginState,
  pluginState,
  type StateShape,
  type StateStore,
} from '../../content/state/plugin-state';
import type { Database } from '../../database/database';
import type { Check } from '../check/check';
import type { Config } from '../config/load-config';
import type { SecretNames } from '../errors/secret-names';
import type { Logger } from '../http/logger';
import type { Caller } from '../http/request/caller';
import type { RequestContext } from '../http/request/context';
import type { RouteChecks, RouteDefinition } from '../http/routes/route';
import type { CollectedRoute, RouteCollector } from '../http/routes/route-collector';
import type { HttpServer } from '../http/server';
import type { DisabledPlugins } from './absent-plugins';
import type { Container } from './container';
import { hookScopesOf } from './hook-scope';
import type { Hooks } from './hooks';
import { type PluginHooks, pluginHooks } from './plugin-hooks';
import { type Registries, registriesOf } from './registries';

/** The members that the embedding program and every plugin can use. */
export interface Application extends Registries {
  /** The application folder, absolute. */
  readonly dir: string;
  /** NODE_ENV, or `development`. */
  readonly environment: string;
  readonly isProduction: boolean;
  /** The environment variables, those of `.env` included; for secrets of a plugin. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly config: Config;
  readonly log: Logger;
  /** Services under typed tokens. */
  readonly container: Container;
  /** The enabled plugins, in the order of registration. */
  readonly plugins: readonly PluginInfo[];
  /** The built-in plugins that are disabled, for messages about unknown names. */
  readonly disabledPlugins: DisabledPlugins;
  /** Keys of a body that the document service ignores, such as those that clients send back. */
  readonly ignoredKeys: Set<string>;
  /** Names of secrets in bodies and queries: no log shows their values. Those of password attributes are added by themselves. */
  readonly secretNames: SecretNames;

  // The parts below throw an error until the hook that is named with each.
  /** From `schema.ready` on. */
  readonly schema: Schema;
  /** From `boot.before` on. */
  readonly database: Database;
  /** From `boot.before` on. */
  readonly documents: ContentDocuments;
  /** From `boot.after` on; its port is open from `listening` on. */
  readonly server: HttpServer;

  /** Connects the database, creates missing tables and columns, boots the plugins. A second call waits for the first. */
  start(): Promise<void>;
}

/** The whole application, for the program that created it. */
export interface Kernel extends Application {
  readonly hooks: Hooks;
  /** All routes, from the end of `createKernel` on. */
  readonly routes: readonly CollectedRoute[];
  /** Starts the application and opens the port. */
  listen(): Promise<void>;
  /** Ends requests, then plugins in reverse order, then the database. A second call waits for the first. */
  stop(): Promise<void>;
}

export interface PluginRoutes {
  /** In `register` or in the hook `schema.ready`. The path is complete: write `/api` where you want it. */
  add<const C extends RouteChecks, const Path extends string>(definition: RouteDefinition<C, Path>): void;
  /** The routes of all plugins, from `boot.before` on. */
  readonly all: readonly CollectedRoute[];
}

/** The application as one plugin sees it: its taps, additions, routes and unexpected errors carry the plugin's name. */
export interface App extends Application {
  /** The plugin's name. */
  readonly name: string;
  readonly hooks: PluginHooks;
  readonly routes: PluginRoutes;
  /**
   * The documents that the caller of the request may read and write, in one call: `documentsAs(request)(uid).update(…)`. A missing
   * permission is a 403, an unknown document a 404.
   */
  documentsAs(request: RequestContext): CallerDocuments;
  /**
   * For whom the running hook of documents runs: a request, or code. For taps of `documents.*`, and functions that they call. Elsewhere
   * it throws: a handler has `request.caller`; follow-ups, operations and `query.transform` have `context.caller`.
   */
  caller(): Caller;
  /** Values of the plugin in the database, under typed keys. Call it in `register`. */
  state<const S extends StateShape>(shape: S): PluginState<S>;
  /**
   * Settings that callers with permission change over REST, and that all processes see within a second. Call it once, in `register`;
   * each key of the check has a default.
   */
  settings<T>(check: Check<T>): PluginSettings<T>;
  /** Logs once that a part of the plugin is deprecated: `deprecate('The setting "max"', 'use "most"')`. */
  deprecate(what: string, remedy: string): void;
}

/** The document service: objects for plugins and scripts, JSON text for transports. */
export type ContentDocuments = Documents & {
  text(uid: Uid): DocumentTextService;
  /** Reads in steps, for transports that keep parsed queries. */
  readonly read: ReadService;
};

export interface PluginInfo {
  readonly name: string;
  /** `built in`, `given`, or the file. */
  readonly source: string;
  readonly dependencies: readonly string[];
  /** The plugin decides about anonymous requests, so that `server.anonymous` does not apply. */
  readonly handlesAnonymous?: boolean;
}

export interface StoredParts {
  readonly store: StateStore;
  readonly watched: ReturnType<typeof watchSettings>;
}

/** The table and the timer exist only when a plugin uses them. */
export function storedParts({ hooks, log }: Kernel, database: () => Database): StoredParts {
  let store: StateStore | undefined;
  let watched: StoredParts['watched'] | undefined;
  return {
    get store() {
      store ??= createStateStore(hooks, database);
      return store;
    },
    get watched() {
      watched ??= watchSettings(hooks, log);
      return watched;
    },
  };
}

/** The parts of the kernel are getters, so the app object inherits them. */
export function createApp(kernel: Kernel, name: string, collector: RouteCollector, stored: StoredParts): App {
  const routes: PluginRoutes = {
    add: (definition) => collector.add(definition, name),
    get all() {
      return kernel.routes;
    },
  };
  const deprecated = new Set<string>();
  const own = {
    name,
    hooks: pluginHooks(kernel.hooks, name),
    routes,
    container: kernel.container.as(name),
    documentsAs: (request: RequestContext) => documentsAs(kernel, request),
    caller(): Caller {
      const caller = hookScopesOf(kernel.hooks).caller();
      if (caller) return caller;
      throw new Error(
        `The plugin "${name}" calls app.caller() outside the hooks documents.*. In a handler, use request.caller.`,
      );
    },
    state: <const S extends StateShape>(shape: S) => pluginState(stored.store, name, shape),
    settings<T>(check: Check<T>): PluginSettings<T> {
      const { prefix } = kernel.config.api.rest;
      const { log } = kernel;
      const made = pluginSettings({ plugin: name, check, ...stored, prefix, log });
      for (const one of made.routes) collector.add(one, name);
      return made.settings;
    },
    deprecate(what: string, remedy: string): void {
      if (deprecated.has(what)) return;
      deprecated.add(what);
      kernel.log.warn(`${what} of the plugin "${name}" is deprecated; ${remedy}`);
    },
    ...registriesOf(kernel, name),
  };
  return Object.create(kernel, Object.getOwnPropertyDescriptors(own)) as App;
}
