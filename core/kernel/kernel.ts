// The kernel: the whole assembly of an application, in order. Read createKernel top to bottom; the work is in what it calls.
import { createAttributeRegistry } from '../attributes/registry';
import type { Variables } from '../config/env';
import { type Config, type ConfigOverrides, type LoadedConfig, loadConfig } from '../config/load-config';
import { connectDatabase } from '../database/connect';
import type { Database } from '../database/database';
import { DoctorChecks } from '../doctor/registry';
import { OperationRegistry } from '../documents/operation-registry';
import { blame } from '../errors/culprit';
import { createLogger, type Logger, type LoggerOptions } from '../http/logger';
import type { Policy, RouteMiddleware } from '../http/route';
import { type CollectedRoute, RouteCollector } from '../http/route-collector';
import type { HttpServer } from '../http/server';
import { ParamRegistry } from '../query/params';
import { compileSchema } from '../schema/compile';
import type { Schema } from '../schema/content-type';
import { loadDefinitions } from '../schema/load';
import { ActionRegistry } from './action-registry';
import { createContainer } from './container';
import { guardTaps } from './guard-taps';
import { createHooks } from './hooks';
import type { ContentDocuments, Kernel, PluginCommand } from './kernel-surface';
import { late } from './late';
import { type LoadedPlugin, loadPlugins } from './load-plugins';
import { NamedRegistry } from './named-registry';
import { BuiltInsThatAreOff } from './off-plugins';
import { openContent } from './open-content';
import { openServer } from './open-server';
import type { AnyPlugin } from './plugin';
import { reportSchema } from './report-schema';
import { CONFIG, DATABASE, DOCUMENTS, LOGGER, SCHEMA } from './tokens';

export interface KernelOptions {
  /** The application folder. */
  readonly dir: string;
  /** Instead of the process' environment. */
  readonly env?: Variables;
  /** Laid over the configuration files. */
  readonly overrides?: ConfigOverrides;
  /** Given as objects, after those of config/plugins. */
  readonly plugins?: readonly AnyPlugin[];
  /** Where log lines go; stdout when absent. */
  readonly writeLog?: (line: string) => void;
}

/** Everything up to the frozen schema and the routes. Opens nothing: `start` connects, `listen` opens the port. */
export async function createKernel(options: KernelOptions): Promise<Kernel> {
  const loaded = await loadConfig(options);
  const log = createLogger(loggerOptions(loaded, options.writeLog));
  const plugins = await loadPlugins({
    dir: loaded.dir,
    plugins: loaded.config.plugins,
    file: loaded.files.plugins?.join(' + ') ?? 'config/plugins',
    extra: options.plugins,
  });
  const { kernel, parts } = emptyKernel(loaded, log, plugins);
  for (const { plugin, config } of plugins)
    named(plugin.name, 'register', () => plugin.register(kernel, config));
  parts.schema.set(compileModel(kernel));
  kernel.hooks.schema.ready.call(kernel.schema);
  parts.routes.set(collectRoutes(kernel));
  return kernel;
}

async function start(kernel: Kernel, parts: Parts, plugins: readonly LoadedPlugin[]): Promise<void> {
  const { config, dir, log, hooks } = kernel;
  const database = parts.database.set(
    await connectDatabase(config.database, { log, dir, slowQuery: config.server.logs.slowQuery }),
  );
  kernel.container.provide(DATABASE, database);
  parts.documents.set(await openContent(kernel, database));
  await hooks.boot.before.promise(kernel);
  for (const { plugin, config: own } of plugins)
    await namedAsync(plugin.name, 'boot', async () => plugin.boot?.(kernel, own));
  parts.server.set(await openServer(kernel));
  await hooks.boot.after.promise(kernel);
}

async function listen(kernel: Kernel): Promise<void> {
  await kernel.start();
  const { host, port } = kernel.config.server;
  await kernel.server.listen({ host, port });
  kernel.log.info('listening', { url: kernel.server.url, environment: kernel.environment });
  await kernel.hooks.listening.promise(kernel.server);
}

/** Whatever fails on the way, the rest is ended too. */
async function stop(kernel: Kernel, parts: Parts, plugins: readonly LoadedPlugin[]): Promise<void> {
  const failures: unknown[] = [];
  const end = async (work: () => Promise<void> | undefined): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failures.push(error);
      kernel.log.error('a part did not stop as it should', { error });
    }
  };
  await end(() => parts.server.peek()?.close());
  await end(() => kernel.hooks.shutdown.promise(kernel));
  for (const { plugin } of plugins.toReversed())
    await end(() => namedAsync(plugin.name, 'shutdown', async () => plugin.shutdown?.(kernel)));
  await end(() => kernel.container.dispose());
  await end(() => parts.database.peek()?.close());
  if (failures.length > 0) throw failures[0];
}

