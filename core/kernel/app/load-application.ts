// Configuration and plugins of an application, or one error: mistakes of all files, unknown plugins and middlewares, unused files.
import { type LoadConfigOptions, type LoadedConfig, loadConfig } from '../config/load-config';
import { type Mistake, StartupError } from '../errors/startup-error';
import { middlewareMistakes } from '../http/middlewares';
import { type LoadedPlugin, loadDisabled, loadPlugins } from './load-plugins';
import type { AnyPlugin } from './plugin';
import { type UnusedFile, unusedFiles } from './unused-files';

export interface LoadedApplication {
  readonly loaded: LoadedConfig;
  readonly plugins: readonly LoadedPlugin[];
  readonly disabled: readonly AnyPlugin[];
  readonly unused: readonly UnusedFile[];
}

export interface LoadApplicationOptions extends LoadConfigOptions {
  readonly plugins?: readonly AnyPlugin[];
}

export async function loadApplication(options: LoadApplicationOptions): Promise<LoadedApplication> {
  const loaded = await loadConfig(options);
  const { dir, config, files, broken } = loaded;
  const mistakes = [...loaded.mistakes];
  const plugins = broken.has('plugins')
    ? []
    : await loadPlugins({
        dir,
        plugins: config.plugins,
        file: files.plugins?.join(' + ') ?? 'config/plugins',
        extra: options.plugins,
        mistakes,
      });
  mistakes.push(...unknownMiddlewares(loaded));
  const isRead = (file: string): boolean =>
    plugins.some(({ plugin, config: own }) => plugin.readsFile?.(file, own, dir) === true);
  const unused = unusedFiles(dir, config, isRead);
  if (mistakes.length > 0)
    throw new StartupError(
      `The configuration in ${dir} has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:`,
      [
        ...mistakes,
        ...unused.map(({ file, remedy }) => ({ where: file, message: `is not used: ${remedy}` })),
      ],
    );
  const disabled = await loadDisabled({ dir, plugins: config.plugins, extra: options.plugins });
  return { loaded, plugins, disabled, unused };
}

/** Without the names that loadConfig has reported with a better remedy. */
function unknownMiddlewares({ config, files, mistakes }: LoadedConfig): Mistake[] {
  const where = files.middlewares?.join(' + ') ?? 'config/middlewares';
  const reported = new Set(mistakes.filter((one) => one.where === where).map(({ at }) => at));
  return middlewareMistakes(config.middlewares, where).filter(({ at }) => !reported.has(at));
}
