// Finds the code of an entry of config/plugins: a path in the application folder, a package, or a built-in plugin.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isPlainObject, nearest } from '../check/checks';
import { loadModule, unwrap } from '../config/load-module';
import { peerPluginMessage } from '../config/peer-keys';
import type { PluginEntry } from '../config/plugins-config';
import { resolveModule } from '../config/resolve-module';
import { thrownMessage } from '../errors/thrown';
import type { AnyPlugin } from './plugin';
import { refuseSecondCopy, requireVersions } from './plugin-package';

/** Compiled, this file is dist/core/kernel/app/find-plugin.js, and built-in plugins are folders of dist/plugins. */
export const BUILT_IN = join(__dirname, '..', '..', '..', 'plugins');

export const BUILT_IN_SOURCE = 'built in';

export interface FoundPlugin {
  readonly plugin: AnyPlugin;
  /** `built in`, or the file. */
  readonly source: string;
}

/** Read once: each plugin of the configuration asks. */
let builtIn: readonly string[] | undefined;

export function builtInPlugins(): readonly string[] {
  builtIn ??= existsSync(BUILT_IN)
    ? readdirSync(BUILT_IN).filter((name) => existsSync(join(BUILT_IN, name, 'index.js')))
    : [];
  return builtIn;
}

/** One of those above. */
export function builtInPlugin(name: string): AnyPlugin {
  const file = join(BUILT_IN, name, 'index.js');
  return pluginOf(unwrap(require(file)), file);
}

/** Throws an error whose message is the mistake. */
export async function findPlugin(name: string, entry: PluginEntry, dir: string): Promise<FoundPlugin> {
  const isBuiltIn = entry.resolve === undefined && builtInPlugins().includes(name);
  const file = isBuiltIn ? join(BUILT_IN, name, 'index.js') : resolveFile(name, entry, dir);
  if (!isBuiltIn) requireVersions(file);
  const plugin = pluginOf(await load(file), file);
  if (!isBuiltIn) refuseSecondCopy(file);
  if (plugin.name !== name)
    throw new Error(`${file} is the plugin "${plugin.name}"; name it so in config/plugins`);
  return { plugin, source: isBuiltIn ? BUILT_IN_SOURCE : file };
}

async function load(file: string): Promise<unknown> {
  try {
    return await loadModule(file);
  } catch (error) {
    const message = thrownMessage(error).split('\n').slice(0, 3).join(' ');
    throw new Error(`${file} cannot be loaded: ${message}`, { cause: error });
  }
}

function resolveFile(name: string, entry: PluginEntry, dir: string): string {
  if (entry.resolve !== undefined) return resolveModule(entry.resolve, dir);
  try {
    return resolveModule(name, dir);
  } catch {
    const peer = peerPluginMessage(name);
    if (peer !== undefined) throw new Error(peer);
    const known = builtInPlugins();
    const near = nearest(name, known);
    const hint = near ? `did you mean "${near}"?` : `built in are: ${known.join(', ') || 'none'}`;
    throw new Error(`no built-in plugin and no package installed for ${dir} is called "${name}"; ${hint}`);
  }
}

/** The default export, an export called `plugin`, or what the module is. */
function pluginOf(exported: unknown, file: string): AnyPlugin {
  const given = isPlainObject(exported) && isPlainObject(exported.plugin) ? exported.plugin : exported;
  if (isPlugin(given)) return given;
  throw new Error(
    `${file} exports no plugin: expected { name, register(app, config) } as its default export`,
  );
}

/** load-plugins.ts checks the members. */
const isPlugin = (given: unknown): given is AnyPlugin =>
  isPlainObject(given) && typeof given.name === 'string' && typeof given.register === 'function';
