// The kernel: the assembly of an application, in order. Read createKernel from top to bottom; the work is in its calls.

import type { ApplicationMap } from '../../types';
import { isThenable } from '../check/thenable';
import { createWorkerGroup } from '../concurrency/worker-group';
import type { Variables } from '../config/env';
import type { ConfigOverrides, LoadedConfig } from '../config/load-config';
import { attribute } from '../errors/attribute';
import { errorSourceOf } from '../errors/error-source';
import { SecretNames } from '../errors/secret-names';
import { StartupError } from '../errors/startup-error';
import { type CollectedRoute, RouteCollector } from '../http/routes/route-collector';
import { createLogger, type Logger, type LoggerOptions } from '../log/logger';
import { createEvents } from '../observe/events';
import { createContainer } from '../registry/container';
import { activityOf, beginCall } from './activity';
import { type App, createApp, type Kernel, type Module } from './app';
import { closeHooks, READ_BEFORE_BOOT, READ_BEFORE_START } from './closed-hooks';
import { createHooks } from './create-hooks';
import { disabledPlugins } from './disabled-plugins';
import { loadApplication } from './load-application';
import type { LoadedPlugin } from './load-plugins';
import { logBlockedLoop, watchLoop } from './loop-monitor';
import { checkModules, startModules } from './module';
import { openServer } from './open-server';
import type { AnyPlugin } from './plugin';
import { createPluginReports, PLUGIN_REPORTS } from './plugin-reports';
import { endPublishing } from './published-hooks';
import { createRegistries, type Registries } from './registries';
import { CONFIG, LOGGER, ROUTES, SERVER, WORKERS } from './tokens';
import { reportUnusedFiles } from './unused-files';
import { watchStart } from './watch-start';

export interface KernelOptions {
  /** The application folder. */
  readonly dir: string;
  /** Instead of the environment of the process. */
  readonly env?: Variables;
  /** Override the configuration files. */
  readonly overrides?: ConfigOverrides;
  /** The layers above the kernel, the lowest first. */
  readonly modules: readonly Module[];
  /** Plugins as objects, after those of config/plugins. */
  readonly plugins?: readonly AnyPlugin[];
  /** Takes each log line; absent: the standard output. */
  readonly writeLog?: (line: string) => void;
  /**
   * Texts of files of the application that are not written yet, by path below `dir`: a command says what they would change. null: the file
   * will be removed.
   */
  readonly unwritten?: ReadonlyMap<string, string | null>;
}

/** A plugin with its configuration and its app object. */
interface Member extends LoadedPlugin {
  readonly app: App;
}

/** Everything up to the frozen schema and the routes. Opens nothing: `start` connects, `listen` opens the port. */
export async function createKernel(options: KernelOptions): Promise<Kernel> {
  const { loaded, plugins, disabled, unused } = await loadApplication(options);
  const secretNames = new SecretNames(loaded.config.server.logs.redact);
  const log = createLogger(loggerOptions(loaded, secretNames, options.writeLog));
  for (const warning of loaded.warnings) log.warn(warning);
  reportUnusedFiles(unused, log);
  const { modules } = options;
  checkModules(modules);
  const members: Member[] = [];
  const registries = createRegistries(modules);
  const { unwritten = new Map<string, string | null>(), overrides = {} } = options;
  const given = { unwritten, overrides };
  const parts = { loaded, log, secretNames, plugins, disabled, modules, registries, members, given };
  const kernel = emptyKernel(parts);
  kernel.container.provide(PLUGIN_REPORTS, createPluginReports(loaded, plugins, secretNames));
  const collector = new RouteCollector();
  const shared = {
    collector,
    registries: kernel.registryNames,
    parts: modules.flatMap((module) => module.app?.(kernel) ?? []),
  };
  for (const loadedPlugin of plugins) {
    const { plugin, config } = loadedPlugin;
    const app = createApp(kernel, { ...shared, name: plugin.name });
    members.push({ ...loadedPlugin, app });
    const registered: unknown = step(plugin.name, 'register', () => plugin.register(app, config));
    if (isThenable(registered)) throw registersLate(plugin.name, registered);
    const added = step(plugin.name, 'members', () => plugin.members?.(app));
    if (added) shared.parts.push(added);
  }
  endPublishing(kernel.hooks);
  for (const module of modules) module.assemble?.(kernel);
  kernel.container.provide(ROUTES, collectRoutes(kernel, collector));
  return kernel;
}

/** Runs a step of a plugin, such as `register` or `boot`. */
const step = <T>(plugin: string, at: string, work: () => T): T =>
  attribute(work, { plugin, at, isStep: true })();

async function boot(
  { hooks }: Kernel,
  { name }: AnyPlugin,
  work: () => Promise<void> | undefined,
): Promise<void> {
  const end = beginCall({ hooks, plugin: name, activity: activityOf(hooks) }, 'boot');
  try {
    await step(name, 'boot', work);
  } finally {
    end();
  }
}

async function startWatched(kernel: Kernel, members: readonly Member[]): Promise<void> {
  const endWatch = watchStart(kernel.log, activityOf(kernel.hooks));
  try {
    await start(kernel, members);
  } finally {
    endWatch();
  }
}

async function start(kernel: Kernel, members: readonly Member[]): Promise<void> {
  const { hooks, container, modules } = kernel;
  closeHooks(hooks, READ_BEFORE_START);
  await hooks.boot.check.promise();
  await startModules(kernel, modules, async () => {
    closeHooks(hooks, READ_BEFORE_BOOT);
    await hooks.boot.before.promise();
    for (const { plugin, config: own, app } of members)
      await boot(kernel, plugin, () => plugin.boot?.(app, own));
  });
  container.provide(SERVER, await openServer(kernel));
  await hooks.boot.after.promise();
}

