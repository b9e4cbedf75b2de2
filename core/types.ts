// The open interfaces. A plugin extends them by declaration merging, so that TypeScript checks names and values:
// `declare module 'quire-cms' { interface PluginConfigMap { audit: AuditConfig } }`.

/** The name of a plugin → its checked configuration. */
// biome-ignore lint/suspicious/noEmptyInterface: open for plugins
export interface PluginConfigMap {}

/** The values that plugins keep on a request (`request.state`). */
// biome-ignore lint/suspicious/noEmptyInterface: open for plugins
export interface RequestState {}

/** The parameters that plugins add to every call of the document service. */
// biome-ignore lint/suspicious/noEmptyInterface: open for plugins
export interface QueryParamMap {}

/** The operations that plugins add, as methods of the document service. */
// biome-ignore lint/suspicious/noEmptyInterface: open for plugins
export interface DocumentOperationMap {}

/** The name of a plugin; TypeScript proposes the known names. */
export type PluginName = keyof PluginConfigMap | (string & {});
