// The settings of the enabled plugins, for people who operate the application. They are collected when one asks.
import type { LoadedConfig } from '../config/load-config';
import type { SecretWords } from '../config/secret-setting';
import { token } from '../registry/container';
import type { LoadedPlugin } from './load-plugins';
import type { PluginReport } from './report-plugins';

/** Read at the first call. */
export type PluginReports = () => Promise<readonly PluginReport[]>;

export const PLUGIN_REPORTS = token<PluginReports>('plugin reports');

export function createPluginReports(
  loaded: LoadedConfig,
  plugins: readonly LoadedPlugin[],
  words: SecretWords,
): PluginReports {
  // As the configuration files saw it.
  const ofProcess = { ...process.env };
  let made: Promise<readonly PluginReport[]> | undefined;
  return () => {
    const { reportPlugins }: typeof import('./report-plugins') = require('./report-plugins');
    made ??= reportPlugins(loaded, plugins, words, ofProcess);
    return made;
  };
}
