// What a plugin is.
import type { Check } from '../check/check';
import type { PluginConfigMap, PluginName } from '../types';
import type { Kernel } from './kernel-surface';

type ConfigOf<N> = N extends keyof PluginConfigMap ? PluginConfigMap[N] : Record<string, never>;

/** Names that mean something only while a plugin is on. */
export interface Brings {
  /** Keys of the `options` of content types. */
  readonly options?: readonly string[];
  readonly pluginOptions?: readonly string[];
  /** Of the document service. */
  readonly operations?: readonly string[];
  /** `role` for `quire role`. */
  readonly commands?: readonly string[];
}

export interface Plugin<N extends PluginName = PluginName, C = ConfigOf<N>> {
  readonly name: N;
  /** Plugins that must be on; they are registered first. */
  readonly dependencies?: readonly PluginName[];
  /** Order only: registered after these where they are on. */
  readonly after?: readonly string[];
  /** Of a built-in plugin, for messages about these names while it is off. */
  readonly brings?: Brings;
  /** It has a verdict on every request without credentials, so that `server.anonymous` says nothing. */
  readonly judgesAnonymous?: boolean;
  /** Absent: the plugin takes no configuration, and any is a mistake. */
  readonly config?: Check<C>;
  /** Taps hooks; adds attribute types, parameters, operations, policies, routes. Synchronous, no I/O. */
  register(kernel: Kernel, config: C): void;
  /** The database is up and the schema frozen. */
  boot?(kernel: Kernel, config: C): Promise<void>;
  /** In reverse order of registration. */
  shutdown?(kernel: Kernel): Promise<void>;
}

/** A plugin whose configuration is not known here. */
export type AnyPlugin = Plugin<PluginName, unknown>;

/** Keeps a plugin's types: `export default definePlugin({ name: 'audit', … })`. */
export const definePlugin = <N extends PluginName, C = ConfigOf<N>>(plugin: Plugin<N, C>): Plugin<N, C> =>
  plugin;
