// config/plugins: enables plugins. Each plugin checks its own configuration after it is loaded.
import type { Check } from '../check/check';
import { anyOf, anything, boolean, object, optional, record, string } from '../check/checks';

export interface PluginEntry {
  readonly enabled: boolean;
  /** A path from the application folder or a package. Default: the built-in plugin of that name, else a package. */
  readonly resolve?: string;
  readonly config: unknown;
}

export type PluginsConfig = Readonly<Record<string, PluginEntry>>;

const entries = record(
  anyOf(
    'true, false or an object with enabled, resolve, config',
    boolean(),
    object({
      enabled: optional(boolean(), true),
      resolve: optional(string({ min: 1 })),
      config: optional(anything()),
    }),
  ),
  { key: /^[a-z0-9@][a-z0-9@/._-]*$/, expectedKey: 'a name of lower-case letters, digits and dashes' },
);

export const pluginsConfig: Check<PluginsConfig> = {
  schema: { title: 'config/plugins', ...entries.schema },
  parse(input, path, issues) {
    const given = entries.parse(input, path, issues);
    return Object.fromEntries(
      Object.entries(given).map(([name, entry]): [string, PluginEntry] => {
        if (typeof entry !== 'object') return [name, { enabled: entry === true, config: undefined }];
        const { enabled, resolve, config } = entry;
        return [name, { enabled, config, ...(resolve === undefined ? {} : { resolve }) }];
      }),
    );
  },
};
