// The order of plugins: a topological sort of `dependencies` and `after`, ties by the order given. Pure. What cannot be
// ordered is a mistake that names both sides.
import type { Mistake } from '../errors/startup-error';

export interface Orderable {
  readonly name: string;
  readonly dependencies: readonly string[];
  readonly after: readonly string[];
}

export interface OrderContext {
  /** The configuration file, for messages. */
  readonly file: string;
  /** Names that the configuration knows and has switched off. */
  readonly off: ReadonlySet<string>;
  /** Names that are on, but could not be loaded: reported already. */
  readonly unfound: ReadonlySet<string>;
}

export function orderPlugins<P extends Orderable>(
  given: readonly P[],
  context: OrderContext,
): { readonly plugins: readonly P[]; readonly mistakes: readonly Mistake[] } {
  const byName = new Map(given.map((plugin) => [plugin.name, plugin]));
  const mistakes = given.flatMap((plugin) => missingDependencies(plugin, byName, context));
  const plugins: P[] = [];
  const state = new Map<string, 'open' | 'done'>();

  const visit = (plugin: P, trail: readonly string[]): void => {
    if (state.get(plugin.name) === 'done') return;
    if (state.get(plugin.name) === 'open') {
      const circle = [...trail.slice(trail.indexOf(plugin.name)), plugin.name].join(' → ');
      mistakes.push({
        where: context.file,
        at: plugin.name,
        message: `plugins wait for each other: ${circle}; remove one of these from dependencies or after`,
      });
      return;
    }
    state.set(plugin.name, 'open');
    for (const name of [...plugin.dependencies, ...plugin.after]) {
      const other = byName.get(name);
      if (other) visit(other, [...trail, plugin.name]);
    }
    state.set(plugin.name, 'done');
    plugins.push(plugin);
  };
  for (const plugin of given) visit(plugin, []);
  return { plugins, mistakes };
}

function missingDependencies(
  plugin: Orderable,
  on: ReadonlyMap<string, unknown>,
  context: OrderContext,
): Mistake[] {
  return plugin.dependencies
    .filter((name) => !on.has(name) && !context.unfound.has(name))
    .map((name) => ({
      where: context.file,
      at: plugin.name,
      message: context.off.has(name)
        ? `the plugin "${plugin.name}" needs the plugin "${name}", which is disabled; enable "${name}" or disable "${plugin.name}"`
        : `the plugin "${plugin.name}" needs the plugin "${name}", which is missing; add "${name}" or disable "${plugin.name}"`,
    }));
}
