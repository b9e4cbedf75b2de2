// config/plugins → plugins with their checked configuration, in the order in which they register. All mistakes at once.
import { type Issue, pathToText, runCheck } from '../check/check';
import { isPlainObject } from '../check/checks';
import type { PluginEntry, PluginsConfig } from '../config/plugins-config';
import type { Mistake } from '../errors/startup-error';
import { thrownMessage } from '../errors/thrown';
import { mistakesOf } from '../registry/refuse-mistakes';
import { builtInPlugins, findPlugin } from './find-plugin';
import { orderPlugins } from './order-plugins';
import type { AnyPlugin } from './plugin';
import { pluginCheck } from './plugin-check';

/** On where the configuration says nothing about them, so far as they are there. */
const ON_BY_DEFAULT: readonly string[] = ['rest', 'openapi', 'rate-limit'];

/** The command line enables them for commands of plugins. Servers do not load them. */
export const ON_FOR_COMMANDS: readonly string[] = ['strapi-import', 'transfer'];

export interface LoadedPlugin {
  readonly plugin: AnyPlugin;
  readonly config: unknown;
  /** `built in`, `given`, or the file. */
  readonly source: string;
}

export interface LoadPluginsOptions {
  readonly dir: string;
  readonly plugins: PluginsConfig;
  /** The configuration file, for messages. */
  readonly file: string;
  /** Given as objects, by tests and embedding programs: after those of the configuration, which configures them or switches them off. */
  readonly extra?: readonly AnyPlugin[];
  /** Receives every mistake. With one, the result is incomplete. */
  readonly mistakes: Mistake[];
}

export async function loadPlugins(options: LoadPluginsOptions): Promise<readonly LoadedPlugin[]> {
  const { mistakes } = options;
  const earlier = mistakes.length;
  const entries = withDefaults(options.plugins);
  const found = await findAll(entries, options);
  const off = new Set([...entries].filter(([, entry]) => !entry.enabled).map(([name]) => name));
  const unfound = new Set(mistakes.slice(earlier).map((mistake) => mistake.at ?? ''));
  const ordering = orderPlugins(found, { file: options.file, off, unfound });
  mistakes.push(...ordering.mistakes);

  return ordering.plugins.map(({ plugin, source }): LoadedPlugin => {
    const config = checkedConfig(plugin, entries.get(plugin.name)?.config, options.file, mistakes);
    return { plugin, config, source };
  });
}

/** The disabled plugins of the application. One that cannot be loaded is no mistake. */
export async function loadDisabled({
  dir,
  plugins,
  extra = [],
}: Omit<LoadPluginsOptions, 'file' | 'mistakes'>): Promise<readonly AnyPlugin[]> {
  const own = Object.entries(plugins).filter(
    ([name, { enabled }]) => !enabled && !builtInPlugins().includes(name),
  );
  const found = await Promise.all(
    own.map(async ([name, entry]) => {
      const given = extra.find((plugin) => plugin.name === name);
      return given
        ? [given]
        : findPlugin(name, entry, dir).then(
            ({ plugin }) => (runCheck(pluginCheck, plugin).issues.length === 0 ? [plugin] : []),
            () => [],
          );
    }),
  );
  return found.flat();
}

/** Built-in defaults first, then the order of the configuration. */
function withDefaults(plugins: PluginsConfig): Map<string, PluginEntry> {
  const present = builtInPlugins();
  const defaults = ON_BY_DEFAULT.filter((name) => present.includes(name) && !Object.hasOwn(plugins, name));
  return new Map([
    ...defaults.map((name): [string, PluginEntry] => [name, { enabled: true, config: undefined }]),
    ...Object.entries(plugins),
  ]);
}

/** The source of a plugin that is no file. */
export const GIVEN = 'given';

interface Found {
  readonly name: string;
  readonly dependencies: readonly string[];
  readonly after: readonly string[];
  readonly plugin: AnyPlugin;
  readonly source: string;
}

async function findAll(
  entries: ReadonlyMap<string, PluginEntry>,
  { dir, file, extra = [], mistakes }: LoadPluginsOptions,
): Promise<Found[]> {
  const found: Found[] = [];
  const add = (plugin: AnyPlugin, source: string): void => {
    const other = found.find(({ name }) => name === plugin?.name);
    if (other) {
      mistakes.push({
        where: file,
        at: plugin.name,
        message: `is there twice: ${other.source} and ${source}; keep one`,
      });
      return;
    }
    const { issues } = runCheck(pluginCheck, plugin);
    if (issues.length > 0) {
      const where =
        source === GIVEN ? `plugin ${plugin?.name ?? `${extra.indexOf(plugin) + 1} of those given`}` : source;
      if (isModule(plugin)) {
        mistakes.push({ where, message: 'is a module; pass its default export, which is the plugin' });
        return;
      }
      mistakes.push(...mistakesOf(issues, where));
      return;
    }
    found.push({
      name: plugin.name,
      dependencies: plugin.dependencies ?? [],
      after: plugin.after ?? [],
      plugin,
      source,
    });
  };
  const given = new Set(extra.map((plugin) => plugin?.name));
  for (const [name, entry] of entries) {
    if (!entry.enabled) continue;
    const isConfiguredOnly = entry.resolve === undefined && !builtInPlugins().includes(name);
    if (isConfiguredOnly && given.has(name)) continue;
    try {
      const { plugin, source } = await findPlugin(name, entry, dir);
      add(plugin, source);
    } catch (error) {
      mistakes.push({ where: file, at: name, message: thrownMessage(error) });
    }
  }
  for (const plugin of extra) if (entries.get(plugin?.name)?.enabled !== false) add(plugin, GIVEN);
  return found;
}

function checkedConfig(plugin: AnyPlugin, input: unknown, file: string, mistakes: Mistake[]): unknown {
  if (!plugin.config) {
    if (input !== undefined && !(isPlainObject(input) && Object.keys(input).length === 0))
      mistakes.push({
        where: file,
        at: `${plugin.name}.config`,
        message: `the plugin "${plugin.name}" takes no configuration`,
      });
    return {};
  }
  const { value, issues } = runCheck(plugin.config, input ?? {});
  for (const issue of issues)
    mistakes.push({
      where: file,
      at: pathToText([plugin.name, 'config', ...issue.path]),
      message: remedyFor(plugin, issue) ?? issue.message,
    });
  return value;
}

function remedyFor({ remedies = {} }: AnyPlugin, { path }: Issue): string | undefined {
  const key = path.join('.');
  return Object.hasOwn(remedies, key) ? `is a key of Strapi: ${remedies[key]}` : undefined;
}

/** `require('./plugin')` of a file with `export default`. */
const isModule = (value: unknown): boolean => {
  const { name, default: plugin } = Object(value) as Record<string, unknown>;
  return name === undefined && typeof plugin === 'object' && plugin !== null;
};
