// The open interfaces: plugins extend them by declaration merging, so that names are checked at compile time.

/** Plugin name → its checked configuration. */
// biome-ignore lint/suspicious/noEmptyInterface: open for plugins
export interface PluginConfigMap {}

/** What plugins keep on a request (`request.state`). */
// biome-ignore lint/suspicious/noEmptyInterface: open for plugins
export interface RequestState {}

export type PluginName = keyof PluginConfigMap | (string & {});