interface Parts {
  readonly schema: ReturnType<typeof late<Schema>>;
  readonly routes: ReturnType<typeof late<readonly CollectedRoute[]>>;
  readonly database: ReturnType<typeof late<Database>>;
  readonly documents: ReturnType<typeof late<ContentDocuments>>;
  readonly server: ReturnType<typeof late<HttpServer>>;
}

function emptyKernel(loaded: LoadedConfig, log: Logger, plugins: readonly LoadedPlugin[]) {
  const { dir, environment, config, variables } = loaded;
  const names = new Set(['core', ...plugins.map(({ plugin }) => plugin.name)]);
  const hooks = createHooks<Kernel>();
  guardTaps(hooks, (name) => names.has(name));
  const parts: Parts = {
    schema: late('schema', 'schema.ready'),
    routes: late('routes', 'boot.before'),
    database: late('database', 'boot.before'),
    documents: late('documents', 'boot.before'),
    server: late('server', 'boot.after'),
  };
  /** What fails on the way up leaves nothing open. */
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
    dir,
    environment,
    isProduction: environment === 'production',
    variables,
    config,
    log,
    hooks,
    container: createContainer(),
    plugins: plugins.map(({ plugin, source }) => ({
      name: plugin.name,
      source,
      dependencies: plugin.dependencies ?? [],
      ...(plugin.judgesAnonymous ? { judgesAnonymous: true } : {}),
    })),
    offPlugins: new BuiltInsThatAreOff(new Set(plugins.map(({ plugin }) => plugin.name))),
    attributes: createAttributeRegistry(),
    params: new ParamRegistry(),
    operations: new OperationRegistry(),
    ignoredKeys: new Set(),
    policies: new NamedRegistry<Policy>('policy'),
    actions: new ActionRegistry(),
    commands: new NamedRegistry<PluginCommand>('command'),
    doctor: new DoctorChecks(),
    middlewares: new NamedRegistry<RouteMiddleware>('middleware'),
    get schema() {
      return parts.schema.get();
    },
    get routes() {
      return parts.routes.get();
    },
    get database() {
      return parts.database.get();
    },
    get documents() {
      return parts.documents.get();
    },
    get server() {
      return parts.server.get();
    },
    start() {
      starting ??= orStop(start(kernel, parts, plugins));
      return starting;
    },
    listen: () => orStop(listen(kernel)),
    stop() {
      stopping ??= stop(kernel, parts, plugins);
      return stopping;
    },
  };
  kernel.container.provide(CONFIG, config);
  kernel.container.provide(LOGGER, log);
  kernel.container.provideLazily(SCHEMA, () => kernel.schema);
  kernel.container.provideLazily(DOCUMENTS, () => kernel.documents);
  return { kernel, parts };
}

function compileModel(kernel: Kernel): Schema {
  const { hooks, attributes, plugins, offPlugins, log } = kernel;
  const schema = compileSchema({
    definitions: loadDefinitions(kernel.dir),
    registry: attributes,
    hooks: {
      collect: (collector) => hooks.schema.collect.call(collector),
      contentType: (type) => hooks.schema.contentType.call(type),
    },
    livePlugins: new Set(plugins.map(({ name }) => name)),
    offPlugins,
  });
  reportSchema(schema, log);
  return schema;
}

function collectRoutes({ hooks, actions }: Kernel): readonly CollectedRoute[] {
  const collector = new RouteCollector();
  hooks.http.routes.intercept({
    tap: ({ name }) => {
      collector.source = name;
    },
  });
  hooks.http.routes.call(collector);
  const routes = collector.finish((builder) => hooks.http.route.call(builder));
  for (const { definition, source } of routes)
    if (definition.action !== null)
      actions.ensure({ name: definition.action, description: definition.summary, plugin: source });
  return routes;
}

function loggerOptions(
  { config }: { readonly config: Config },
  write: KernelOptions['writeLog'],
): LoggerOptions {
  const { level, format, redact } = config.server.logs;
  return {
    level,
    redact,
    format: format === 'auto' ? (process.stdout.isTTY ? 'pretty' : 'json') : format,
    ...(write ? { write } : {}),
  };
}

/** An unexpected error carries the name of the plugin whose code was running. */
function named<T>(plugin: string, at: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    blame(error, plugin, at);
    throw error;
  }
}

async function namedAsync(plugin: string, at: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    blame(error, plugin, at);
    throw error;
  }
}

export type { Kernel } from './kernel-surface';