async function listen(kernel: Kernel): Promise<void> {
  await kernel.start();
  const { host, port } = kernel.config.server;
  await kernel.server.listen({ host, port });
  kernel.hooks.shutdown.tap('core', watchLoop(kernel.events, activityOf(kernel.hooks)));
  kernel.log.info('listening', { url: kernel.server.url, environment: kernel.environment });
  await kernel.hooks.listening.promise(kernel.server);
}

/** A failing step does not keep the steps after it from running. */
async function stop(kernel: Kernel, members: readonly Member[]): Promise<void> {
  const { container, hooks, log, modules } = kernel;
  const failures: unknown[] = [];
  const failed = (error: unknown): void => {
    failures.push(error);
    log.error('a part did not stop as it should', { ...errorSourceOf(error), error });
  };
  const end = async (work: () => Promise<void> | undefined): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failed(error);
    }
  };
  if (container.has(SERVER)) await end(() => container.resolve(SERVER).close());
  hooks.shutdown.failed = failed;
  await hooks.shutdown.promise();
  for (const { plugin, app } of members.toReversed())
    await end(() => step(plugin.name, 'shutdown', () => plugin.shutdown?.(app)));
  await container.dispose(failed);
  for (const module of modules.toReversed()) await end(() => module.stop?.(kernel));
  if (failures.length > 0) throw failures[0];
}

interface EmptyKernel {
  readonly loaded: LoadedConfig;
  readonly log: Logger;
  readonly secretNames: SecretNames;
  readonly plugins: readonly LoadedPlugin[];
  readonly disabled: readonly AnyPlugin[];
  readonly modules: readonly Module[];
  readonly registries: Registries;
  readonly members: readonly Member[];
  readonly given: Pick<Kernel, 'unwritten' | 'overrides'>;
}

function emptyKernel({
  loaded,
  log,
  secretNames,
  plugins,
  disabled,
  modules,
  registries,
  members,
  given,
}: EmptyKernel): Kernel {
  const { dir, environment, config, variables } = loaded;
  const container = createContainer();
  const events = createEvents(log);
  logBlockedLoop(events, log);
  const hooks = createHooks(modules, (path, error) =>
    log.error(`a tap of ${path} failed`, { ...errorSourceOf(error), error }),
  );
  activityOf(hooks).events = events;
  container.provide(CONFIG, config);
  container.provide(LOGGER, log);
  container.provide(WORKERS, createWorkerGroup());
  /** A failed startup leaves nothing open. */
  const orStop = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      await kernel.stop().catch(() => undefined);
      throw error;
    }
  };
  let starting: Promise<void> | undefined;
  let stopping: Promise<void> | undefined;
  let fills = false;
  const own: Omit<Kernel, keyof Registries | keyof ApplicationMap> = {
    dir,
    environment,
    isProduction: environment === 'production',
    variables,
    config,
    log,
    events,
    hooks,
    container,
    modules,
    ...given,
    registryNames: Object.keys(registries),
    plugins: plugins.map(({ plugin: { name, dependencies = [], handlesAnonymous }, source }) => ({
      name,
      source,
      dependencies,
      ...(handlesAnonymous ? { handlesAnonymous } : {}),
    })),
    disabledPlugins: disabledPlugins(new Set(plugins.map(({ plugin }) => plugin.name)), disabled),
    secretNames,
    get routes() {
      return container.resolve(ROUTES);
    },
    get server() {
      return container.resolve(SERVER);
    },
    get fills() {
      return fills;
    },
    start(options = {}) {
      if (starting === undefined) fills = options.fills === true;
      starting ??= orStop(startWatched(kernel, members));
      return starting;
    },
    listen: () => orStop(listen(kernel)),
    stop() {
      stopping ??= stop(kernel, members);
      return stopping;
    },
  };
  const kernel = Object.assign(own, registries) as Kernel;
  for (const { application } of modules)
    Object.defineProperties(kernel, Object.getOwnPropertyDescriptors(application?.(kernel) ?? {}));
  return kernel;
}

/** The action of a route is a permission action; where a plugin has added it, that description stays. */
function collectRoutes({ hooks, actions }: Kernel, collector: RouteCollector): readonly CollectedRoute[] {
  const routes = collector.finish((builder) => hooks.http.route.call(builder));
  for (const {
    definition: { action, summary },
    source,
  } of routes)
    if (action !== null && !actions.has(action))
      actions.as(source).add({ name: action, description: summary });
  return routes;
}

function loggerOptions(
  { config, environment }: LoadedConfig,
  secrets: SecretNames,
  write: KernelOptions['writeLog'],
): LoggerOptions {
  const { level, format } = config.server.logs;
  const isForPeople = process.stdout.isTTY && environment !== 'production';
  return {
    level,
    secrets,
    format: format === 'auto' ? (isForPeople ? 'pretty' : 'json') : format,
    ...(write ? { write } : {}),
  };
}

/** Additions of a `register` that waits would come after the schema and the routes. */
function registersLate(plugin: string, registered: PromiseLike<unknown>): StartupError {
  registered.then(undefined, () => undefined);
  return new StartupError(
    `register() of the plugin "${plugin}" returns a promise. Make it synchronous; \`boot(app)\` may wait.`,
  );
}

export type { Kernel } from './app';
