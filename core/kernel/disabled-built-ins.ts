// The built-in plugins that are disabled, with the names that each would provide. They are loaded when a message needs them.
import type { DisabledPlugins } from '../schema/read/disabled-plugins';
import { builtInPlugin, builtInPlugins } from './find-plugin';
import type { AnyPlugin } from './plugin';

export function disabledBuiltIns(enabled: ReadonlySet<string>): DisabledPlugins {
  const names = builtInPlugins().filter((name) => !enabled.has(name));
  let loaded: readonly AnyPlugin[] | undefined;
  return {
    has: (plugin) => names.includes(plugin),
    providerOf(kind, name) {
      loaded ??= names.map(builtInPlugin);
      return loaded.find(({ provides }) => provides?.[kind]?.includes(name))?.name;
    },
  };
}
