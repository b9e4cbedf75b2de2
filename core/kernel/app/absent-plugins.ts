// The disabled plugins, for messages about names that one of them provides.

export interface DisabledPlugins {
  /** The built-in plugins that are disabled. */
  readonly names: readonly string[];
  has(plugin: string): boolean;
  /** The disabled plugin that provides this name. */
  providerOf(
    kind: 'attributes' | 'options' | 'pluginOptions' | 'operations' | 'actions' | 'commands',
    name: string,
  ): string | undefined;
}

export const noDisabledPlugins: DisabledPlugins = {
  names: [],
  has: () => false,
  providerOf: () => undefined,
};

/** The reason why a name has no effect, with the remedy for a built-in plugin. */
export const needsPlugin = (plugin: string, disabled: DisabledPlugins): string =>
  `needs the plugin "${plugin}"${disabled.has(plugin) ? `; ${howToEnable(plugin)}` : ''}`;

export const howToEnable = (plugin: string): string => `enable it: "${plugin}": true in config/plugins`;
