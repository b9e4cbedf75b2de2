// The disabled plugins of the application and of Quire, with the names that each would provide. Built-in plugins are loaded when a message
// needs them.
import type { DisabledPlugins } from './absent-plugins';
import { builtInPlugin, builtInPlugins } from './find-plugin';
import type { AnyPlugin } from './plugin';

export function disabledPlugins(enabled: ReadonlySet<string>, own: readonly AnyPlugin[]): DisabledPlugins {
  const names = builtInPlugins().filter((name) => !enabled.has(name));
  let loaded: readonly AnyPlugin[] | undefined;
  return {
    names,
    has: (plugin) => names.includes(plugin),
    providerOf(kind, name) {
      loaded ??= [...own, ...names.map(builtInPlugin)];
      return loaded.find(({ provides }) => provides?.[kind]?.includes(name))?.name;
    },
  };
}
