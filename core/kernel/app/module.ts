// A module: a layer of the core above the kernel, such as the database or content. It may do all that a plugin may, and more: it
// publishes hooks and registries, adds members to the application, and starts before the plugins. The kernel knows no module by name.

import type { ApplicationMap, AppMap, HookMap, RegistryMap } from '../../types';
import { StartupError } from '../errors/startup-error';
import type { RouteDefinition } from '../http/routes/route';
import type { Kernel } from './app';
import type { TapRules } from './plugin-hooks';

/** One plugin, for the members that a module adds to its app object. */
export interface PluginSide {
  readonly name: string;
  /** Adds a route in the name of the plugin. */
  addRoute(route: RouteDefinition): void;
}

export interface Module {
  readonly name: string;
  /** Modules that stand before this one. */
  readonly needs?: readonly string[];
  /** The hooks that it publishes: name → hook, or a group of hooks. */
  hooks?(): Partial<HookMap>;
  /** By path, such as `documents.prepare`: how functions of plugins become taps. */
  readonly taps?: TapRules;
  registries?(): Partial<RegistryMap>;
  /** Members of the application. Getters may throw until their part exists. */
  application?(kernel: Kernel): Partial<ApplicationMap>;
  /** Members of each plugin's app object. Returns a function, so that all plugins of an application share state. */
  app?(kernel: Kernel): (plugin: PluginSide) => Partial<AppMap>;
  /** All plugins are registered. Opens nothing. */
  assemble?(kernel: Kernel): void;
  /** Opens its part. `next` starts the modules behind it, and then the plugins. */
  start?(kernel: Kernel, next: () => Promise<void>): Promise<void>;
  /** For `/_ready`: rejects while requests cannot be served. */
  ready?(kernel: Kernel): Promise<void>;
  /** In reverse order, after the plugins. */
  stop?(kernel: Kernel): Promise<void>;
  /** Requests to try first, for the message of a start. */
  firstRequests?(kernel: Kernel, base: string): readonly string[];
}

export const defineModule = (module: Module): Module => module;

/** Throws a StartupError when a module stands twice, or before one that it needs. */
export function checkModules(modules: readonly Module[]): void {
  const known = new Set<string>();
  for (const { name, needs = [] } of modules) {
    if (known.has(name))
      throw new StartupError(`The module "${name}" stands twice in the list of modules. Remove one of them.`);
    const missing = needs.find((needed) => !known.has(needed));
    if (missing !== undefined)
      throw new StartupError(
        `The module "${name}" needs the module "${missing}". Put "${missing}" before "${name}" in the list of modules.`,
      );
    known.add(name);
  }
}

/** Calls `start` of each module around the start of the modules behind it. */
export function startModules(
  kernel: Kernel,
  modules: readonly Module[],
  plugins: () => Promise<void>,
): Promise<void> {
  const startFrom = (at: number): Promise<void> => {
    const module = modules[at];
    if (module === undefined) return plugins();
    const next = () => startFrom(at + 1);
    return module.start?.(kernel, next) ?? next();
  };
  return startFrom(0);
}
