/** Names a plugin, or the core, in a message. */
export const authorName = (plugin: string): string =>
  plugin === 'core' ? 'the core' : `the plugin "${plugin}"`;
