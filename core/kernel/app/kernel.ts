// The kernel: the assembly of an application, in order. Read createKernel from top to bottom; the work is in its calls.
import { operatorsByName, unknownNames } from '../../content/attributes/operators/registry';
import { compileSchema } from '../../content/model/compile/compile';
import type { Schema } from '../../content/model/compiled/content-type';
import { loadDefinitions } from '../../content/model/read/load';
import { openContent } from '../../content/open-content';
import { reportSchema } from '../../content/report-schema';
import { connectDatabase } from '../../database/run/connect';
import { isThenable } from '../check/thenable';
import type { Variables } from '../config/env';
import type { ConfigOverrides, LoadedConfig } from '../config/load-config';
import { errorSourceOf } from '../errors/error-source';
import { SecretNames } from '../errors/secret-names';
import { StartupError } from '../errors/startup-error';
import { createLogger, type Logger, type LoggerOptions } from '../http/logger';
import { type CollectedRoute, RouteCollector } from '../http/routes/route-collector';
import { type App, createApp, type Kernel, storedParts } from './app';
import { createContainer } from './container';
import { disabledPlugins } from './disabled-plugins';
import { everyTap } from './every-tap';
import { hookScopesOf } from './hook-scope';
import { createHooks } from './hooks';
import { loadApplication } from './load-application';
import type { LoadedPlugin } from './load-plugins';
import { watchLoop } from './loop-monitor';
import { naming } from './naming';
import { openServer } from './open-server';
import type { AnyPlugin } from './plugin';
import { activityOf, pendingTapsOf } from './plugin-hooks';
import { createRegistries } from './registries';
import { CONFIG, DATABASE, DOCUMENTS, LOGGER, ROUTES, SCHEMA, SERVER } from './tokens';
import { reportUnusedFiles } from './unused-files';

export interface KernelOptions {
  /** The application folder. */
  readonly dir: string;
  /** Instead of the environment of the process. */
  readonly env?: Variables;
  /** Override the configuration files. */
  readonly overrides?: ConfigOverrides;
  /** Plugins as objects, after those of config/plugins. */
  readonly plugins?: readonly AnyPlugin[];
  /** Takes each log line; absent: the standard output. */
  readonly writeLog?: (line: string) => void;
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
  reportUnusedFiles(unused, log);
  const members: Member[] = [];
  const kernel = emptyKernel(loaded, log, secretNames, plugins, disabled, members);
  const collector = new RouteCollector();
  const stored = storedParts(kernel, () => kernel.database);
  for (const loadedPlugin of plugins) {
    const { plugin, config } = loadedPlugin;
    const app = createApp(kernel, plugin.name, collector, stored);
    members.push({ ...loadedPlugin, app });
    const registered: unknown = naming(plugin.name, 'register', () => plugin.register(app, config));
    if (isThenable(registered)) throw registersLate(plugin.name, registered);
  }
  const schema = compileModel(kernel);
  addSecretAttributes(schema, secretNames);
  kernel.container.provide(SCHEMA, schema);
  kernel.hooks.schema.ready.call(schema);
  kernel.container.provide(ROUTES, collectRoutes(kernel, collector));
  return kernel;
}

async function start(kernel: Kernel, members: readonly Member[]): Promise<void> {
  const { config, dir, log, hooks, container } = kernel;
  const { slowQuery } = config.server.logs;
  const pendingTaps = () => pendingTapsOf(hooks);
  const database = await connectDatabase(config.database, {
    log,
    dir,
    slowQuery,
    pendingTaps,
    writeRefusal: hookScopesOf(hooks).writeRefusal,
  });
  container.provide(DATABASE, database);
  // Processes that start at the same time run this one by one: the second finds the seeds of the first.
  await database.exclusively(async () => {
    container.provide(DOCUMENTS, await openContent(kernel, database));
    await hooks.boot.before.promise();
    for (const { plugin, config: own, app } of members)
      await naming(plugin.name, 'boot', () => plugin.boot?.(app, own));
  });
  container.provide(SERVER, await openServer(kernel));
  await hooks.boot.after.promise();
}

async function listen(kernel: Kernel): Promise<void> {
  await kernel.start();
  const { host, port } = kernel.config.server;
  await kernel.server.listen({ host, port });
  kernel.hooks.shutdown.tap('core', watchLoop(kernel.log, activityOf(kernel.hooks)));
  kernel.log.info('listening', { url: kernel.server.url, environment: kernel.environment });
  await kernel.hooks.listening.promise(kernel.server);
}

/** A failing step does not keep the steps after it from running. */
async function stop({ container, hooks, log }: Kernel, members: readonly Member[]): Promise<void> {
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
  await everyTap(hooks.shutdown, [], failed);
  for (const { plugin, app } of members.toReversed())
    await end(() => naming(plugin.name, 'shutdown', () => plugin.shutdown?.(app)));
  await end(() => container.dispose());
  if (container.has(DATABASE)) await end(() => container.resolve(DATABASE).close());
  if (failures.length > 0) throw failures[0];
}

function emptyKernel(
  { dir, environment, config, variables }: LoadedConfig,
  log: Logger,
  secretNames: SecretNames,
  plugins: readonly LoadedPlugin[],
  disabled: readonly AnyPlugin[],
  members: readonly Member[],
): Kernel {
  const container = createContainer();
  container.provide(CONFIG, config);
  container.provide(LOGGER, log);
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
  const kernel: Kernel = {
    ...createRegistries(),
    dir,
    environment,
    isProduction: environment === 'production',
    variables,
    config,
    log,
    hooks: createHooks(),
    container,
    plugins: plugins.map(({ plugin: { name, dependencies = [], handlesAnonymous }, source }) => ({
      name,
      source,
      dependencies,
      ...(handlesAnonymous ? { handlesAnonymous } : {}),
    })),
    disabledPlugins: disabledPlugins(new Set(plugins.map(({ plugin }) => plugin.name)), disabled),
    ignoredKeys: new Set(),
    secretNames,
    get schema() {
      return container.resolve(SCHEMA);
    },
    get routes() {
      return container.resolve(ROUTES);
    },
    get database() {
      return container.resolve(DATABASE);
    },
    get documents() {
      return container.resolve(DOCUMENTS);
    },
    get server() {
      return container.resolve(SERVER);
    },
    start() {
      starting ??= orStop(start(kernel, members));
      return starting;
    },
    listen: () => orStop(listen(kernel)),
    stop() {
      stopping ??= stop(kernel, members);
      return stopping;
    },
  };
  return kernel;
}

function compileModel({ dir, hooks, attributes, operators, plugins, disabledPlugins, log }: Kernel): Schema {
  const schema = compileSchema({
    definitions: loadDefinitions(dir),
    registry: attributes,
    operators: operatorsByName(operators),
    hooks: {
      collect: (collectorOf) => {
        for (const { name, fn } of hooks.schema.collect.taps) fn(collectorOf(name));
      },
      contentType: (type) => hooks.schema.contentType.call(type),
    },
    livePlugins: new Set(plugins.map(({ name }) => name)),
    disabledPlugins,
  });
  reportSchema(schema, log);
  for (const warning of unknownNames(attributes, operators)) log.warn(warning);
  return schema;
}

function addSecretAttributes({ types, components }: Schema, secretNames: SecretNames): void {
  for (const { attributes } of [...types.values(), ...components.values()])
    for (const attribute of attributes.values())
      if (attribute.kind === 'scalar' && attribute.type.secret) secretNames.add(attribute.name);
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
