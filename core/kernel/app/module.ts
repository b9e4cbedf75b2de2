// Modules: their definition, their order, their start.
import { StartupError } from '../errors/startup-error';
import type { Kernel, Module } from './app';

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
