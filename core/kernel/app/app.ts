// The application as the embedding program sees it (Kernel), and as one plugin sees it (App).
import { resolve } from 'node:path';
import type { ApplicationMap, AppMap, HookMap, RegistryMap } from '../../types';
import type { Config, ConfigOverrides } from '../config/load-config';
import type { SecretNames } from '../errors/secret-names';
import type { Commits } from '../http/request/commits';
import type { RequestContext } from '../http/request/context';
import type { RequestScopes } from '../http/request/scopes';
import type { Method, RouteChecks, RouteDefinition } from '../http/routes/route';
import type { CollectedRoute, RouteCollector } from '../http/routes/route-collector';
import type { HttpServer } from '../http/server';
import { staticCheck } from '../http/static/static-check';
import type { StaticFolder } from '../http/static/static-folder';
import type { Logger } from '../log/logger';
import { attributedEvents, type Events } from '../observe/events';
import type { Container } from '../registry/container';
import { refuseMistakes } from '../registry/refuse-mistakes';
import type { DisabledPlugins } from './absent-plugins';
import type { Happened, Hooks } from './hooks';
import { type AppHooks, pluginHooks } from './plugin-hooks';
import { type Registries, registriesOf } from './registries';
import type { TapRules } from './tap-rules';

/** The members that the embedding program and every plugin can use. */
export interface Application extends Registries, ApplicationMap {
  /** The application folder, absolute. */
  readonly dir: string;
  /** NODE_ENV, or `development`. */
  readonly environment: string;
  readonly isProduction: boolean;
  /** The environment variables, those of `.env` included; for secrets of a plugin. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly config: Config;
  readonly log: Logger;
  /** What happens in the application, for metrics and traces: `app.events.observe('request.done', ({ status }) => …)`. */
  readonly events: Events;
  /** Services under typed tokens. */
  readonly container: Container;
  /** The enabled plugins, in the order of registration. */
  readonly plugins: readonly PluginInfo[];
  /** The built-in plugins that are disabled, for messages about unknown names. */
  readonly disabledPlugins: DisabledPlugins;
  /** Names of secrets in bodies and queries: no log shows their values. Those of password attributes are added by themselves. */
  readonly secretNames: SecretNames;

  /** From `boot.after` on; its port is open from `listening` on. Before, it throws an error. */
  readonly server: HttpServer;

  /** Connects the database, creates missing tables and columns, boots the plugins. A second call waits for the first. */
  start(options?: StartOptions): Promise<void>;
  /** See `StartOptions`. */
  readonly fills: boolean;
}

export interface StartOptions {
  /** A command writes the content of the whole application, so code that adds first documents must not run. */
  readonly fills?: boolean;
}

/** The whole application, for the program that created it. */
export interface Kernel extends Application {
  readonly hooks: Hooks;
  readonly modules: readonly Module[];
  /** See `KernelOptions`. */
  readonly unwritten: ReadonlyMap<string, string | null>;
  /** See `KernelOptions`. */
  readonly overrides: ConfigOverrides;
  /** The keys of all registries. */
  readonly registryNames: readonly string[];
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
  /**
   * Serves the files of a folder, with nested folders, ETags and precompressed `.br` and `.gz` siblings:
   * `static({ path: '/app', folder: join(__dirname, 'site'), fallback: 'index.html' })`. A folder that does not exist stops startup.
   */
  static(folder: StaticFolder): void;
  /** The routes of all plugins, from `boot.before` on. */
  readonly all: readonly CollectedRoute[];
}

/** The application as one plugin sees it: its taps, additions, routes and unexpected errors carry the plugin's name. */
export interface App extends Application, AppMap {
  /** The plugin's name. */
  readonly name: string;
  readonly hooks: AppHooks;
  readonly routes: PluginRoutes;
  /**
   * Tells other plugins what happened, such as `record('shop.refunded', { order: 7 }, request)`: the audit log stores it in the current
   * transaction. For what is no write of a document. No secrets in `details`. Without a request, the application itself did it.
   */
  record(event: string, details: Happened['details'], request?: RequestContext): Promise<void>;
  /** Logs once that a part of the plugin is deprecated: `deprecate('The setting "max"', 'use "most"')`. */
  deprecate(what: string, remedy: string): void;
}

export interface PluginInfo {
  readonly name: string;
  /** `built in`, `given`, or the file. */
  readonly source: string;
  readonly dependencies: readonly string[];
  /** The plugin decides about anonymous requests, so that `server.anonymous` does not apply. */
  readonly handlesAnonymous?: boolean;
}

