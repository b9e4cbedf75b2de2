// A plugin: a name, a checked configuration, and three functions that get the plugin's own app object.

import type { PluginConfigMap, PluginName } from '../../types';
import type { Check } from '../check/check';
import type { App, AppParts } from './app';
import type { ApplicationOfProject, ForeignProject } from './foreign-project';

type ConfigOf<N> = N extends keyof PluginConfigMap ? PluginConfigMap[N] : Record<string, never>;

/** Names that have a meaning only while a plugin is enabled. */
export interface ProvidedNames {
  /** Types of attributes. */
  readonly attributes?: readonly string[];
  /** Keys of the `options` of content types. */
  readonly options?: readonly string[];
  readonly pluginOptions?: readonly string[];
  /** Operations of the document service. */
  readonly operations?: readonly string[];
  /** The last words of the permission actions that the plugin adds to content types: `approve` for `api::article.article.approve`. */
  readonly actions?: readonly string[];
  /** `role` for `quire role`. */
  readonly commands?: readonly string[];
}

export interface Plugin<N extends PluginName = PluginName, C = ConfigOf<N>> {
  readonly name: N;
  /** Plugins that must be enabled; they are registered first. */
  readonly dependencies?: readonly PluginName[];
  /** Order only: this plugin is registered after these, as far as they are enabled. */
  readonly after?: readonly string[];
  /** While the plugin is disabled in config/plugins, messages name it for these names, and attributes of these types are left out. */
  readonly provides?: ProvidedNames;
  /** The plugin decides about anonymous requests, so that `server.anonymous` does not apply. */
  readonly handlesAnonymous?: boolean;
  /** Absent: the plugin takes no configuration, and any configuration stops startup. */
  readonly config?: Check<C>;
  /** Keys of other systems that the configuration does not have, by path (`jwt.secret`), with the replacement. */
  readonly remedies?: Readonly<Record<string, string>>;
  /**
   * Does the plugin read this file of the application in `dir`? `file` is relative to it. Startup lists files of Strapi projects that no plugin
   * reads.
   */
  readsFile?(file: string, config: C, dir: string): boolean;
  /** For `quire create app --from-…`: an application for a project of another system. Runs without an application. */
  applicationFrom?(project: ForeignProject): ApplicationOfProject;
  /** Taps hooks; adds routes, policies, parameters, attribute types and services. Synchronous, without I/O. */
  register(app: App, config: C): void;
  /**
   * Members of the app objects of plugins that are registered later: `members: () => ({ name }) => ({ jobs: jobsOf(name) })`. Declare their
   * types in `AppMap`.
   */
  members?(app: App): AppParts[number];
  /** The database is connected and the schema frozen; the port is closed. */
  boot?(app: App, config: C): Promise<void>;
  /** In reverse order of registration; the database is still connected. */
  shutdown?(app: App): Promise<void>;
}

/** A plugin whose type of configuration is unknown. */
export type AnyPlugin = Plugin<PluginName, unknown>;

/** Keeps a plugin's types: `export default definePlugin({ name: 'audit', … })`. */
export const definePlugin = <N extends PluginName, C = ConfigOf<N>>(plugin: Plugin<N, C>): Plugin<N, C> =>
  plugin;
