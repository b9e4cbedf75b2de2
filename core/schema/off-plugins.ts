// Plugins that could be on and are not, for messages about what waits for one of them.

export interface OffPlugins {
  has(plugin: string): boolean;
  /** The plugin that brings something of this name. */
  bringerOf(kind: 'options' | 'pluginOptions' | 'operations', name: string): string | undefined;
}

export const noOffPlugins: OffPlugins = { has: () => false, bringerOf: () => undefined };

/** Why something means nothing now, and what to do about it where that is in anybody's hands. */
export const waitsFor = (plugin: string, off: OffPlugins): string =>
  `needs the plugin "${plugin}"${off.has(plugin) ? `; ${howToSwitchOn(plugin)}` : ''}`;

export const howToSwitchOn = (plugin: string): string => `switch it on: "${plugin}": true in config/plugins`;