/** One plugin, for the members that a module adds to its app object. */
export interface PluginSide {
  readonly name: string;
  /** Adds a route in the name of the plugin. */
  addRoute(route: RouteDefinition): void;
}

/**
 * A layer of the core above the kernel, such as the database or content. A module may do all that a plugin may, and more: it publishes
 * hooks and registries, adds members to the application, and starts before the plugins. The kernel knows no module by name.
 */
export interface Module {
  readonly name: string;
  /** Modules that stand before this one. */
  readonly needs?: readonly string[];
  /** The hooks that it publishes: name → hook, or a group of hooks. */
  hooks?(): Partial<HookMap>;
  /** By path, such as `documents.prepare`: how functions of plugins become taps. */
  readonly taps?: TapRules;
  registries?(): Partial<RegistryMap>;
  /** The scopes of callers whom no plugin describes. */
  readonly scopes?: RequestScopes;
  /** Members of the application. Getters may throw until their part exists. */
  application?(kernel: Kernel): Partial<ApplicationMap>;
  /** Members of each plugin's app object. Returns a function, so that all plugins of an application share state. */
  app?(kernel: Kernel): (plugin: PluginSide) => Partial<AppMap>;
  /** All plugins are registered. Opens nothing. */
  assemble?(kernel: Kernel): void;
  /** Opens its part. `next` starts the modules behind it, and then the plugins. */
  start?(kernel: Kernel, next: () => Promise<void>): Promise<void>;
  /** Runs a request that may write. */
  around?<T>(
    kernel: Kernel,
    request: RequestContext & { readonly commits: Commits },
    work: () => Promise<T>,
  ): Promise<T>;
  /** For `/_ready`: rejects while requests cannot be served. */
  ready?(kernel: Kernel): Promise<void>;
  /** For `/_ready?details=true`: the state of its parts, for people. No secrets: everybody can read it. */
  health?(kernel: Kernel): Readonly<Record<string, object>>;
  /** In reverse order, after the plugins. */
  stop?(kernel: Kernel): Promise<void>;
  /** For `quire describe`: parts that are in no registry, by kind. */
  describe?(kernel: Kernel): Readonly<Record<string, readonly DescribedPart[]>>;
  /** Requests to try first, for the message of a start and for `GET /`. Only those that the caller may send. */
  firstRequests?(kernel: Kernel, base: string, may: MayRead): Promise<readonly string[]>;
}

/** A part of an application with the plugin that added it. */
export interface DescribedPart {
  readonly name: string;
  readonly plugin: string;
  readonly description?: string;
}

/** Would a request with this action be answered? The method is GET by default. */
export type MayRead = (action: string | null, method?: Method) => Promise<boolean>;

/** The members of a plugin's app object that modules add. */
export type AppParts = readonly ((plugin: PluginSide) => Partial<AppMap>)[];

export interface AppOptions {
  readonly name: string;
  readonly collector: RouteCollector;
  readonly parts: AppParts;
  /** The keys of the registries. */
  readonly registries: readonly string[];
}

const loadStatic = (): typeof import('../http/static/static-folder') =>
  require('../http/static/static-folder');

/** The parts of the kernel are getters, so the app object inherits them. */
export function createApp(kernel: Kernel, { name, collector, parts, registries }: AppOptions): App {
  const addRoute = (route: RouteDefinition): void => collector.add(route, name);
  const routes: PluginRoutes = {
    add: (definition) => collector.add(definition, name),
    static(site) {
      refuseMistakes(site, staticCheck, { subject: 'a static folder', plugin: name });
      const { definition, check } = loadStatic().staticRoute({
        ...site,
        folder: resolve(kernel.dir, site.folder),
      });
      collector.add(definition, name, check);
    },
    get all() {
      return kernel.routes;
    },
  };
  const deprecated = new Set<string>();
  const own = {
    name,
    log: kernel.log.child({ plugin: name }),
    events: attributedEvents(kernel.events, name),
    hooks: pluginHooks(kernel.hooks, name),
    routes,
    container: kernel.container.as(name),
    record: (event: string, details: Happened['details'], request: RequestContext | null = null) =>
      kernel.hooks.record.promise({ event, details, request }),
    deprecate(what: string, remedy: string): void {
      if (deprecated.has(what)) return;
      deprecated.add(what);
      own.log.warn(`${what} of the plugin "${name}" is deprecated; ${remedy}`);
    },
    ...registriesOf(kernel, registries, name),
  };
  const descriptors = [own, ...parts.map((part) => part({ name, addRoute }))].map(
    Object.getOwnPropertyDescriptors,
  );
  return Object.create(kernel, Object.assign({}, ...descriptors)) as App;
}
