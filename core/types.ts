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

/** The content types by uid, as `quire types` writes them. */
// biome-ignore lint/suspicious/noEmptyInterface: open for the application
export interface ContentTypeMap {}

/** The components by uid, as `quire types` writes them. */
// biome-ignore lint/suspicious/noEmptyInterface: open for the application
export interface ComponentMap {}

/** The query parameters of plugins for clients, as `quire types` writes them. */
// biome-ignore lint/suspicious/noEmptyInterface: open for the application
export interface ContentParamMap {}

/** The filter operators of each kind of value, as `quire types` writes them. */
// biome-ignore lint/suspicious/noEmptyInterface: open for the application
export interface OperatorMap {}

/** The name of a plugin; TypeScript proposes the known names. */
export type PluginName = keyof PluginConfigMap | (string & {});

// The interfaces below are open for the modules of the core, and `HookMap`, `AppMap`, `EventMap` and `SpanMap` for plugins too.

/** The hooks that modules and plugins add: `shop` → `{ ordered: SeriesHook<[order: Order]> }`. */
// biome-ignore lint/suspicious/noEmptyInterface: open for modules and plugins
export interface HookMap {}

/** The events that the application reports (`app.events`): `request.done` → its details. */
// biome-ignore lint/suspicious/noEmptyInterface: open for modules and plugins
export interface EventMap {}

/** The work that a tracer encloses in spans (`app.events.trace`): `hook` → its details. */
// biome-ignore lint/suspicious/noEmptyInterface: open for modules and plugins
export interface SpanMap {}

/** The registries that modules add. */
// biome-ignore lint/suspicious/noEmptyInterface: open for modules
export interface RegistryMap {}

/** The members that modules add to the application: `schema`, `database`, `documents`. */
// biome-ignore lint/suspicious/noEmptyInterface: open for modules
export interface ApplicationMap {}

/** The members that modules and plugins add to the app objects of plugins: `state`, `settings`, `jobs`. */
// biome-ignore lint/suspicious/noEmptyInterface: open for modules and plugins
export interface AppMap {}

/** The rights of a caller, as the kernel knows them. Content adds what the caller may read and write. */
export interface RequestScope {
  /** Callers with equal scopes may do and see the same. */
  readonly scope: string;
  /** May the caller do an action? If unknown: no. */
  allows(action: string): boolean;
  /** The remedy for a forbidden action, for the 403. Present in development only, like the hints of routes. */
  hint?: ((action: string) => string) | undefined;
}
